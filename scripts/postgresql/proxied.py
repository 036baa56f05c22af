"""Two servers behind nginx: when one is killed, no more than its open requests are lost."""

import asyncio
import secrets as randomness
import signal
import ssl

from client import Connection, Cut
from encrypted import HOST, Proxy, certify
from service import HANG, UNLIMITED, Service, expect, gather

CLIENTS = 6


async def proxied(options, folder, secrets, store):
    """Adds accounts through the proxy, and kills one of its two servers."""
    place = folder / "proxied"
    place.mkdir()
    chain, key = certify(place)
    trust = ssl.create_default_context(cafile=chain)
    services = []
    for name in ("one", "two"):
        own = place / name
        own.mkdir()
        behind = ["--behind-proxy", "--public-url", f"https://{HOST}", "--trusted-proxy", "127.0.0.1"]
        services.append(Service(options.programs, own, [*UNLIMITED, *behind, *store]))
        await services[-1].start()
    proxy = Proxy(options.root, place, f"{services[0].port}; server 127.0.0.1:{services[1].port}", chain, key)
    acknowledged, failed = [], [0] * CLIENTS
    ending = False

    async def add(client):
        """Adds accounts; a request that was lost is repeated."""
        number = 0
        while not ending:
            number += 1
            fields = [f"Idempotency-Key: {randomness.token_urlsafe(24)}"]
            status = None
            while status != 201:
                connection = await Connection.open(proxy.port, host=HOST, tls=trust)
                try:
                    answer = await connection.ask(
                        "POST", "/v1/sessions", body={"nickname": f"proxied-{client}-{number}"}, fields=fields
                    )
                    status = answer.status
                except Cut:
                    status = None
                connection.close()
                if status != 201:
                    expect(status in (None, 502), f"A sign-up through the proxy was answered with {answer}.")
                    failed[client] += 1
            secrets.keep(answer.document())
            acknowledged.append(answer.document()["token"])

    async def kill():
        """Kills one server under load, and lets the other one go on for a while."""
        nonlocal ending
        async with asyncio.timeout(HANG):
            while len(acknowledged) < 30:
                await asyncio.sleep(0.02)
            await services[0].stop(signal.SIGKILL, -signal.SIGKILL)
            before = len(acknowledged)
            while len(acknowledged) < before + 30:
                await asyncio.sleep(0.02)
        ending = True

    try:
        await proxy.start()
        await gather(*(add(client) for client in range(CLIENTS)), kill())
        # Each client has one open request at a time.
        expect(max(failed) <= 1, f"The clients have lost {failed} requests.")
        connection = await Connection.open(proxy.port, host=HOST, tls=trust)
        for token in acknowledged:
            answer = await connection.ask("GET", "/v1/session", token)
            expect(answer.status == 200, f"A sign-up that was acknowledged is gone: {answer}")
            if connection.is_last:
                connection.close()
                connection = await Connection.open(proxy.port, host=HOST, tls=trust)
        connection.close()
    finally:
        await proxy.stop()
        for service in services:
            await service.kill()
    return (
        f"two servers behind nginx, one killed: {sum(failed)} of {CLIENTS} open requests lost, "
        f"{len(acknowledged)} sign-ups acknowledged, all kept"
    )
