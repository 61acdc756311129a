-- Takes up to `want` requests out of a sliding window.
--
-- KEYS[1] a list: the total of all runs, then the runs, newest first, each "millisecond:count"
-- ARGV    limit, want, window in milliseconds, and for tests the time; else Redis' own clock rules
-- Returns granted, the total before, the time of the oldest run (now if there is none), now
--
-- The work does not grow with the limit: each run is pushed once and leaves once, from the tail.
local key = KEYS[1]
local limit, want, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local now
if ARGV[4] then
  now = tonumber(ARGV[4])
else
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end

local total = tonumber(redis.call('LPOP', key) or '0')
local newest = redis.call('LINDEX', key, 0)
if newest then
  -- A clock that was set back must not make room.
  now = math.max(now, tonumber(string.match(newest, '^(%d+):')))
end
local oldest = now
while true do
  local run = redis.call('LINDEX', key, -1)
  if not run then break end
  local at, count = string.match(run, '^(%d+):(%d+)$')
  if tonumber(at) > now - window then
    oldest = tonumber(at)
    break
  end
  redis.call('RPOP', key)
  total = total - tonumber(count)
end

local granted = math.max(0, math.min(want, limit - total))
if granted > 0 then
  newest = redis.call('LINDEX', key, 0)
  local at, count
  if newest then at, count = string.match(newest, '^(%d+):(%d+)$') end
  if at and tonumber(at) == now then
    redis.call('LSET', key, 0, string.format('%.0f:%.0f', now, tonumber(count) + granted))
  else
    redis.call('LPUSH', key, string.format('%.0f:%.0f', now, granted))
  end
end
if total + granted > 0 then
  redis.call('LPUSH', key, string.format('%.0f', total + granted))
  redis.call('PEXPIRE', key, window)
end
return {granted, total, oldest, now}
