"""What a page must not do: run what people write, act for other sites, show what was private."""

import asyncio
import contextlib
import html
import json

from playwright.async_api import Error as BrowserError
from playwright.async_api import expect as expect_page

from service import expect
from stage import enter
from visitor import HANG, titled

# What would do something if it were no text.
TEXTS = (
    '"><script>alert(1)</script>{{name}}',
    "</title><img src=x onerror=alert(1)>{{{content}}}",
    "' onfocus='alert(1)' autofocus='&lt;b&gt;&amp;amp;",
    "</textarea><b>bold</b>{{> frame}}",
    "https://example.com/?a=1&b=2 javascript:alert(1)",
)

# The elements of a page with the names of their attributes, without any text.
SHAPE = """() => [...document.querySelectorAll("html, html *")].map((element) =>
  [element.tagName, ...[...element.attributes].map(({ name }) => name).sort()].join(" "))"""

PAGES = ("/", "/accounts", "/sessions", "/profile", "/history", "/sign-in", "/recovery-key")


async def texts(stage):
    """Writes markup, scripts, addresses and tags of templates everywhere, and expects text."""
    shapes = {}
    for text in ("harmless", *TEXTS):
        visitor = await stage.visitor()
        label = f"{text} label"
        # Nobody holds the same one twice, and so the harmless one is as any other.
        nickname, key = await enter(visitor, stage, f"{text} {stage.nickname()[:3]}")
        token, _ = await stage.sign_in(nickname, key, label)
        await stage.save_profile(token, f"{text} title", f"{text}\nline")
        asked = await stage.ask("POST", "/v1/links", body={"device": {"label": label}})
        written = {
            "/": [nickname],
            "/accounts": [nickname],
            "/sessions": [nickname, label],
            "/profile": [nickname],
            "/history": [nickname],
            "/sign-in": [],
            "/recovery-key": [nickname],
        }
        for path in PAGES:
            await visitor.open(path)
            await has_texts(visitor, [nickname, *written[path]])
            shape = await visitor.page.evaluate(SHAPE)
            expect(shapes.setdefault(path, shape) == shape, differs(path, text, shapes[path], shape))
            if path == "/":
                await expect_page(visitor.page).to_have_title(titled(nickname), timeout=HANG)
            if path == "/profile":
                expect(await visitor.value("Title") == f"{text} title", "The title is another one.")
                described = await visitor.value("Description")
                expect(described == f"{text}\nline", "The description is another one.")
        await visitor.open("/link")
        await visitor.type("Code of the other device", asked.document()["userCode"])
        await visitor.press("Look it up")
        await expect_page(visitor.page.get_by_role("button", name="Approve")).to_be_visible(timeout=HANG)
        await has_texts(visitor, [nickname, label])
        # What comes back because it is refused, or because somebody holds it.
        await visitor.open("/link")
        await visitor.type("Code of the other device", text[:40])
        await visitor.press("Look it up", refused=422)
        await visitor.is_corrected("Code of the other device", text[:40], "code")
        stranger = await stage.visitor()
        await stranger.open()
        await stranger.type("Nickname", text + "\N{ZERO WIDTH SPACE}")
        await stranger.press("Sign in", refused=422)
        await stranger.is_corrected("Nickname", text + "\N{ZERO WIDTH SPACE}", "nickname")
        await stranger.type("Nickname", nickname)
        await stranger.press("Sign in", refused=403)
        await stranger.sees("That nickname is taken")
        await has_texts(stranger, [nickname])
        for one in (visitor, stranger):
            one.finish()
            await one.context.close()
            stage.visitors.remove(one)
    return f"{len(TEXTS)} texts that look like code are shown as text on {len(PAGES) + 3} pages"


async def has_texts(visitor, wanted):
    """Expects texts on the page, each in an element of its own."""
    shown = await visitor.page.locator("bdi").all_text_contents()
    for text in wanted:
        expect(text in shown, f"{visitor.page.url} does not show {text!r}, but {shown}.")


def differs(path, text, usual, shape):
    """Says where two shapes differ."""
    first = next((pair for pair in zip(usual, shape) if pair[0] != pair[1]), (usual[-1], shape[-1]))
    return f"With the text {text!r} the page {path} has other elements: {first[1]!r} in place of {first[0]!r}"


async def directions(stage):
    """Expects that nicknames of other scripts are whole, and that their direction ends with them."""
    for name in ("홍길동", "דוד 12", "محمد", "Mina 🦊"):
        nickname = f"{name} {stage.random.randrange(100, 1000)}"
        visitor = await stage.visitor()
        _, key = await enter(visitor, stage, nickname)
        await stage.sign_in(nickname, key, label=f"{name} (1)")
        for path in PAGES:
            await visitor.open(path)
            # Whatever shows it isolates it.
            bare = await visitor.page.evaluate(
                """(name) => {
                  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
                  const bare = [];
                  for (let node; (node = walker.nextNode());) {
                    const isShown = node.data.includes(name) && !node.parentElement.closest("script");
                    if (isShown && !node.parentElement.closest("bdi, [dir=auto]")) bare.push(node.data);
                  }
                  return bare;
                }""",
                name,
            )
            expect(not bare, f"{path} shows {name} without isolating it: {bare}")
        stranger = await stage.visitor()
        await stranger.open()
        await stranger.type("Nickname", nickname.replace(" ", "  "))
        await expect_page(stranger.page.locator("[data-check-result]")).to_contain_text(
            f'"\N{FIRST STRONG ISOLATE}{nickname}\N{POP DIRECTIONAL ISOLATE}"', timeout=HANG
        )
        await stranger.context.close()
        stage.visitors.remove(stranger)
        stranger.finish()
        # The words around it stay where they are in an English sentence.
        await visitor.open("/sessions")
        order = await visitor.page.evaluate(
            """() => {
              const line = document.querySelector(".current .quiet");
              const [name, after] = [line.querySelector("bdi"), line.querySelector("strong")];
              return after.getBoundingClientRect().left - name.getBoundingClientRect().right;
            }"""
        )
        expect(order >= 0, f"Beside {name} the words are in the wrong order, by {order} px.")
        await visitor.context.close()
        stage.visitors.remove(visitor)
        visitor.finish()
    return "nicknames of other scripts and directions are shown whole, and isolated"


async def back(stage):
    """Goes back after signing out, and expects nothing private."""
    kept = 0
    for is_scripted in (True, False):
        visitor = await stage.visitor(is_scripted=is_scripted)
        nickname, key = await enter(visitor, stage)
        token, _ = await stage.sign_in(nickname, key)
        await stage.save_profile(token, "A private title", "")
        for place in ("Profile", "Sessions", "History", "Profile", "Home"):
            await visitor.turn_to(place)
        # Back and forth, while it is allowed.
        asked = len(visitor.requests)
        await move(visitor, -1)
        await visitor.sees("Profile")
        await move(visitor, 1)
        await visitor.sees(nickname)
        asked = [request for request in visitor.requests[asked:] if request.resource_type == "document"]
        kept += 2 - len(asked)
        await visitor.press("Sign out")
        await visitor.is_told("You are signed out.")
        for _ in range(6):
            await move(visitor, -1)
            await visitor.sees("Sign in")
            shown = await visitor.page.content()
            for private in (nickname, "A private title", key):
                expect(private not in shown, f"After signing out {visitor.page.url} shows {private}.")
    return f"the back button shows nothing private after signing out ({kept} of 4 came from memory before)"


async def move(visitor, steps):
    """Presses the back or the forward button. Playwright's own wait does not end for a page from memory."""
    async with visitor.leaving():
        # The page may be gone before it answers.
        with contextlib.suppress(BrowserError):
            await visitor.page.evaluate(f"history.go({steps})")


class OtherSite:
    """A server whose page sends a form to the service."""

    def __init__(self):
        self.page = ""
        self.server = None

    async def start(self):
        """Listens on a free port, and returns it."""
        self.server = await asyncio.start_server(self.answer, "127.0.0.1", 0)
        return self.server.sockets[0].getsockname()[1]

    async def answer(self, reader, writer):
        """Answers one request with the page."""
        await reader.readuntil(b"\r\n\r\n")
        body = self.page.encode()
        head = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nConnection: close\r\n"
        writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        await writer.drain()
        writer.close()


# The forms of a page with their fields, as one who knows all of them could send them.
FORMS = """() => [...document.querySelectorAll("main form[method=post]")].map((form) => ({
  action: form.action, fields: [...new FormData(form)] }))"""


async def foreign(stage):
    """Sends every form from pages of another site and of another origin, and expects that nothing changes."""
    site = OtherSite()
    port = await site.start()
    visitor = await stage.visitor()
    first, _ = await enter(visitor, stage)
    nickname, key = await enter(visitor, stage)
    token, _ = await stage.sign_in(nickname, key)
    (photo,) = (await stage.get("/v1/photos?count=1", token))["photos"]
    forms = []
    for path in (*PAGES, f"/photos/{photo['id']}"):
        await visitor.open(path)
        forms += await visitor.page.evaluate(FORMS)
    code = (await stage.ask("POST", "/v1/links", body={})).document()["userCode"]
    await visitor.open("/link")
    await visitor.type("Code of the other device", code)
    await visitor.press("Look it up")
    forms += await visitor.page.evaluate(FORMS)
    await visitor.open("/")
    values = {"nickname": stage.nickname(), "title": "Changed", "description": "Changed"}
    actions = {form["action"] for form in forms}
    expect(len(actions) >= 11, f"There are fewer forms than expected: {sorted(actions)}.")
    before = await state(stage, token)
    tab = await visitor.context.new_page()
    for host in ("localhost", "127.0.0.1"):
        for form in forms:
            fields = [(name, values.get(name, value)) for name, value in form["fields"]]
            site.page = "<!doctype html><title>Other</title><link rel=icon href='data:,'>"
            site.page += f'<form method="post" action="{html.escape(form["action"])}">'
            for name, value in fields:
                site.page += f'<input name="{html.escape(name)}" value="{html.escape(value)}">'
            site.page += "</form><button>Win</button><script>document.forms[0].submit()</script>"
            answered = asyncio.ensure_future(
                tab.wait_for_event("response", lambda answer: answer.request.method == "POST", timeout=HANG)
            )
            visitor.refusals[403] += 1
            await tab.goto(f"http://{host}:{port}/")
            status = (await answered).status
            expect(status == 403, f"From {host} {form['action']} was answered with {status}.")
    await tab.close()
    after = await state(stage, token)
    expect(before == after, f"Another site has changed something: {before} became {after}.")
    site.server.close()
    own = (f"a request to http://localhost:{port}/", f"a request to http://127.0.0.1:{port}/")
    visitor.complaints = [text for text in visitor.complaints if text not in own]
    visitor.page = visitor.context.pages[0]
    await visitor.open()
    await visitor.sees(nickname)
    return f"{len(actions)} forms that pages of another site and of another origin send change nothing"


async def state(stage, token):
    """What a change would change."""
    profile = await stage.get("/v1/profile", token)
    sessions = (await stage.get("/v1/sessions", token))["sessions"]
    session = await stage.get("/v1/session", token)
    history = (await stage.get("/v1/history", token))["events"]
    for row in (*sessions, session):
        # Looking is using.
        row.pop("lastSeenAt", None)
    return json.dumps([profile, sessions, session, history], sort_keys=True)


async def twice(stage):
    """Presses buttons twice, sends a form again later, and expects what they do once."""
    for is_scripted in (True, False):
        visitor = await stage.visitor(is_scripted=is_scripted)
        page, nickname = visitor.page, stage.nickname()
        await visitor.open()
        await visitor.type("Nickname", nickname)
        await page.get_by_role("button", name="Sign in").dblclick(timeout=HANG)
        await visitor.sees("Keep your recovery key")
        key = await visitor.value("Recovery key")
        await visitor.activate(page.get_by_role("checkbox"))
        await visitor.press("Go on")
        token, _ = await stage.sign_in(nickname, key)
        await visitor.open("/profile")
        await visitor.type("Title", "Once")
        await page.get_by_role("button", name="Save").dblclick(timeout=HANG)
        await visitor.is_told("The profile is saved.")
        version = (await stage.get("/v1/profile", token))["version"]
        expect(version == 1, f"The profile was saved {version} times.")
        await visitor.open("/")
        first, second = stage.nickname(), stage.nickname()
        await visitor.type("New nickname", first)
        async with page.expect_request(lambda request: request.method == "POST", timeout=HANG) as sent:
            await page.get_by_role("button", name="Change it").dblclick(timeout=HANG)
        await visitor.is_told("The nickname is changed.")
        await visitor.sees(first)
        await visitor.type("New nickname", second)
        await visitor.press("Change it")
        await visitor.sees(second)
        # As a browser does that loads the answer to a form again.
        again = await sent.value
        answer = await visitor.context.request.post(
            again.url,
            data=again.post_data_buffer,
            headers={
                "Content-Type": "application/x-www-form-urlencoded",
                "Accept": "text/html",
                "Sec-Fetch-Site": "same-origin",
            },
            max_redirects=0,
            timeout=HANG,
        )
        expect(answer.status == 303, f"A form that was sent again was answered with {answer.status}.")
        events = (await stage.get("/v1/history", token))["events"]
        kinds = [event["kind"] for event in events]
        expect(kinds.count("renamed") == 2, f"The history is {kinds}.")
        await visitor.open("/")
        await visitor.sees(second)
        await page.get_by_role("button", name="Sign out").dblclick(timeout=HANG)
        await visitor.sees("Sign in")
    return "a form that is sent twice, or again later, does once what it does"
