"""A client of HTTP/1.1 that tells how much of an answer has arrived when a connection ends."""

import asyncio
import json
import socket


class Cut(Exception):
    """A connection ended before the answer was complete."""

    def __init__(self, received, identifier):
        super().__init__(f"{received} bytes of an answer, then the end of the connection")
        self.received = received
        self.identifier = identifier


class Answer:
    """The status, the headers (with names in lower case) and the body of a response."""

    def __init__(self, status, headers, body):
        self.status = status
        self.headers = headers
        self.body = body

    def document(self):
        """The JSON object of the body."""
        return json.loads(self.body)

    def __repr__(self):
        return f"{self.status} {self.body[:200]!r}"


class Connection:
    """One connection, for requests one after another."""

    numbers = iter(range(1, 1 << 62))

    def __init__(self, reader, writer, host):
        self.reader = reader
        self.writer = writer
        self.host = host
        # Whether the server has said that it answers nothing more.
        self.is_last = False

    @classmethod
    async def open(cls, port, host=None, tls=None, source=None, window=None):
        """Connects to a port on loopback.

        host is the header Host (default: localhost:PORT), tls the context of TLS, source the own
        address, window the bytes that the system takes before they are read.
        """
        host = host or f"localhost:{port}"
        end = socket.socket()
        end.setblocking(False)
        if source:
            end.bind((source, 0))
        if window:
            end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
        try:
            await asyncio.get_running_loop().sock_connect(end, ("127.0.0.1", port))
        except OSError:
            end.close()
            raise
        reader, writer = await asyncio.open_connection(
            sock=end, ssl=tls, server_hostname=host.split(":")[0] if tls else None
        )
        return cls(reader, writer, host)

    def send(self, data):
        """Sends bytes, without waiting."""
        self.writer.write(data)

    def head(self, method, path, token=None, fields=()):
        """The head of a request, without the empty line."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}"]
        if token:
            lines.append(f"Authorization: Bearer {token}")
        return "\r\n".join([*lines, *fields, ""]).encode()

    async def ask(self, method, path, token=None, body=None, fields=()):
        """Sends a request, whose body is JSON, and returns the answer; raises Cut without a whole one."""
        identifier = f"check-{next(self.numbers)}"
        fields = [*fields, f"X-Request-ID: {identifier}"]
        data = b""
        if body is not None:
            data = json.dumps(body).encode()
            fields += ["Content-Type: application/json", f"Content-Length: {len(data)}"]
        received = 0
        try:
            self.send(self.head(method, path, token, fields) + b"\r\n" + data)
            head = await self.reader.readuntil(b"\r\n\r\n")
            received = len(head)
            status, headers = parse_head(head)
            self.is_last = headers.get("connection") == "close"
            return Answer(status, headers, await self.body(method, status, headers))
        except asyncio.IncompleteReadError as error:
            raise Cut(received + len(error.partial), identifier) from None
        except OSError:
            raise Cut(received, identifier) from None

    async def body(self, method, status, headers):
        """Reads the body of an answer."""
        if method == "HEAD" or status in (204, 304):
            return b""
        if headers.get("transfer-encoding") != "chunked":
            return await self.reader.readexactly(int(headers.get("content-length", "0")))
        parts = []
        while True:
            size = int(await self.reader.readuntil(b"\r\n"), 16)
            parts.append((await self.reader.readexactly(size + 2))[:-2])
            if size == 0:
                return b"".join(parts)

    async def ended(self):
        """Reads until the other end has closed the connection, and returns what came."""
        parts = []
        try:
            while part := await self.reader.read(65536):
                parts.append(part)
        except OSError:
            pass
        return b"".join(parts)

    def close(self):
        """Ends the connection at once."""
        self.writer.transport.abort()


def parse_head(head):
    """Returns the status of a response and its headers."""
    lines = head.decode("latin-1").split("\r\n")
    fields = (line.partition(":") for line in lines[1:] if line)
    return int(lines[0].split(" ")[1]), {
        name.lower(): value.strip() for name, _, value in fields
    }
