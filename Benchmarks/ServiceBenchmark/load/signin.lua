-- Sign-ins under new nicknames. Prints the line of session.lua.

local number = 0
local prefix

function init(arguments)
  prefix = arguments[1]
end

function request()
  number = number + 1
  local name, rest = prefix, number
  for _ = 1, 8 do
    name = name .. string.char(97 + rest % 8)
    rest = math.floor(rest / 8)
  end
  local body = string.format('{"nickname":"%s","device":{"label":"benchmark"}}', name)
  return wrk.format("POST", nil, { ["Content-Type"] = "application/json" }, body)
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format("result %.1f %d %d %d\n",
    summary.requests / summary.duration * 1e6,
    latency:percentile(50), latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
