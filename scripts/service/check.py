"""Uses, kills, stops, attacks and loads a real service; see scripts/check-service."""

import argparse
import asyncio
import resource
import sys
import tempfile

from encrypted import encrypted
from endings import kills, stops
from hostile import hostile
from load import load
from options import first, number
from pair import pair
from service import UNLIMITED, Failure, Secrets, Service
from usage import closure, operator, readme, secrecy, unreachable


def arguments():
    """The arguments of the command line."""
    parser = argparse.ArgumentParser(
        prog="scripts/check-service",
        description="Uses, kills, stops, attacks and loads a real service on loopback.",
    )
    parser.add_argument("--kills", type=number, default=3, metavar="N", help="kills under load (default: 3)")
    parser.add_argument("--stops", type=number, default=2, metavar="N", help="stops under load (default: 2)")
    parser.add_argument(
        "--idle",
        type=number,
        default=500,
        metavar="N",
        help="idle connections beside hostile clients (default: 500); from 5000 on a usual client must be "
        "answered half as often as without them",
    )
    parser.add_argument("--load", type=number, default=10, metavar="SECONDS", help="duration of the load (default: 10)")
    parser.add_argument("--only", metavar="NAME", help="runs one part: readme, operator, closure, unreachable, encrypted, pair, kills, stops, hostile or load")
    parser.add_argument("--programs", help=argparse.SUPPRESS)
    parser.add_argument("--root", required=True, help=argparse.SUPPRESS)
    return parser.parse_args()


def unlimited():
    """The options of a server that one client may ask as often as it likes."""
    return [*UNLIMITED, "--connections-per-client", "100000"]


async def run(options, folder):
    """Runs the parts one after another, and prints a line for each."""
    secrets = Secrets()
    service = Service(options.programs, folder, unlimited())
    parts = {
        "readme": lambda: readme(service, secrets, options.root),
        "operator": lambda: operator(service, secrets, options.programs),
        "closure": lambda: closure(options.programs, folder),
        "unreachable": lambda: unreachable(options.programs),
        "encrypted": lambda: encrypted(options.programs, options.root, folder),
        "pair": lambda: pair(options.programs, service.folder, secrets),
        "kills": lambda: kills(service, secrets, options.kills),
        "stops": lambda: stops(service, secrets, options.stops),
        "hostile": lambda: hostile(service, secrets, options.idle),
        "load": lambda: load(service, secrets, options.load),
    }
    try:
        await service.start()
        for name, part in parts.items():
            if options.only in (None, name):
                print("ok:", await part(), flush=True)
        if not options.only:
            print("ok:", await secrecy(service, secrets, options.programs), flush=True)
    finally:
        await service.kill()


def main():
    options = arguments()
    # Each connection is a descriptor here and in the server.
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        try:
            asyncio.run(run(options, folder))
        except* Failure as group:
            sys.exit(f"FAIL: {first(group)}")


if __name__ == "__main__":
    main()
