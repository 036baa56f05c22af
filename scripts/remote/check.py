"""Runs commands of the tool while networks and servers fail; see scripts/check-remote."""

import argparse
import asyncio
import random
import signal
import sys
import tempfile
import time
from pathlib import Path

import interrupted
from faults import Figures, Lane
from network import DELAY, LOSS, Hosts, Loopback, call, has_netem
from options import first, new_seed, number
from service import Failure, gather

# How many failures are told in full.
TOLD = 20


def arguments():
    """The arguments of the command line."""
    parser = argparse.ArgumentParser(
        prog="scripts/check-remote",
        description="Runs commands of the tool against a service while the network between them fails.",
    )
    parser.add_argument("--runs", type=number, default=24, metavar="N", help="commands (default: 24)")
    parser.add_argument("--seed", help="repeats the choices of a run")
    parser.add_argument(
        "--lanes",
        type=number,
        default=3,
        metavar="N",
        help="how many services and networks are used at once, up to 200 (default: 3)",
    )
    parser.add_argument(
        "--without-namespaces", action="store_true", help="uses a proxy on loopback, as where there are none"
    )
    parser.add_argument("--programs", help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.lanes = min(options.lanes, options.runs, 200)
    options.seed = options.seed or new_seed()
    return options


def networks(options, folder):
    """What makes a network for a lane, and what it is."""
    if options.without_namespaces:
        return (
            lambda lane, choose: Loopback(folder / f"lane{lane}", choose),
            "no namespaces: a proxy of the tests on loopback holds and cuts what it passes on",
        )
    netem = has_netem()
    return (
        lambda lane, choose: Hosts(folder / f"lane{lane}", lane, choose, netem),
        f"two hosts in namespaces, TLS; {'netem' if netem else 'the wire of the tests'} loses {LOSS:.0%} "
        f"of the packets or delays them by {DELAY:.1f} s, a proxy cuts connections",
    )


async def run_lane(options, lane, make, figures):
    """Runs a share of the commands, one after another."""
    choose = random.Random(f"{options.seed}-{lane}")
    # Its own, because how many packets there are depends on the time that all takes.
    network = make(lane, random.Random(f"{options.seed}-{lane}-network"))
    runner = Lane(options.programs, network, choose, figures)
    try:
        await runner.open()
        for count in range(lane, options.runs + 1, options.lanes):
            try:
                await runner.run()
            except Failure as failure:
                figures.failures.append(str(failure))
                if len(figures.failures) <= TOLD:
                    print(f"FAIL: {failure} (command {count}){runner.told}", flush=True)
                # What the homes know may be wrong now.
                runner.homes = []
    finally:
        await runner.close()


async def run(options, folder, figures):
    """Runs the lanes at once; SIGTERM ends them as Ctrl-C does."""
    task = asyncio.current_task()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    make, kind = networks(options, folder)
    print(f"seed {options.seed}; {kind}", flush=True)
    if not options.without_namespaces:
        # In a new namespace it is down.
        call("ip", "link", "set", "lo", "up")
    await interrupted.check(options.programs, folder / "interrupted")
    lanes = range(1, options.lanes + 1)
    await gather(*(run_lane(options, lane, make, figures) for lane in lanes))


def report(figures, seconds):
    """Prints what was seen, and ends with a failure if there was one."""
    counts = ", ".join(f"{name}: {count}" for name, count in sorted(figures.counts.items()))
    statuses = ", ".join(f"{status}: {count}" for status, count in sorted(figures.statuses.items()))
    print(f"  {counts}\n  exit statuses: {statuses}")
    longest, what = figures.longest
    print(f"  the longest took {longest:.1f} s ({what}); at most {figures.over:.1f} s over its limit")
    if figures.failures:
        sys.exit(f"FAIL: {len(figures.failures)} of {figures.statuses.total()} commands ({seconds:.0f} s)")
    print(
        f"ok: {figures.statuses.total()} commands have ended, none was done twice, "
        f"nothing acknowledged was lost ({seconds:.0f} s)"
    )


def main():
    options = arguments()
    figures = Figures()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        try:
            asyncio.run(run(options, Path(folder), figures))
        except ExceptionGroup as group:
            if group.split(Failure)[1]:
                raise
            sys.exit(f"FAIL: {first(group)}")
        except (asyncio.CancelledError, KeyboardInterrupt):
            sys.exit("It was interrupted.")
    report(figures, time.monotonic() - begun)


if __name__ == "__main__":
    main()
