"""The primary dies, is switched, or comes back: what was acknowledged is kept, and the service goes on."""

import asyncio
import secrets as randomness
import time

from client import Cut
from cluster import DATABASE, address
from service import HANG, expect, gather

# How many sign-ins are acknowledged before the primary is killed, and by how many clients of a server.
BEFORE, CLIENTS = 30, 4


class Load:
    """Clients that add accounts at several servers, and repeat a request until it is done."""

    def __init__(self, services, secrets, prefix):
        self.services = services
        self.secrets = secrets
        self.prefix = prefix
        # The token of each nickname that was acknowledged.
        self.acknowledged = {}
        self.refusals = 0
        self.ending = False

    async def add_accounts(self, service, client):
        """Adds one account after another."""
        number = 0
        while not self.ending:
            number += 1
            nickname = f"{self.prefix}-{client}-{number}"
            document = await self.sign_up(service, nickname)
            self.secrets.keep(document)
            self.acknowledged[nickname] = document["token"]

    async def sign_up(self, service, nickname):
        """Repeats a sign-up with one key until it is acknowledged; nothing but 503 may be answered before."""
        fields = [f"Idempotency-Key: {randomness.token_urlsafe(24)}"]
        async with asyncio.timeout(HANG):
            while True:
                connection = await service.connect()
                try:
                    answer = await connection.ask(
                        "POST", "/v1/sessions", body={"nickname": nickname}, fields=fields
                    )
                except Cut as cut:
                    expect(False, f"The server cut off an answer: {cut}.")
                finally:
                    connection.close()
                if answer.status == 201:
                    return answer.document()
                expect(
                    answer.status == 503 and "retry-after" in answer.headers,
                    f"A sign-up without a primary was answered with {answer}.",
                )
                self.refusals += 1
                await asyncio.sleep(0.1)

    async def run(self):
        """Runs the clients until the load ends."""
        await gather(
            *(
                self.add_accounts(service, f"{place}{client}")
                for place, service in enumerate(self.services)
                for client in range(CLIENTS)
            )
        )

    async def more(self, count):
        """Waits until so many more are acknowledged."""
        wanted = len(self.acknowledged) + count
        async with asyncio.timeout(HANG):
            while len(self.acknowledged) < wanted:
                await asyncio.sleep(0.02)


async def ready(service):
    """Whether the service says that it is ready, or None if it has no answer."""
    connection = await service.connect()
    try:
        return (await connection.ask("GET", "/health/ready")).status == 200
    finally:
        connection.close()


async def until(condition):
    """Waits until a condition, which is asked again and again, holds."""
    async with asyncio.timeout(HANG):
        while not await condition():
            await asyncio.sleep(0.05)


async def verify(load, primary):
    """Every account that was acknowledged is there, once, and no other."""
    tokens = list(load.acknowledged.values())

    async def ask(service, some):
        connection = await service.connect()
        for token in some:
            answer = await connection.ask("GET", "/v1/session", token)
            expect(answer.status == 200, f"A session that was acknowledged is gone: {answer}")
        connection.close()

    places = len(load.services)
    await gather(
        *(ask(service, tokens[place::places]) for place, service in enumerate(load.services))
    )
    like = f"nickname LIKE '{load.prefix}-%'"
    held = int(primary.ask(f"SELECT count(*) FROM moniker.account WHERE {like}", DATABASE))
    expect(held == len(tokens), f"{len(tokens)} accounts were acknowledged, and the database has {held}.")
    opened = int(
        primary.ask(
            f"SELECT count(*) FROM moniker.session JOIN moniker.account ON account.number = session.account "
            f"WHERE {like}",
            DATABASE,
        )
    )
    expect(opened == held, f"{held} accounts have {opened} sessions.")


async def failovers(services, primary, standby, secrets, count):
    """Kills the primary under load, and promotes the standby, several times; returns the new order."""
    durations, kept, refused = [], 0, 0
    for number in range(count):
        load = Load(services, secrets, f"failover{number}")
        running = asyncio.create_task(load.run())
        await load.more(BEFORE)
        await primary.kill()
        for service in services:
            await until(lambda service=service: unready(service))
        promoted = await standby.promote()
        standby.set_synchronous(False)
        for service in services:
            await until(lambda service=service: ready(service))
        durations.append(time.monotonic() - promoted)
        await load.more(BEFORE)
        load.ending = True
        await running
        await verify(load, standby)
        kept += len(load.acknowledged)
        refused += load.refusals
        primary.follow(standby)
        await primary.start()
        standby.set_synchronous(True)
        await standby.until_followed("sync")
        primary, standby = standby, primary
    said = (
        f"{count} times kill -9 of the primary under load: {kept} sign-ups acknowledged, all kept, each once; "
        f"{refused} were told to come again; ready within {max(durations):.1f} s of the promotion"
    )
    return said, primary, standby


async def unready(service):
    """Whether the service says that it is not ready."""
    return not await ready(service)


async def switchover(services, primary, standby, secrets):
    """The primary ends, the standby takes over, and the old primary becomes its standby."""
    load = Load(services, secrets, "switchover")
    running = asyncio.create_task(load.run())
    await load.more(BEFORE)
    await primary.stop()
    await standby.promote()
    standby.set_synchronous(False)
    # It goes on where it ended: nothing was written after that.
    follow = (
        f"primary_conninfo = 'host={standby.sockets} user=operator application_name={primary.name}'"
    )
    with (primary.data / "postgresql.auto.conf").open("a") as settings:
        settings.write(follow + "\n")
    (primary.data / "standby.signal").touch()
    await primary.start()
    standby.set_synchronous(True)
    await standby.until_followed("sync")
    await load.more(BEFORE)
    load.ending = True
    await running
    await verify(load, standby)
    said = f"a switchover under load: {len(load.acknowledged)} sign-ups acknowledged, all kept, each once"
    return said, standby, primary


async def unfenced(services, primary, standby, secrets):
    """An old primary comes back as one beside the new one: nothing is written to it."""
    load = Load(services, secrets, "unfenced")
    running = asyncio.create_task(load.run())
    await load.more(BEFORE)
    await primary.kill()
    await standby.promote()
    standby.set_synchronous(False)
    await load.more(BEFORE)
    # It does not wait for a standby, so that it would acknowledge what is written to it.
    with (primary.data / "postgresql.auto.conf").open("a") as settings:
        settings.write("synchronous_standby_names = ''\n")
    await primary.start()
    written = "SELECT (SELECT count(*) FROM moniker.account), (SELECT count(*) FROM moniker.intention)"
    before = primary.ask(written, DATABASE)
    await load.more(BEFORE)
    # The new primary goes for a moment: every connection is made anew, with the old one within reach.
    await standby.stop()
    await asyncio.sleep(1)
    await standby.start()
    await load.more(BEFORE)
    load.ending = True
    await running
    after = primary.ask(written, DATABASE)
    expect(after == before, f"The old primary was written to: it had {before}, and has {after}.")
    await verify(load, standby)
    await primary.kill()
    primary.follow(standby)
    await primary.start()
    standby.set_synchronous(True)
    await standby.until_followed("sync")
    said = (
        f"an old primary that comes back: nothing is written to it, {len(load.acknowledged)} sign-ups kept"
    )
    return said, standby, primary


def store(*clusters):
    """The arguments of a server whose store is on some of the servers of PostgreSQL."""
    return ["--store", address(*clusters)]
