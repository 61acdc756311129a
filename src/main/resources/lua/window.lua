-- Takes up to `want` requests out of a sliding window that all nodes share.
--
-- KEYS[1] a list: "total:ever:birth", then the runs, newest first, each "millisecond:count";
--         `ever` counts all requests since `birth`, the microsecond in which the list was made
-- ARGV    1 limit, 2 want, 3 window in milliseconds
--         4 the time from which on nobody waits for an answer: then nothing is done; 0 for none
--         5 the birth that the caller knows, and 6 how many requests of that list it still counts:
--           where the list is another one, Redis has lost them, and room is left for them
--         7 for tests the time, or 0: Redis' own clock rules
--         8 and on: what was granted without Redis, oldest first: millisecond, count
-- Returns granted (-1 if it came too late), the total before, the time of the oldest run (now if
-- there is none), now, birth, ever
--
-- The work does not grow with the limit: each run is pushed once and leaves once, from the tail.
-- Only what was granted without Redis is sorted in among the runs that are newer.
local key = KEYS[1]
local limit, want, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local deadline, known, held = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local now = tonumber(ARGV[7])
local micros = now * 1000
if now == 0 then
  local time = redis.call('TIME')
  micros = time[1] * 1000000 + time[2]
  now = math.floor(micros / 1000)
end
if deadline > 0 and now > deadline then return {-1, 0, now, now, 0, 0} end

local function parsed(run)
  local at, count = string.match(run, '^(%d+):(%d+)$')
  return tonumber(at), tonumber(count)
end

local total, ever, birth = 0, 0, micros
local head = redis.call('LPOP', key)
if head then
  local t, e, b = string.match(head, '^(%d+):(%d+):(%d+)$')
  total, ever, birth = tonumber(t), tonumber(e), tonumber(b)
end
if birth ~= known then limit = limit - held end

if #ARGV > 7 then
  local newer = {}
  local run = redis.call('LPOP', key)
  while run and parsed(run) > tonumber(ARGV[8]) do
    newer[#newer + 1] = run
    run = redis.call('LPOP', key)
  end
  if run then redis.call('LPUSH', key, run) end
  local left = #newer
  for i = 8, #ARGV, 2 do
    while left > 0 and parsed(newer[left]) <= tonumber(ARGV[i]) do
      redis.call('LPUSH', key, newer[left])
      left = left - 1
    end
    redis.call('LPUSH', key, ARGV[i] .. ':' .. ARGV[i + 1])
    total = total + tonumber(ARGV[i + 1])
    ever = ever + tonumber(ARGV[i + 1])
  end
  for i = left, 1, -1 do redis.call('LPUSH', key, newer[i]) end
end

local newest, count
local run = redis.call('LINDEX', key, 0)
if run then
  newest, count = parsed(run)
  -- A clock that was set back must not make room.
  if newest > now then now = newest end
end
local oldest = now
while true do
  run = redis.call('LINDEX', key, -1)
  if not run then break end
  local at, gone = parsed(run)
  if at > now - window then
    oldest = at
    break
  end
  redis.call('RPOP', key)
  total = total - gone
end

local granted = math.max(0, math.min(want, limit - total))
ever = ever + granted
head = string.format('%.0f:%.0f:%.0f', total + granted, ever, birth)
if granted > 0 and newest == now then
  redis.call('LSET', key, 0, string.format('%.0f:%.0f', now, count + granted))
elseif granted > 0 then
  redis.call('LPUSH', key, string.format('%.0f:%.0f', now, granted))
end
redis.call('LPUSH', key, head)
redis.call('PEXPIRE', key, window)
return {granted, total, oldest, now, birth, ever}
