-- Requests as a browser makes them. Prints the line of session.lua.

function request()
  return wrk.format("GET", nil, { Accept = "text/html" })
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format("result %.1f %d %d %d\n",
    summary.requests / summary.duration * 1e6,
    latency:percentile(50), latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
