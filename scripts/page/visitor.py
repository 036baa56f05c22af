"""A person with a browser: presses, types and looks, and notes all that a browser complains about."""

import re
from collections import Counter
from contextlib import asynccontextmanager

from playwright.async_api import expect as expect_page

from service import expect

# Playwright waits for this many milliseconds. A check that waits for longer has found a hang.
HANG = 30_000

# The least width at which nothing may scroll sideways.
NARROW = {"width": 320, "height": 568}
USUAL = {"width": 1024, "height": 768}

REFUSED = re.compile(r"Failed to load resource: the server responded with a status of (\d+)")

# What reaches beyond the right edge, for the report.
WIDE = """() => {
  const page = document.scrollingElement;
  if (page.scrollWidth <= page.clientWidth) return null;
  const wide = [...document.querySelectorAll("body *")]
    .filter((element) => element.getBoundingClientRect().right > page.clientWidth + 0.5)
    .map((element) => element.outerHTML.slice(0, 90));
  return `${page.scrollWidth} of ${page.clientWidth} px: ${wide.slice(-3).join(" | ")}`;
}"""

# How many elements that take the focus come before one, from where it is.
STEPS = """(target) => {
  const all = [...document.querySelectorAll("a[href], button, input, select, textarea, [tabindex='0']")]
    .filter((element) => !element.disabled && element.type !== "hidden" && element.getClientRects().length);
  const active = document.activeElement;
  const isBefore = (element, other) =>
    (other.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  const before = all.filter((element) => element === active || isBefore(element, active)).length;
  return Math.max(0, all.indexOf(target) + 1 - (active === document.body ? 0 : before)
    - all.filter(({ type, checked }) => type === "radio" && !checked).length);
}"""

VIOLATIONS = """async () => {
  const { violations } = await axe.run(document);
  return violations.map(({ id, help, nodes }) =>
    `${id} (${help}): ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
}"""


def titled(nickname):
    """The title of the page of a nickname, whose direction ends with it."""
    return f"\N{FIRST STRONG ISOLATE}{nickname}\N{POP DIRECTIONAL ISOLATE} · Moniker"


class Visitor:
    """A browser of its own, as a context, with one page at first."""

    def __init__(self, context, base, is_scripted=True, by_keyboard=False, axe=None, is_narrowed=False):
        self.context = context
        self.base = base
        self.is_scripted = is_scripted
        self.by_keyboard = by_keyboard
        # The script of axe, with which each page is searched for what shuts people out.
        self.axe = axe
        # Whether each page is looked at as it is on the narrowest screen, too.
        self.is_narrowed = is_narrowed
        self.reached = set()
        self.complaints = []
        self.refusals = Counter()
        self.requests = []
        self.left = 0
        self.page = None
        context.on("console", lambda message: self.hear(message.text, message.location.get("url", "")))
        context.on("weberror", lambda error: self.complaints.append(f"an error: {error.error}"))
        context.on("dialog", lambda dialog: self.complaints.append(f"a dialog: {dialog.message}"))
        context.on("request", self.note)
        context.on("requestfailed", self.note_failure)

    async def open_tab(self):
        """Opens another page, which later calls mean, and returns it."""
        self.page = await self.context.new_page()
        return self.page

    def hear(self, text, address):
        """Takes what the console says: nothing, but that an expected refusal was one."""
        refusal = REFUSED.match(text)
        status = int(refusal[1]) if refusal else 0
        if self.refusals[status] > 0:
            self.refusals[status] -= 1
        else:
            self.complaints.append(f"the console of {address}: {text}")

    def note(self, request):
        """Takes a request: all go to the service."""
        if request.url.startswith("data:"):
            return
        self.requests.append(request)
        if not request.url.startswith(self.base + "/"):
            self.complaints.append(f"a request to {request.url}")

    def note_failure(self, request):
        """Takes a request without an answer. A page that is left ends what it is asking."""
        is_left = request.resource_type in ("document", "fetch", "eventsource")
        if request.failure != "net::ERR_ABORTED" or not is_left:
            self.complaints.append(f"{request.url} has failed: {request.failure}")

    def finish(self):
        """Fails if the browser has complained."""
        expect(not self.complaints, "The browser has complained of " + "; ".join(self.complaints))

    async def open(self, path="/", refused=None):
        """Opens an address of the service."""
        self.refusals[refused] += 1
        await self.page.goto(self.base + path)

    def story(self):
        """What it has complained of, and its last requests, for the report of a failure."""
        asked = ", ".join(f"{request.method} {request.url}" for request in self.requests[-6:])
        return f"complaints: {'; '.join(self.complaints) or 'none'}; requests: {asked}"

    # What a person does

    async def press(self, name, role="button", refused=None, within="main", exact=True):
        """Presses a button or a link, and waits for the page that it leads to.

        refused is the status of the answer, if it is a refusal.
        """
        self.refusals[refused] += 1
        async with self.leaving():
            await self.activate(self.page.locator(within).get_by_role(role, name=name, exact=exact).first)

    @asynccontextmanager
    async def leaving(self):
        """Waits at the end for another page in place of the present one, loaded or not."""
        # The browser may show a page that was left before.
        self.left += 1
        await self.page.locator("main").evaluate("(main, left) => main.dataset.left = left", self.left)
        yield
        await expect_page(self.page.locator(f"main[data-left='{self.left}']")).to_have_count(0, timeout=HANG)

    async def follow(self, name, within="main", exact=True):
        """Follows a link, and waits for its page."""
        await self.press(name, "link", within=within, exact=exact)

    async def turn_to(self, name):
        """Follows a link of the navigation."""
        await self.follow(name, "header nav")

    async def activate(self, target):
        """Presses something, and does not wait."""
        if not self.by_keyboard:
            return await target.click(timeout=HANG)
        await self.reach(target)
        is_link = await target.evaluate("element => element.tagName === 'A'")
        await self.page.keyboard.press("Enter" if is_link else "Space")

    async def type(self, label, text):
        """Types a text into a field, in place of what it has."""
        field = self.page.get_by_label(label, exact=True)
        if not self.by_keyboard:
            return await field.fill(text, timeout=HANG)
        await self.reach(field)
        await self.page.keyboard.press("Control+A")
        await self.page.keyboard.press("Delete")
        await self.page.keyboard.type(text)

    async def choose(self, label, words):
        """Chooses an entry of a list."""
        field = self.page.get_by_label(label, exact=True)
        if not self.by_keyboard:
            await field.select_option(label=words, timeout=HANG)
            return
        await self.reach(field)
        names = await field.locator("option").all_inner_texts()
        for _ in range(names.index(words)):
            await self.page.keyboard.press("ArrowDown")

    async def reach(self, target):
        """Goes to something with the tab key, and expects that the focus shows."""
        await expect_page(target).to_be_visible(timeout=HANG)
        # Usually so many steps; the browser decides.
        steps = await target.evaluate(STEPS)
        for step in range(120):
            if step >= steps and await target.evaluate("element => element === document.activeElement"):
                outline = await target.evaluate("element => getComputedStyle(element).outlineStyle")
                expect(outline != "none", f"The focus does not show on {target}.")
                return
            await self.page.keyboard.press("Tab")
        expect(False, f"The tab key does not lead to {target}, but to {await self.focus()}.")

    # What a person sees

    async def focus(self):
        """What has the focus, in HTML."""
        return await self.page.evaluate("document.activeElement?.outerHTML.slice(0, 200)")

    async def sees(self, heading):
        """Waits for a page with a heading."""
        await expect_page(self.page.locator("main h1")).to_have_text(heading, timeout=HANG)

    async def is_told(self, text):
        """Waits for a page that says what has happened, and expects the focus there."""
        notice = self.page.locator("main .notice")
        await expect_page(notice).to_have_text(text, timeout=HANG)
        await expect_page(notice).to_be_focused(timeout=HANG)

    async def is_corrected(self, label, typed, reason):
        """Waits for what is wrong with a field: beside it, with the focus on it, and with what was typed in it.

        typed is None for a secret, which is not sent back; reason is a part of the text.
        """
        field = self.page.get_by_label(label, exact=True)
        await expect_page(field).to_have_attribute("aria-invalid", "true", timeout=HANG)
        await expect_page(field).to_be_focused(timeout=HANG)
        await expect_page(field).to_have_value(typed or "", timeout=HANG)
        names = (await field.get_attribute("aria-describedby") or "").split()
        texts = [await self.page.locator(f"[id='{name}'].error").all_inner_texts() for name in names]
        texts = [text for found in texts for text in found]
        expect(any(reason in text for text in texts), f"Beside {label} is {texts} in place of: {reason}")
        near = await field.evaluate("field => !!field.closest('.field').querySelector('.error')")
        expect(near, f"The error is not beside the field {label}.")

    async def reads(self, selector):
        """The text of an element."""
        return await self.page.locator(selector).first.inner_text(timeout=HANG)

    async def value(self, label):
        """The content of a field."""
        return await self.page.get_by_label(label, exact=True).input_value(timeout=HANG)

    async def arrived(self, template):
        """Notes that the page of a template is there, and looks at it in every way that is asked for."""
        self.reached.add(template)
        if self.is_narrowed:
            await self.page.set_viewport_size(NARROW)
            wide = await self.page.evaluate(WIDE)
            expect(not wide, f"The page {template} scrolls sideways, {wide}")
            await self.page.set_viewport_size(USUAL)
        if self.axe:
            if not await self.page.evaluate("'axe' in window"):
                await self.page.evaluate(self.axe)
            for scheme in ("light", "dark"):
                await self.page.emulate_media(color_scheme=scheme)
                found = await self.page.evaluate(VIOLATIONS)
                expect(not found, f"axe finds on the page {template}, {scheme}: {'; '.join(found)}")
            await self.page.emulate_media(color_scheme="light")

    async def mark(self):
        """Marks the page, so that it is known again."""
        await self.page.evaluate("window.isTheSame = true")

    async def is_marked(self):
        """Expects that the page was not loaded again."""
        expect(await self.page.evaluate("window.isTheSame === true"), "The page was loaded again.")
