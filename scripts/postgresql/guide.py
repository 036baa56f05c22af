"""Runs the lines of the guide docs/postgresql.md, from a file to a database with a standby."""

import asyncio
import os
import re
import signal
from pathlib import Path

from cluster import DATABASE, OPERATOR, PROGRAMS, Cluster, user
from service import HANG, UNLIMITED, Service, expect, sign_in

# The roles of the guide, and how many blocks of lines it has.
ROLE, BLOCKS = "moniker", 8


async def guide(options, folder, secrets, settings):
    """Runs them in order; the service runs between the steps where the guide says so."""
    blocks = re.findall(r"```sh\n(.*?)```", (Path(options.root) / "docs/postgresql.md").read_text(), re.DOTALL)
    expect(len(blocks) == BLOCKS, f"The guide has {len(blocks)} blocks of lines in place of {BLOCKS}.")
    place = folder / "guide"
    place.mkdir()
    first, second = (Cluster(place, name, settings) for name in ("db1", "db2"))
    dump = first.sockets / "moniker.dump"
    names = {
        "/var/lib/moniker/moniker.sqlite": str(place / "store" / "moniker.sqlite"),
        "/var/lib/postgresql/15/main": str(second.data),
        "/var/backups/moniker.dump": str(dump),
        "moniker_owner@db1/": f"moniker_owner@{first.host}/",
        "moniker@db1/": f"moniker@{first.host}/",
        "postgresql://db1/": f"postgresql://{first.host}/",
        "postgresql://db2/": f"postgresql://{second.host}/",
        "host=db1 ": f"host={first.sockets} ",
        "host=db2 ": f"host={second.sockets} ",
    }

    async def run(number):
        """Runs a block in a shell, as the administrator."""
        script = "set -euo pipefail\n" + blocks[number]
        for name, real in names.items():
            script = script.replace(name, real)
        # What writes files of PostgreSQL runs as its user.
        isOwn = any(name in script for name in ("pg_basebackup", "pg_ctl", "pg_dump"))
        process = await asyncio.create_subprocess_exec(
            *(user() if isOwn else ()),
            *("bash", "-c", script),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            cwd="/",
            env={
                **os.environ,
                "PATH": f"{Path(options.programs).resolve()}:{PROGRAMS}:{os.environ['PATH']}",
                "PGHOST": str(first.sockets),
                "PGUSER": OPERATOR,
            },
        )
        output, _ = await asyncio.wait_for(process.communicate(), HANG)
        expect(process.returncode == 0, f"The guide's lines failed: {blocks[number]}{output.decode()}")

    service = Service(options.programs, place, UNLIMITED)
    try:
        await service.start()
        connection = await service.connect()
        token = await sign_in(connection, "grown", secrets)
        connection.close()
        await service.stop(signal.SIGTERM, 0)
        first.initialize()
        await first.start()
        for number in range(3):
            await run(number)
        service.arguments += ["--store", f"postgres://{ROLE}@{first.host},{second.host}/{DATABASE}"]
        await service.start()
        await asked(service, token)
        await run(3)
        await run(4)
        await second.start()
        await run(5)
        await first.until_followed("sync")
        connection = await service.connect()
        late = await sign_in(connection, "late", secrets)
        connection.close()
        await first.kill()
        await run(6)
        async with asyncio.timeout(HANG):
            while not await answers(service):
                await asyncio.sleep(0.05)
        for kept in (token, late):
            await asked(service, kept)
        await run(7)
        expect(dump.stat().st_size > 1_000, "The dump is empty.")
        await service.stop(signal.SIGTERM, 0)
    finally:
        await service.kill()
        for cluster in (first, second):
            await cluster.kill()
    return "the guide, from a file to a database with a standby, and the loss of the primary"


async def answers(service):
    """Whether the service is ready."""
    connection = await service.connect()
    try:
        return (await connection.ask("GET", "/health/ready")).status == 200
    finally:
        connection.close()


async def asked(service, token):
    """Expects that a token still proves its device."""
    connection = await service.connect()
    answer = await connection.ask("GET", "/v1/session", token)
    expect(answer.status == 200, f"A session of before is gone: {answer}")
    connection.close()
