"""Takes the pictures of README from the running program; see scripts/screenshots."""

import argparse
import asyncio
import tempfile
from pathlib import Path

from playwright.async_api import async_playwright

from browser import launch
from service import Service
from stage import Stage, enter
from terminal import page_of

SIZE = {"width": 880, "height": 620}


async def take(options, folder):
    """Takes one picture of the page in light and one in dark colours, and one of a terminal."""
    pictures = options.root / "docs/pictures"
    pictures.mkdir(exist_ok=True)
    service = Service(options.programs, folder, [])
    options.seed = "pictures"
    try:
        await service.start()
        async with async_playwright() as playwright:
            browser = await launch(playwright)
            stage = Stage(options, service, browser, folder, "pictures", None)
            visitor = await stage.visitor(options={"viewport": SIZE})
            nickname, key = await enter(visitor, stage, "gildong")
            for label in ("Firefox on Linux", "Chrome on Android"):
                await stage.sign_in(nickname, key, label)
            for scheme, path, heading in (("light", "/", nickname), ("dark", "/sessions", "Sessions")):
                await visitor.page.emulate_media(color_scheme=scheme)
                await visitor.open(path)
                await visitor.sees(heading)
                await visitor.page.screenshot(path=pictures / f"page-{scheme}.png")
            visitor.finish()
            terminal = await browser.new_page(device_scale_factor=1.5)
            await terminal.set_content(await page_of(options.programs, folder))
            await terminal.locator("pre").screenshot(path=pictures / "terminal.png")
            await stage.close()
            await browser.close()
    finally:
        await service.kill()


def main():
    parser = argparse.ArgumentParser(prog="scripts/screenshots")
    parser.add_argument("--programs", required=True)
    parser.add_argument("--root", required=True, type=Path)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(take(parser.parse_args(), Path(folder)))


if __name__ == "__main__":
    main()
