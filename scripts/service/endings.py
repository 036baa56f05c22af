"""Kills and stops under load: what was acknowledged is kept, and what was begun is answered."""

import asyncio
import random
import signal

from client import Cut
from service import HANG, expect, gather, sign_in


class Load:
    """Clients that sign in, ask and sign out until the server goes away."""

    def __init__(self, service, secrets, prefix):
        self.service = service
        self.secrets = secrets
        self.prefix = prefix
        # The token of each sign-in that was acknowledged, by its nickname.
        self.acknowledged = {}
        # The nickname and the request of each sign-in that got no whole answer.
        self.unanswered = {}
        self.cuts = []
        self.answered = 0
        self.ending = False

    async def sign_in_again_and_again(self, client):
        """Signs in under one nickname after another, and asks who that is."""
        number = 0
        while not self.ending:
            try:
                connection = await self.service.connect()
            except OSError:
                return
            # A new connection after some requests, so that there are always young ones.
            for _ in range(8):
                if connection.is_last:
                    break
                number += 1
                nickname = f"{self.prefix}-{client}-{number}"
                try:
                    token = await sign_in(connection, nickname, self.secrets)
                    self.acknowledged[nickname] = token
                    self.answered += 1
                    if not connection.is_last:
                        await connection.ask("GET", "/v1/session", token)
                        self.answered += 1
                except Cut as cut:
                    self.cuts.append(cut)
                    if nickname not in self.acknowledged:
                        self.unanswered[nickname] = cut
                    break
            connection.close()

    async def run(self, clients):
        """Runs a number of clients until all have found the server gone."""
        await gather(*(self.sign_in_again_and_again(client) for client in range(clients)))

    async def end(self, number, status):
        """Lets the load run for a while, ends the server by a signal, and returns its seconds."""
        running = asyncio.create_task(self.run(16))
        await asyncio.sleep(random.uniform(0.2, 0.8))
        async with asyncio.timeout(HANG):
            while not self.acknowledged and not running.done():
                await asyncio.sleep(0.01)
        seconds = await self.service.stop(number, status)
        self.ending = True
        await running
        return seconds


async def kills(service, secrets, count):
    """Kills the server under load, and expects every sign-in that was acknowledged."""
    tokens, durations = [], []
    for number in range(count):
        load = Load(service, secrets, f"k{number}")
        await load.end(signal.SIGKILL, -signal.SIGKILL)
        durations.append(await service.start())
        expect(load.acknowledged, "Nothing was acknowledged before the server was killed.")
        tokens.append(list(load.acknowledged.values()))
        await hold(service, tokens[-1])
    await hold(service, [token for kept in tokens for token in random.sample(kept, 1)])
    total = sum(map(len, tokens))
    return (
        f"{count} kills, {total} sign-ins acknowledged and all kept, "
        f"ready again within {max(durations):.2f} s"
    )


async def hold(service, tokens):
    """Expects that each of some tokens has its session."""

    async def ask(some):
        connection = await service.connect()
        for token in some:
            answer = await connection.ask("GET", "/v1/session", token)
            expect(answer.status == 200, f"A session that was acknowledged is gone: {answer}")
        connection.close()

    await gather(*(ask(tokens[start::8]) for start in range(8)))


async def stops(service, secrets, count):
    """Stops the server under load, and expects an answer to each request that it has read.

    Between two requests a server may close a connection on which the client begins the next one. Such a
    request was not read: it got no byte of an answer, the log does not have it, and it changed nothing.
    """
    answered = unread = 0
    longest = 0.0
    for number in range(count):
        load = Load(service, secrets, f"t{number}")
        longest = max(longest, await load.end(signal.SIGTERM, 0))
        log = service.log.read_bytes()
        for cut in load.cuts:
            expect(cut.received == 0, f"SIGTERM cut off an answer: {cut}.")
            expect(
                f'"{cut.identifier}"'.encode() not in log,
                f"SIGTERM cut off the request {cut.identifier}, which the log has.",
            )
        expect(load.answered, "Nothing was answered before the server was stopped.")
        await service.start()
        await hold(service, list(load.acknowledged.values()))
        connection = await service.connect()
        for nickname in load.unanswered:
            answer = await connection.ask("GET", f"/v1/nicknames/{nickname}")
            expect(
                answer.document()["available"],
                f"The sign-in of {nickname} got no answer, and was made all the same.",
            )
        connection.close()
        answered += load.answered
        unread += len(load.cuts)
    return (
        f"{count} stops under load, {answered} requests answered, none cut off, "
        f"{unread} not read, ended within {longest:.2f} s"
    )
