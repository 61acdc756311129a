-- Opens or renews a lease on one of a limited number of slots.
--
-- KEYS[1] a sorted set of leases by the millisecond at which they end
-- ARGV    limit, lease id, length in milliseconds, and 1 to renew (a lease that was lost with
--         Redis comes back that way)
-- Returns 1 or 0, and how many leases there are
local key = KEYS[1]
local limit, id, length = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
local active = redis.call('ZCARD', key)
if ARGV[4] ~= '1' and active >= limit then return {0, active} end
redis.call('ZADD', key, now + length, id)
redis.call('PEXPIRE', key, length)
return {1, redis.call('ZCARD', key)}
