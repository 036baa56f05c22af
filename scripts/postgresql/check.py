"""Runs the service on real PostgreSQL servers; see scripts/check-postgresql."""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from cluster import Cluster, start_pair
from failover import failovers, store, switchover, unfenced
from guide import guide
from options import first, number
from pair import pair
from proxied import proxied
from service import UNLIMITED, Failure, Secrets, Service, expect


def arguments():
    """The arguments of the command line."""
    parser = argparse.ArgumentParser(
        prog="scripts/check-postgresql",
        description="Runs the service on a real primary with a synchronous standby.",
    )
    parser.add_argument(
        "--failovers", type=number, default=1, metavar="N", help="kills of the primary under load (default: 1)"
    )
    parser.add_argument("--programs", help=argparse.SUPPRESS)
    parser.add_argument("--root", required=True, help=argparse.SUPPRESS)
    return parser.parse_args()


async def run(options, folder):
    """Runs the parts one after another, and prints a line for each."""
    secrets = Secrets()
    settings = ["wal_keep_size=64MB", "max_wal_senders=8", "hot_standby=on", "shared_buffers=64MB"]
    primary, standby = (Cluster(folder, name, settings) for name in ("one", "two"))
    services = []
    try:
        await start_pair(primary, standby)
        print("ok:", await guide(options, folder, secrets, settings), flush=True)
        print("ok:", await pair(options.programs, folder, secrets, store(primary, standby)), flush=True)
        print("ok:", await proxied(options, folder, secrets, store(primary, standby)), flush=True)
        for name in ("first", "second"):
            place = folder / name
            place.mkdir()
            services.append(
                Service(options.programs, place, [*UNLIMITED, *store(primary, standby)])
            )
            await services[-1].start()
        said, primary, standby = await failovers(services, primary, standby, secrets, options.failovers)
        print("ok:", said, flush=True)
        for part in (switchover, unfenced):
            said, primary, standby = await part(services, primary, standby, secrets)
            print("ok:", said, flush=True)
        for service in services:
            expect(service.process.returncode is None, f"A server has ended: {service.tail()}")
        await primary.stop()
        secrets.search(folder)
        print(f"ok: {len(secrets.texts)} secrets searched for in the databases and logs", flush=True)
    finally:
        for service in services:
            await service.kill()
        for cluster in (primary, standby):
            await cluster.kill()


def main():
    options = arguments()
    with tempfile.TemporaryDirectory() as folder:
        try:
            asyncio.run(run(options, Path(folder)))
        except* Failure as group:
            sys.exit(f"FAIL: {first(group)}")


if __name__ == "__main__":
    main()
