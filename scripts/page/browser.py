"""The browser that shows the pages."""

import shutil


async def launch(playwright):
    """Starts Debian's Chromium."""
    return await playwright.chromium.launch(
        executable_path=shutil.which("chromium"),
        # Its sandbox cannot be had by root, nor in most containers; it opens pages of loopback alone.
        chromium_sandbox=False,
        # A page that is left stays in memory, as it does for people.
        ignore_default_args=["--disable-back-forward-cache"],
    )
