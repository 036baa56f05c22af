"""What schemathesis needs to know of the service: who asks, and which IDs exist.

The environment has the address of the service in MONIKER_SERVICE, and in MONIKER_UNREACHED the path of a
file that gets the operations that have never succeeded.
"""

import atexit
import itertools
import json
import os
import urllib.error
import urllib.request
from pathlib import Path

import schemathesis

SERVICE = os.environ["MONIKER_SERVICE"]
PHOTO = "7k3f9mxa"
NUMBERS = itertools.count(1)
TURNS = itertools.count()
succeeded = set()


def ask(method, path, person=None, body=None):
    """Sends a request; returns the status, the headers and the JSON of the answer."""
    headers = {"Content-Type": "application/json"}
    if person:
        headers["Authorization"] = f"Bearer {person['token']}"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(SERVICE + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            text = answer.read()
            return answer.status, answer.headers, json.loads(text) if text else {}
    except urllib.error.HTTPError as error:
        return error.code, error.headers, {}


@schemathesis.auth(refresh_interval=None)
class SignedIn:
    """Every case comes from a device that is signed in. Many cases end a session: a new person follows."""

    turns = itertools.count()
    person = None

    def get(self, case, context):
        # Other cases may have renamed the person, replaced their key or switched to another account; and a
        # device that has given five wrong user codes is refused for some time.
        if case.operation.path.startswith(("/v1/account/", "/v1/links/")) or case.operation.path == "/v1/account":
            self.person = None
        if not self.person or ask("HEAD", "/v1/session", self.person)[0] != 200:
            name = f"person{next(NUMBERS)}"
            status, _, answer = ask("POST", "/v1/sessions", body={"nickname": name})
            if status != 201:
                raise RuntimeError(f"a sign-in was answered with {status}")
            self.person = {**answer["session"], **answer}
        return self.person

    def set(self, case, person, context):
        case.headers["Authorization"] = f"Bearer {person['token']}"
        # Most cases that the document allows name things that exist.
        if case.meta.generation.mode.is_positive and next(self.turns) % 4:
            fill(case, person)


def fill(case, person):
    """Puts IDs and secrets that exist in place of generated ones."""
    path = case.operation.path
    # Cases share their values with each other.
    body = dict(case.body) if isinstance(case.body, dict) else {}
    case.path_parameters = dict(case.path_parameters or {})
    if "Moniker-Account" in case.headers:
        case.headers["Moniker-Account"] = person["accountID"]
    if path == "/v1/sessions/{id}":
        case.path_parameters["id"] = person["sessionID"]
    elif path == "/v1/identity-tokens/{id}":
        case.path_parameters["id"] = ask("POST", "/v1/identity-tokens", person, {})[2]["id"]
    elif path.startswith("/v1/photos/{id}"):
        case.path_parameters["id"] = PHOTO
    elif path.startswith("/v1/links/"):
        body["userCode"] = ask("POST", "/v1/links", body={})[2]["userCode"]
    elif path in ("/v1/sessions", "/v1/session/nickname") and "nickname" in body:
        body["nickname"] = f"name{next(NUMBERS)}"
        body.pop("proof", None)
        # The document cannot say which terms of a session contradict each other, and generated keys repeat.
        if next(TURNS) % 2:
            if "Idempotency-Key" in case.headers:
                case.headers["Idempotency-Key"] = f'"a-key-of-its-own-{next(NUMBERS):08}"'
            body = {name: value for name, value in body.items() if name not in ("sliding", "minimumRemaining")}
    elif path == "/v1/profile" and case.method == "PUT":
        case.headers["If-Match"] = ask("GET", "/v1/profile", person)[1]["ETag"]
    if "accountID" in body:
        body["accountID"] = person["accountID"]
    if path in ("/v1/account", "/v1/account/recovery-key"):
        body["recoveryKey"] = person["recoveryKey"]
        body.pop("link", None)
    if path == "/v1/account":
        body["nickname"] = person["nickname"]
    if isinstance(case.body, dict):
        case.body = body


@schemathesis.hook
def before_call(context, case, **options):
    """Leaves out a header that the library which sends requests takes for an order to leave one out.

    Hypothesis generates the texts that it finds in sources, and the one of urllib3 is among them.
    """
    case.headers = {name: value for name, value in case.headers.items() if "SKIP_HEADER" not in str(value)}


@schemathesis.hook
def after_call(context, case, response):
    """Notes an operation that has succeeded."""
    if response.status_code < 300:
        succeeded.add(case.operation.label)


@atexit.register
def tell():
    """Writes the operations that have never succeeded, one a line."""
    document = json.loads((Path(__file__).parents[2] / "docs" / "openapi.json").read_text("utf-8"))
    labels = {f"{method.upper()} {path}" for path in document["paths"] for method in document["paths"][path]}
    lines = [f"{label}\n" for label in sorted(labels - succeeded)]
    Path(os.environ["MONIKER_UNREACHED"]).write_text("".join(lines), "utf-8")
