"""Opens streams of events, changes the sessions of their devices, and measures how soon each is told.

Usage: events.py PORT PID TOKENS STREAMS SECONDS
"""

import asyncio
import random
import resource
import sys
import time

CHANGES_A_SECOND = 100


class Stream(asyncio.Protocol):
    """A stream of events of one device."""

    def __init__(self, token):
        self.token = token
        self.count = 0
        self.waiting = None
        self.tail = b""
        self.is_open = True
        self.first = asyncio.get_running_loop().create_future()

    def connection_made(self, transport):
        transport.write(
            b"GET /v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
            + self.token + b"\r\n\r\n"
        )

    def data_received(self, data):
        # The last bytes of a part may begin a word that the next one ends.
        data = self.tail + data
        count = data.count(b"event: session")
        self.tail = data[-13:]
        if b"event: end" in data or not count and b"HTTP/1.1 4" in data:
            self.is_open = False
        if not count:
            return
        self.count += count
        if not self.first.done():
            self.first.set_result(None)
        elif self.waiting:
            self.waiting.set_result(time.monotonic())
            self.waiting = None

    def connection_lost(self, error):
        self.is_open = False
        if not self.first.done():
            self.first.set_exception(ConnectionError("a stream was refused"))


class Caller:
    """A connection for requests that change something."""

    async def open(self, port):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port)

    async def send(self, method, path, token, body=None):
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
        if body is not None:
            head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        self.writer.write((head + "\r\n" + (body or "")).encode())
        status = int((await self.reader.readline()).split()[1])
        length = 0
        while (line := await self.reader.readline()).strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        answer = await self.reader.readexactly(length)
        if status not in (200, 201):
            sys.exit(f"{method} {path} got {status}: {answer.decode()}")


def resident(pid):
    """The resident memory of a process in MB."""
    with open(f"/proc/{pid}/status") as status:
        for line in status:
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
    raise ValueError("no VmRSS")


def processor_time(pid):
    """The processor time of a process in seconds."""
    with open(f"/proc/{pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


def name(number):
    """A nickname of letters that look like no others."""
    letters = ""
    for _ in range(10):
        letters += "abcdefgh"[number % 8]
        number //= 8
    return letters


def percentile(values, part):
    return values[min(len(values) - 1, int(len(values) * part))]


async def change(callers, streams, kind, number):
    """Makes one change, and returns its kind and the time from the request until the event."""
    while True:
        stream = random.choice(streams)
        if stream.is_open and stream.waiting is None and not getattr(stream, "is_out", False):
            break
    stream.waiting = asyncio.get_running_loop().create_future()
    told = stream.waiting
    token = stream.token.decode()
    caller = await callers.get()
    start = time.monotonic()
    if kind == "sign-out":
        stream.is_out = True
        await caller.send("DELETE", "/v1/session", token)
    elif kind == "rename":
        body = f'{{"nickname":"{name(number)}"}}'
        await caller.send("PUT", "/v1/session/nickname", token, body)
    else:
        body = f'{{"nickname":"{name(number)}"}}'
        await caller.send("POST", "/v1/sessions", token, body)
    callers.put_nowait(caller)
    return kind, await asyncio.wait_for(told, 30) - start


async def main():
    port, pid, tokens, count, seconds = sys.argv[1:]
    port, count, seconds = int(port), int(count), int(seconds)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    loop = asyncio.get_running_loop()
    with open(tokens, "rb") as file:
        known = [file.readline().strip() for _ in range(count)]
    print(f"without streams        {resident(pid):8.1f} MB")
    streams = []
    start = time.monotonic()
    for first in range(0, count, 200):
        made = await asyncio.gather(*(
            loop.create_connection(lambda token=token: Stream(token), "127.0.0.1", port)
            for token in known[first:first + 200]
        ))
        streams += [stream for _, stream in made]
        await asyncio.gather(*(stream.first for _, stream in made))
    print(f"{count} streams opened in {time.monotonic() - start:.1f} s")
    await asyncio.sleep(2)
    idle = resident(pid)
    used = processor_time(pid)
    await asyncio.sleep(5)
    print(f"with {count} streams      {idle:8.1f} MB, {(idle * 1024) / count:.1f} KB each")
    print(f"idle                   {(processor_time(pid) - used) / 5:8.1%} of a core")

    callers = asyncio.Queue()
    for _ in range(30):
        caller = Caller()
        await caller.open(port)
        callers.put_nowait(caller)
    number = random.randrange(8 ** 9) * 8
    tasks = []
    used = processor_time(pid)
    start = time.monotonic()
    for step in range(seconds * CHANGES_A_SECOND):
        await asyncio.sleep(max(0, start + step / CHANGES_A_SECOND - time.monotonic()))
        kind = ("rename", "sign-in", "sign-out")[step % 3]
        tasks.append(asyncio.create_task(change(callers, streams, kind, number + step)))
    results = await asyncio.gather(*tasks)
    elapsed = time.monotonic() - start
    print(f"with changes           {(processor_time(pid) - used) / elapsed:8.1%} of a core")
    print(f"afterwards             {resident(pid):8.1f} MB")
    for kind in ("rename", "sign-in", "sign-out"):
        delays = sorted(delay * 1000 for of, delay in results if of == kind)
        print(
            f"{kind:10} {len(delays)} told after a median of {percentile(delays, 0.5):.0f} ms, "
            f"99 % within {percentile(delays, 0.99):.0f} ms, all within {delays[-1]:.0f} ms"
        )
    if any(not stream.is_open for stream in streams):
        sys.exit("a stream has ended")
    print(f"result {idle:.1f} {max(delay for _, delay in results):.3f}")


asyncio.run(main())
