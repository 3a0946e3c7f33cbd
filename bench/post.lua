-- wrk: sends the requests of the file that REQUESTS names, each once; the threads share them out.
-- In the file a line with its length stands before each request, written as it goes over the wire.
local all = {}

function setup(thread)
  thread:set("share", #all)
  all[#all + 1] = thread
end

function init()
  requests, place, refused, again = {}, 0, 0, 0
  local number = 0
  local file = assert(io.open(os.getenv("REQUESTS"), "rb"))
  for length in file:lines() do
    local text = file:read(tonumber(length))
    if number % tonumber(os.getenv("THREADS")) == share then requests[#requests + 1] = text end
    number = number + 1
  end
  file:close()
end

function request()
  if place == #requests then place, again = 0, again + 1 end
  place = place + 1
  return requests[place]
end

function response(status)
  if status ~= tonumber(os.getenv("STATUS")) then refused = refused + 1 end
end

function done()
  local refused, again = 0, 0
  for _, thread in ipairs(all) do
    refused, again = refused + thread:get("refused"), again + thread:get("again")
  end
  print(string.format("refused %d again %d", refused, again))
end
