-- Requests with tokens drawn at random from a file. Prints one line: requests a second, the median and the
-- 99th percentile of their times in microseconds, and how many failed.

local tokens = {}

function init(arguments)
  math.randomseed(tonumber(arguments[2]))
  for line in io.lines(arguments[1]) do tokens[#tokens + 1] = line end
end

function request()
  local token = tokens[math.random(#tokens)]
  return wrk.format("GET", nil, { Authorization = "Bearer " .. token })
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format("result %.1f %d %d %d\n",
    summary.requests / summary.duration * 1e6,
    latency:percentile(50), latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
