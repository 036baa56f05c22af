"""Runs wrk against the sides of a comparison in turn, and prints medians and ratios of the turns.

Usage: compare.py page TURNS SECONDS TOKENS PORT BARE-PORT BYTES
       compare.py session TURNS SECONDS TOKENS PORT BARE-PORT BYTES
       compare.py first TURNS SECONDS TOKENS PORT BARE-PORT BYTES
       compare.py sign-in TURNS SECONDS TOKENS PORT
"""

import os
import random
import socket
import statistics
import subprocess
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
CONNECTIONS = 32


def wrk(script, url, connections, seconds, *arguments):
    """Returns the rate, and the median and 99th percentile of the times in microseconds."""
    output = subprocess.run(
        ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "-s", f"{FOLDER}/{script}.lua", url,
         "--", *arguments],
        check=True, capture_output=True, text=True,
    ).stdout
    words = [line.split() for line in output.splitlines() if line.startswith("result ")]
    if len(words) != 1 or words[0][4] != "0":
        sys.exit(f"{url}: requests failed\n{output}")
    return [float(word) for word in words[0][1:4]]


def ask_each(port, path):
    """Asks who is signed in with each token of a file once."""
    with open(path) as file, socket.create_connection(("127.0.0.1", int(port))) as connection:
        tokens = file.read().split()
        for first in range(0, len(tokens), 100):
            part = tokens[first:first + 100]
            connection.sendall(b"".join(
                f"GET /v1/session HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
                for token in part
            ))
            # Each answer ends with the object of JSON, which has no other one in it.
            answers = b""
            while answers.count(b"}") < len(part):
                received = connection.recv(1 << 20)
                if not received:
                    sys.exit(f"The service closed the connection after {answers[-200:]}")
                answers += received
            if answers.count(b"HTTP/1.1 200 ") != len(part):
                sys.exit(f"The service refused a token: {answers[-500:]}")


def letters():
    return "".join(random.choice("abcdefgh") for _ in range(8))


def main():
    kind, turns, seconds, tokens, port, *rest = sys.argv[1:]
    address = f"http://127.0.0.1:{port}"
    if kind == "page":
        bare, size = rest
        # One after another: the time is that of a page, and not that of the pages before it.
        request = lambda url: wrk("page", url, 1, seconds)
        sides = {
            "GET /": lambda: request(f"{address}/"),
            "same middleware": lambda: request(f"{address}/benchmark/{size}"),
            "Hummingbird alone": lambda: request(f"http://127.0.0.1:{bare}/benchmark/{size}"),
        }
    elif kind in ("session", "first"):
        bare, size = rest
        if kind == "session":
            ask_each(port, tokens)
        request = lambda url: wrk("session", url, CONNECTIONS, seconds, tokens, str(random.randrange(2 ** 31)))
        sides = {
            "GET /v1/session": lambda: request(f"{address}/v1/session"),
            "same middleware": lambda: request(f"{address}/benchmark/{size}"),
            "Hummingbird alone": lambda: request(f"http://127.0.0.1:{bare}/benchmark/{size}"),
        }
    else:
        sign_in = lambda count: wrk("signin", f"{address}/v1/sessions", count, seconds, letters())
        sides = {"64 at once": lambda: sign_in(64), "one by one": lambda: sign_in(1)}
    results = {name: [] for name in sides}
    for turn in range(int(turns)):
        names = list(sides)
        if turn % 2:
            names.reverse()
        for name in names:
            results[name].append(sides[name]())
    first = next(iter(sides))
    print(f"{'':20}{'requests/s':>12}{'median':>10}{'99 %':>10}")
    for name, measured in results.items():
        rate, median, slow = (statistics.median(values) for values in zip(*measured))
        print(f"{name:20}{rate:12.0f}{median:7.0f} us{slow:7.0f} us")
    for name in list(sides)[1:]:
        pairs = list(zip(results[first], results[name]))
        rates = sorted(own[0] / other[0] for own, other in pairs)
        slow = statistics.median(own[2] / other[2] for own, other in pairs)
        print(
            f"{first} beside {name}: rate {statistics.median(rates):.2f} "
            f"({rates[0]:.2f} to {rates[-1]:.2f}), 99th percentile {slow:.2f}"
        )


if __name__ == "__main__":
    main()
