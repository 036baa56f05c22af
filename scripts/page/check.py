"""Uses the pages of a real service with a real browser; see scripts/check-page."""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

from playwright.async_api import Error as BrowserError
from playwright.async_api import async_playwright

from browser import launch
from journey import keyboard, pointer, scriptless
from live import as_typed, ended, late, overtaken, switched, tabs, waiting
from options import new_seed
from privacy import back, directions, foreign, texts, twice
from secure import damaged, encrypted, expired, framed, full
from service import UNLIMITED, Failure, Service
from stage import Stage
from trouble import broken, busy, first_page, history, limited, missing, motion, scrolled

CHECKS = (
    *(first_page, pointer, keyboard, scriptless),
    *(as_typed, tabs, ended, switched, overtaken, late, waiting),
    *(twice, back, foreign, texts, directions),
    *(encrypted, framed, expired, full, damaged),
    *(missing, limited, broken, busy, history, scrolled, motion),
)


def arguments():
    """The arguments of the command line."""
    names = ", ".join(check.__name__ for check in CHECKS)
    parser = argparse.ArgumentParser(
        prog="scripts/check-page",
        description="Uses the pages of a real service with a real browser.",
    )
    parser.add_argument("--only", metavar="NAME", help=f"runs one check: {names}")
    parser.add_argument("--seed", help="repeats a run")
    parser.add_argument("--programs", help=argparse.SUPPRESS)
    parser.add_argument("--axe", required=True, type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--root", required=True, type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.only and options.only not in names.split(", "):
        parser.error(f"--only takes one of: {names}")
    options.seed = options.seed or new_seed()
    return options


async def run(options, folder):
    """Runs the checks one after another, and prints a line for each; returns how many have failed."""
    axe = options.axe.read_text()
    pictures = options.root / ".build/page"
    service = Service(options.programs, folder, UNLIMITED)
    failed = 0
    try:
        await service.start()
        async with async_playwright() as playwright:
            browser = await launch(playwright)
            for check in CHECKS:
                name = check.__name__
                if options.only not in (None, name):
                    continue
                stage = Stage(options, service, browser, folder, name, axe)
                begin = time.monotonic()
                try:
                    said = await check(stage)
                    for visitor in stage.visitors:
                        visitor.finish()
                    print(f"ok: {name}: {said} ({time.monotonic() - begin:.0f} s)", flush=True)
                except (Failure, AssertionError, BrowserError, asyncio.TimeoutError) as error:
                    failed += 1
                    pictures.mkdir(parents=True, exist_ok=True)
                    shown = await stage.picture(pictures / f"{name}.png")
                    print(f"FAIL: {name}: {place(error)}: {error}\n  picture: {shown}", file=sys.stderr)
                    for visitor in stage.visitors:
                        print(f"  {visitor.story()}", file=sys.stderr)
                finally:
                    await stage.close()
            await browser.close()
    finally:
        await service.kill()
    return failed


def place(error):
    """Where in the checks an error was found."""
    trace, found = error.__traceback__, "?"
    while trace:
        path = Path(trace.tb_frame.f_code.co_filename)
        if path.parent == Path(__file__).parent and path.name not in ("check.py", "visitor.py"):
            found = f"{path.name}:{trace.tb_lineno}"
        trace = trace.tb_next
    return found


def main():
    options = arguments()
    with tempfile.TemporaryDirectory() as folder:
        failed = asyncio.run(run(options, Path(folder)))
    if failed:
        sys.exit(f"{failed} checks have failed; repeat them with --seed {options.seed}")


if __name__ == "__main__":
    main()
