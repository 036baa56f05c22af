"""Two servers on one store: they are one service, and each goes on without the other."""

import asyncio
import signal
import time

from client import Cut
from service import HANG, Service, expect, gather, sign_in

# How many wrong codes a device may give in ten minutes, and how many accounts a network may add here.
WRONG_CODES = 5
ACCOUNTS = 20


async def pair(programs, folder, secrets, store=()):
    """Runs two servers on one store; store has the arguments that name it, for another than SQLite."""
    services = []
    for name in ("one", "two"):
        place = folder / f"pair-{name}"
        place.mkdir()
        arguments = ["--limit-factor", "100000", "--accounts-per-day", str(ACCOUNTS), *store]
        service = Service(programs, place, arguments)
        service.environment["MONIKER_HOME"] = str(folder / "pair-store")
        services.append(service)
    try:
        for service in services:
            await service.start()
        first, second = services
        shown = await acknowledgements(services, secrets)
        told = [await changes(first, second, secrets), await changes(second, first, secrets)]
        await guesses(services, secrets)
        added = await quota(services, secrets)
        kept = await survivor(first, second, secrets, added)
    finally:
        for service in services:
            await service.kill()
    return (
        f"two servers on one store: {shown} changes at one shown by the other at once, an event told after "
        f"{max(told) * 1000:.0f} ms, limits hold across both, {kept} sign-ins kept when one was killed"
    )


async def acknowledgements(services, secrets):
    """What one acknowledges, the other shows at once."""
    connections = [await service.connect() for service in services]
    count = 0
    for number in range(4):
        here, there = connections[number % 2], connections[1 - number % 2]
        token = await sign_in(here, f"pair-{number}", secrets)
        answer = await there.ask("GET", "/v1/session", token)
        expect(answer.status == 200, f"A sign-in at the other server is unknown: {answer}")
        answer = await here.ask("PUT", "/v1/session/nickname", token, {"nickname": f"twin-{number}"})
        expect(answer.status == 200, f"The renaming was answered with {answer}.")
        answer = await there.ask("GET", "/v1/session", token)
        expect(answer.document()["nickname"] == f"twin-{number}", f"The other server says {answer}.")
        answer = await there.ask("DELETE", "/v1/session", token)
        expect(answer.status == 200, f"Signing out was answered with {answer}.")
        answer = await here.ask("GET", "/v1/session", token)
        expect(answer.status == 401, f"A session that was ended at the other server is open: {answer}")
        count += 3
    for connection in connections:
        connection.close()
    return count


async def changes(here, there, secrets):
    """A stream at one server tells what is changed at the other; returns after how many seconds."""
    connection, other = await here.connect(), await there.connect()
    token = await sign_in(connection, f"told-{here.port}", secrets)
    stream = await here.connect()
    stream.send(stream.head("GET", "/v1/events", token) + b"\r\n")
    await stream.reader.readuntil(b"\n\n")
    begin = time.monotonic()
    answer = await other.ask("PUT", "/v1/session/nickname", token, {"nickname": f"named-{here.port}"})
    expect(answer.status == 200, f"The renaming was answered with {answer}.")
    async with asyncio.timeout(HANG):
        await stream.reader.readuntil(f'"nickname":"named-{here.port}"'.encode())
        duration = time.monotonic() - begin
        answer = await other.ask("DELETE", "/v1/device", token)
        expect(answer.status in (200, 204), f"Forgetting was answered with {answer}.")
        await stream.ended()
    for end in (connection, other, stream):
        end.close()
    return duration


async def guesses(services, secrets):
    """Wrong codes count for a device at both servers together."""
    connections = [await service.connect() for service in services]
    token = await sign_in(connections[0], "guesser", secrets)
    statuses = []
    for number in range(WRONG_CODES + 2):
        body = {"userCode": f"BBBB-BB{'BCDFGHJKLMNPQRSTVWXZ'[number]}B"}
        answer = await connections[number % 2].ask("POST", "/v1/links/lookup", token, body)
        statuses.append(answer.document().get("code"))
    expect(
        statuses == ["noSuchLink"] * WRONG_CODES + ["tooManyWrongCodes"] * 2,
        f"The wrong codes were answered with {statuses}.",
    )
    for connection in connections:
        connection.close()


async def quota(services, secrets):
    """New accounts of a network count at both servers together; returns a nickname and its key."""
    connections = [await service.connect() for service in services]
    codes = []
    for number in range(ACCOUNTS + 1):
        body = {"nickname": f"added-{number}"}
        answer = await connections[number % 2].ask("POST", "/v1/sessions", body=body)
        document = answer.document()
        codes.append(document.get("code"))
        if answer.status != 201:
            break
        secrets.keep(document)
        added = body["nickname"], document["recoveryKey"]
    other = await connections[len(codes) % 2].ask("POST", "/v1/sessions", body={"nickname": "late"})
    expect(
        other.document().get("code") == codes[-1] == "tooManyAccounts" and len(codes) < ACCOUNTS,
        f"The sign-ups were answered with {codes}, and at the other server with {other}.",
    )
    for connection in connections:
        connection.close()
    return added


async def survivor(first, second, secrets, account):
    """One server is killed under load: the other answers, and has what was acknowledged."""
    acknowledged = []
    nickname, key = account

    async def load(service):
        """Signs in on new devices, at the other server until it has answered enough alone."""
        connection = await service.connect()
        alone = 0
        while alone < 20:
            try:
                proof = {"recoveryKey": key}
                acknowledged.append(await sign_in(connection, nickname, secrets, proof=proof))
            except Cut:
                expect(service is first, "The other server cut off an answer.")
                break
            if connection.is_last:
                connection.close()
                connection = await service.connect()
            alone = 0 if first.process else alone + 1
        connection.close()

    async def kill():
        async with asyncio.timeout(HANG):
            while len(acknowledged) < 20:
                await asyncio.sleep(0.01)
        await first.stop(signal.SIGKILL, -signal.SIGKILL)

    await gather(*(load(service) for service in [first, second] * 3), kill())
    connection = await second.connect()
    for token in acknowledged:
        answer = await connection.ask("GET", "/v1/session", token)
        expect(answer.status == 200, f"A sign-in that was acknowledged is gone: {answer}")
    connection.close()
    return len(acknowledged)
