"""The pages by TLS, within pages of other sites, of sessions that expire, and of stores that are full or damaged."""

import asyncio
import os
import signal

from playwright.async_api import expect as expect_page

from encrypted import certify
from privacy import OtherSite
from service import UNLIMITED, Failure, Service, expect
from stage import enter
from visitor import HANG

# The exit status of a program whose store is damaged.
BAD_DATA = 65


async def encrypted(stage):
    """Signs up, changes something in one of two tabs and signs out, by TLS."""
    folder = stage.folder / stage.name
    folder.mkdir()
    chain, key = certify(folder)
    service = await stage.start(*UNLIMITED, "--tls-certificate", chain, "--tls-key", key)
    # Nobody has signed the certificate that the check has made.
    visitor = await stage.visitor(service=service, options={"ignore_https_errors": True}, scheme="https")
    nickname, _ = await enter(visitor, stage)
    cookies = await visitor.context.cookies()
    expect(cookies, "There is no cookie.")
    for cookie in cookies:
        told = {name: cookie[name] for name in ("secure", "httpOnly", "sameSite", "path")}
        wanted = {"secure": True, "httpOnly": True, "sameSite": "Lax", "path": "/"}
        expect(cookie["name"].startswith("__Host-moniker") and told == wanted, f"The cookie is {cookie}.")
    first = visitor.page
    second = await visitor.open_tab()
    await visitor.open("/")
    await visitor.mark()
    visitor.page = first
    renamed = stage.nickname()
    await visitor.type("New nickname", renamed)
    await visitor.press("Change it")
    await visitor.is_told("The nickname is changed.")
    visitor.page = second
    await visitor.sees(renamed)
    await visitor.press("Sign out")
    await visitor.is_told("You are signed out.")
    await visitor.is_marked()
    return f"the pages by TLS, with {len(cookies)} cookies that only it carries"


async def framed(stage):
    """Shows pages within pages of another site, and expects that the browser refuses it."""
    visitor = await stage.visitor()
    nickname, _ = await enter(visitor, stage)
    state = await visitor.context.storage_state()
    site = OtherSite()
    port = await site.start()
    # It is asked as the person who is signed in.
    context = await stage.browser.new_context(storage_state=state)
    page = await context.new_page()
    paths = ("/", "/sign-in", "/link", "/sessions", "/recovery-key", "/nothing", "/assets/page.js", "/v1/session")
    for host in ("localhost", "127.0.0.1"):
        own = f"http://{host}:{port}/own"
        for address in (own, *(stage.base + path for path in paths)):
            inner = "" if address == own else f'<iframe src="{address}" width="600" height="400"></iframe>'
            site.page = f"<!doctype html><title>Other</title><p>Win</p>{inner}"
            await page.goto(f"http://{host}:{port}/")
            if address == own:
                continue
            expect(len(page.frames) == 2, f"The page has the frames {page.frames}.")
            shown = await page.frames[1].content()
            expect(
                nickname not in shown and "Moniker" not in shown and page.frames[1].url.startswith("chrome-error:"),
                f"A page of {host} shows {address} within it: {shown[:300]}",
            )
    # What the site allows can be shown: the frame itself is not what fails.
    site.page = "<!doctype html><title>Other</title><p>Win</p>"
    await page.goto(f"http://localhost:{port}/")
    await page.evaluate("document.body.append(Object.assign(document.createElement('iframe'), { src: '/own' }))")
    await expect_page(page.frame_locator("iframe").locator("p")).to_have_text("Win", timeout=HANG)
    await context.close()
    site.server.close()
    return f"{len(paths)} addresses are not shown within pages of another site or of another origin"


async def expiring(stage, is_scripted=True):
    """Signs in for a short time by the API, and opens a page before that is over."""
    for seconds in (4, 16, 64):
        visitor = await stage.visitor(is_scripted=is_scripted)
        nickname = stage.nickname()
        body = {"nickname": nickname, "tokenIn": "cookie", "expiresIn": seconds}
        answer = await stage.ask("POST", "/v1/sessions", body=body)
        name, _, value = answer.headers["set-cookie"].partition(";")[0].partition("=")
        await visitor.context.add_cookies([{"name": name, "value": value, "url": stage.base}])
        await visitor.open("/")
        if await visitor.reads("main h1") == nickname:
            return visitor, nickname
    expect(False, "The page takes longer to open than a session of a minute lasts.")


async def expired(stage):
    """Lets a session expire under an open page."""
    visitor, nickname = await expiring(stage)
    await visitor.mark()
    await visitor.page.get_by_label("New nickname").fill("half typed")
    await visitor.sees("Sign in")
    await expect_page(visitor.page.locator("main .warning")).to_contain_text("expired", timeout=HANG)
    expect(nickname not in await visitor.reads("header"), "The header still names who was signed in.")
    expect(await visitor.value("Nickname") == nickname, "The nickname is to be typed again.")
    await visitor.is_marked()
    # Without script, a form that is sent too late changes nothing.
    late, nickname = await expiring(stage, is_scripted=False)
    await late.type("New nickname", stage.nickname())
    form = late.page
    await late.open_tab()
    await late.open("/")
    while await late.reads("main h1") == nickname:
        await late.open("/")
    late.page = form
    await late.press("Change it")
    await late.is_told("You are not signed in. Nothing was changed.")
    expect(await late.value("Nickname") == nickname, "The nickname was changed.")
    return "a session that expires leaves its page, and a form that comes too late changes nothing"


async def full(stage):
    """Fills the disk of a store, and expects pages that say so, and that nothing was changed."""
    folder = stage.folder / stage.name
    store = folder / "store"
    store.mkdir(parents=True)
    mount = f"mount -t tmpfs -o size=2m none '{store}' && exec \"$@\""
    # Who is not root is it within, and so may mount.
    as_root = [] if os.geteuid() == 0 else ["--map-root-user"]
    command = ["unshare", "--mount", *as_root, "sh", "-c", mount, "sh"]
    service = Service(stage.programs, folder, UNLIMITED, command)
    stage.services.append(service)
    await service.start()
    visitor = await stage.visitor(service=service, axe=stage.axe)
    nickname, key = await enter(visitor, stage)
    token, _ = await stage.sign_in(nickname, key, service=service)
    for _ in range(10_000):
        name = stage.nickname()
        answer = await stage.ask("PUT", "/v1/session/nickname", token, {"nickname": name}, service)
        if answer.status != 200:
            break
        nickname = name
    expect(answer.status == 507, f"A store that fills up has answered {answer}.")
    for path, field, button in (("/", "New nickname", "Change it"), ("/profile", "Title", "Save")):
        await visitor.open(path)
        await visitor.type(field, stage.nickname())
        await visitor.press(button, refused=507)
        await visitor.sees("There is no space left")
        expect("Nothing was changed." in await visitor.reads("main"), "The page does not say what was done.")
        await visitor.arrived("problem")
    # What can be read still is.
    for path, heading in (("/", nickname), ("/sessions", "Sessions"), ("/profile", "Profile"), ("/history", "History")):
        await visitor.open(path)
        await visitor.sees(heading)
    stranger = await stage.visitor(service=service)
    await stranger.open("/")
    await stranger.type("Nickname", stage.nickname())
    await stranger.press("Sign in", refused=507)
    await stranger.sees("There is no space left")
    return "the pages of a store without space say so, and show what there is"


async def damaged(stage):
    """Damages a store page by page under the service, and expects what is stored or that it cannot be had."""
    service = await stage.start(*UNLIMITED)
    visitor = await stage.visitor(service=service)
    nickname, _ = await enter(visitor, stage)
    await visitor.open("/nothing", refused=404)
    await service.stop(signal.SIGTERM, 0)
    store = next((service.folder / "store").rglob("*.sqlite"))
    whole = store.read_bytes()
    size, refused, unusable = 4_096, 0, 0
    for at in range(0, len(whole), size):
        # A server that runs has the pages in its memory that it has read.
        store.write_bytes(whole[:at] + b"\xff" * size + whole[at + size :])
        try:
            await service.start()
        except Failure:
            status = await asyncio.wait_for(service.process.wait(), HANG / 1000)
            expect(status == BAD_DATA, f"The server ended with {status}: {service.tail()}")
            unusable += 1
            continue
        for path in ("/", "/sessions", "/profile", "/history", "/accounts"):
            answer = await visitor.context.request.get(
                visitor.base + path, headers={"Accept": "text/html"}, max_redirects=0, timeout=HANG
            )
            text = await answer.text()
            refused += answer.status == 503
            right = "Not available at the moment" if answer.status == 503 else f"<bdi>{nickname}</bdi>"
            expect(answer.status in (200, 503) and right in text, f"{path} was answered with {answer.status}: {text}")
            expect(str(store) not in text and "SQLite" not in text, f"{path} says too much: {text}")
        await service.kill()
        for rest in ("-wal", "-shm"):
            store.with_name(store.name + rest).unlink(missing_ok=True)
    expect(refused > 0, "No page has noticed the damage.")
    store.write_bytes(whole)
    await service.start()
    await visitor.open("/")
    await visitor.sees(nickname)
    return (
        f"a store that is damaged looks like no other one: {refused} pages were refused, and "
        f"{unusable} times the server did not start"
    )
