"""Clients that are slow, silent or lie: each is ended, and the others are answered meanwhile."""

import asyncio
import time

from service import HANG, expect, gather, sign_in


class Pace:
    """The rate at which one usual client is answered."""

    def __init__(self, service, token):
        self.service = service
        self.token = token

    async def measure(self, seconds):
        """Asks for a time, expects each answer, and returns the requests a second."""
        connection = await self.service.connect()
        begin, count = time.monotonic(), 0
        while time.monotonic() - begin < seconds:
            answer = await connection.ask("GET", "/v1/session", self.token)
            expect(answer.status == 200, f"A usual client was answered with {answer}.")
            count += 1
        connection.close()
        return count / seconds


async def trickle(connection, data):
    """Sends a byte a second, until all is sent or the connection is gone."""
    try:
        for index in range(len(data)):
            connection.send(data[index : index + 1])
            await connection.writer.drain()
            await asyncio.sleep(1)
    except OSError:
        pass


async def ended(connection, what):
    """Expects that the server ends a connection, and returns what it has sent."""
    try:
        return await asyncio.wait_for(connection.ended(), HANG)
    except TimeoutError:
        expect(False, f"The server did not end {what}.")
    finally:
        connection.close()


async def slow(service, data, what):
    """A client that sends a byte a second."""
    connection = await service.connect()
    sending = asyncio.create_task(trickle(connection, data))
    await ended(connection, what)
    sending.cancel()


async def slow_head(service):
    """A client whose head takes some minutes."""
    await slow(service, b"GET /health/live HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 900, "a slow head")


async def slow_body(service):
    """A client whose body takes some minutes."""
    connection = await service.connect()
    head = connection.head("POST", "/v1/sessions", fields=["Content-Type: application/json"])
    connection.send(head + b"Content-Length: 900\r\n\r\n")
    sending = asyncio.create_task(trickle(connection, b" " * 900))
    await ended(connection, "a slow body")
    sending.cancel()


async def longer_than_said(service):
    """A body with more bytes than its length says: the rest is no request."""
    connection = await service.connect()
    fields = ["Content-Type: application/json", "Content-Length: 5"]
    connection.send(connection.head("POST", "/v1/sessions", fields=fields) + b"\r\n{}   {}}}}{{{{\r\n\r\n")
    answer = await ended(connection, "a body that is longer than it said")
    expect(answer.startswith(b"HTTP/1.1 4"), f"A body that is longer than it said got {answer!r}.")


async def shorter_than_said(service):
    """A body with fewer bytes than its length says."""
    connection = await service.connect()
    fields = ["Content-Type: application/json", "Content-Length: 500"]
    connection.send(connection.head("POST", "/v1/sessions", fields=fields) + b'\r\n{"nickname":"shorter"}')
    answer = await ended(connection, "a body that is shorter than it said")
    expect(b" 20" not in answer[:13], f"A body that is shorter than it said got {answer!r}.")


async def half_closed_body(service):
    """A body that ends before its length, with the connection."""
    connection = await service.connect()
    fields = ["Content-Type: application/json", "Content-Length: 500"]
    connection.send(connection.head("POST", "/v1/sessions", fields=fields) + b'\r\n{"nickname":"halved"}')
    connection.writer.write_eof()
    answer = await ended(connection, "a body that was cut off")
    expect(b" 20" not in answer[:13], f"A body that was cut off got {answer!r}.")


async def endless_body(service, path):
    """A body in chunks without an end."""
    connection = await service.connect()
    fields = ["Content-Type: application/json", "Transfer-Encoding: chunked"]
    connection.send(connection.head("POST", path, fields=fields) + b"\r\n")
    reading = asyncio.create_task(ended(connection, "a body without an end"))
    chunk, sent = b"4000\r\n" + b" " * 0x4000 + b"\r\n", 0
    try:
        while not reading.done():
            connection.send(chunk)
            await connection.writer.drain()
            sent += len(chunk)
            # A slow client, too: the server must not wait until so much has come as it takes.
            await asyncio.sleep(0.05)
    except OSError:
        pass
    answer = await reading
    expect(answer.startswith(b"HTTP/1.1 4"), f"A body without an end got {answer!r}.")


async def never_reading(service):
    """A client that asks again and again, and reads no answer."""
    connection = await service.connect(window=4096)
    connection.writer.transport.pause_reading()
    request = connection.head("GET", "/metrics") + b"\r\n"
    try:
        async with asyncio.timeout(HANG):
            while not connection.writer.transport.is_closing():
                connection.send(request * 64)
                await connection.writer.drain()
                await asyncio.sleep(0.1)
    except OSError:
        pass
    except TimeoutError:
        expect(False, "The server did not end a client that never reads.")
    finally:
        connection.close()


async def silent(service):
    """A client that connects and sends nothing."""
    await ended(await service.connect(), "a silent connection")


async def idle(service, count):
    """Opens connections that send one request each, then nothing; returns them."""

    async def open_some(number):
        connections = []
        for _ in range(number):
            connection = await service.connect()
            answer = await connection.ask("GET", "/health/live")
            expect(answer.status == 200, f"An idle client was answered with {answer}.")
            connections.append(connection)
        return connections

    shares = [count // 16 + (index < count % 16) for index in range(16)]
    return [one for some in await gather(*map(open_some, shares)) for one in some]


async def hostile(service, secrets, idle_count):
    """Runs all of them at once, and compares the pace of a usual client before and meanwhile."""
    connection = await service.connect()
    token = await sign_in(connection, "usual", secrets)
    connection.close()
    pace = Pace(service, token)
    await pace.measure(0.5)
    before = await pace.measure(2)
    descriptors = service.descriptors()
    memory = service.memory()
    connections = await idle(service, idle_count)
    attacks = asyncio.create_task(
        gather(
            *(slow_head(service) for _ in range(20)),
            *(slow_body(service) for _ in range(20)),
            *(silent(service) for _ in range(20)),
            *(never_reading(service) for _ in range(4)),
            *(longer_than_said(service) for _ in range(10)),
            *(shorter_than_said(service) for _ in range(10)),
            *(half_closed_body(service) for _ in range(10)),
            *(endless_body(service, path) for path in ("/v1/sessions", "/v1/links", "/v1/nothing")),
            *(ended(connection, "an idle connection") for connection in connections),
        )
    )
    await asyncio.sleep(1)
    meanwhile = await pace.measure(4)
    begin = time.monotonic()
    most = 0
    while not attacks.done():
        await asyncio.wait([attacks], timeout=1)
        most = max(most, service.memory() - memory)
    await attacks
    seconds = time.monotonic() - begin + 5
    await service.settle(descriptors)
    # 40 KiB for each idle connection, and 256 KiB for each of the others.
    bound = 40 * idle_count + 256 * (len(attacks.result()) - idle_count)
    expect(most <= bound, f"The memory grows by {most} KiB beside hostile clients, more than {bound} KiB.")
    ratio = meanwhile / before
    expect(
        ratio >= 0.5 or idle_count < 5000,
        f"Beside hostile clients a usual one is answered {ratio:.2f} times as often.",
    )
    return (
        f"{idle_count} idle and {len(attacks.result()) - idle_count} hostile clients, all ended within "
        f"{seconds:.0f} s, for at most {most} KiB; a usual one was answered {ratio:.2f} times as often as before"
    )
