"""Networks that fail, between the tool and a service: two hosts with a wire, or a proxy on loopback."""

import asyncio
import fcntl
import os
import shutil
import socket
import struct
import subprocess
import time
from pathlib import Path

from encrypted import HOST, certify, free_port
from service import HANG, UNLIMITED, Service, expect

# The probability with which a packet is lost, and how many seconds one is late.
LOSS, DELAY = 0.3, 0.3

# How long TCP waits at least before it sends a packet again, in seconds.
RETRANSMISSION = 0.2

# How many seconds a request may come after the connection has ended for the tool.
LATE = (0.1, 0.5, 2, 5)

# Where programs look for the authorities of the system.
AUTHORITIES = ("/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt")

# linux/if_tun.h: a device of packets without a head of their own.
TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 1, 0x1000

# The states of /proc/net/tcp in which nothing is under way.
IDLE_STATES = ("06", "0A")


class Trigger:
    """Calls something after a number of packets or parts."""

    def __init__(self):
        self.left = 0
        self.action = None

    def set(self, count, action):
        """Sets what to call, after how many."""
        self.left, self.action = count, action

    def count(self):
        """Counts one."""
        self.left -= 1
        if self.left == 0 and self.action:
            action, self.action = self.action, None
            action()


class Fault:
    """What the network does to packets and connections now."""

    def __init__(self):
        self.heal()

    def heal(self):
        """Ends it."""
        self.loss = 0.0
        self.delay = 0.0
        self.is_gone = False
        self.cut = None
        # How often the tool may speak on a connection that is not cut, before all end; None for any number.
        self.turns = None
        self.is_shut = False


class Turns:
    """Counts how often the tool speaks on a connection, after the service or first."""

    def __init__(self):
        self.count = 0
        self.is_tool = False

    def take(self, is_tool):
        """Counts a part."""
        self.count += is_tool and not self.is_tool
        self.is_tool = is_tool


class Cut:
    """Ends some connections after a number of bytes in one direction."""

    def __init__(self, connections, is_answer, size, ending):
        self.connections = connections
        self.is_answer = is_answer
        self.size = size
        # reset, end, silence or late
        self.ending = ending

    @classmethod
    def chosen(cls, choose, handshake):
        """A cut at random: in the handshake, which has so many bytes, in a request or in an answer."""
        is_answer = choose.random() < 0.6
        before = choose.randrange(handshake[is_answer] + 1)
        behind = handshake[is_answer] + choose.randrange(1_500 if is_answer else 500)
        return cls(
            choose.choice((1, 1, 2, 99)),
            is_answer,
            choose.choice((before, behind, behind, behind)),
            choose.choice(("reset", "end", "silence")),
        )

    @classmethod
    def late(cls, choose, handshake):
        """A connection that ends for the tool after a request, which comes to the service later."""
        return cls(choose.choice((1, 1, 2)), False, handshake[False] + choose.randrange(500), "late")

    def __str__(self):
        side = "answer" if self.is_answer else "request"
        return f"{self.ending} after {self.size} bytes of the {side}, {self.connections} times"


class Proxy:
    """Passes connections on, and cuts them."""

    def __init__(self, choose, fault, trigger):
        self.choose = choose
        self.fault = fault
        self.trigger = trigger
        # Whether parts are lost and late here, because there are no packets.
        self.is_network = False
        # The writers of each connection, by its task.
        self.tasks = {}
        # The tasks that still send something to the service.
        self.late = set()
        self.server = None

    async def start(self, host, port, target):
        """Listens."""
        self.target = target
        self.server = await asyncio.start_server(self.accept, host, port)

    async def accept(self, reader, writer):
        """Passes one connection on."""
        both = [writer]
        self.tasks[asyncio.current_task()] = both
        cut = None
        if self.fault.cut and self.fault.cut.connections > 0:
            cut = self.fault.cut
            cut.connections -= 1
        turns = None if cut else Turns()
        try:
            if self.fault.is_shut:
                raise EOFError
            further = await asyncio.open_connection(*self.target)
            both.append(further[1])
            await asyncio.gather(
                self.pass_on(reader, further[1], cut if cut and not cut.is_answer else None, both, turns),
                self.pass_on(further[0], writer, cut if cut and cut.is_answer else None, both, turns),
            )
        except (OSError, EOFError):
            reset(both)
        except asyncio.CancelledError:
            # Only the end of all connections cancels it, and nobody waits for the result.
            pass
        finally:
            for end in both:
                end.close()
            self.late.discard(asyncio.current_task())
            del self.tasks[asyncio.current_task()]

    async def pass_on(self, reader, writer, cut, both, turns):
        """Passes the bytes of one direction on."""
        left = cut.size if cut else None
        while part := await reader.read(65_536):
            self.trigger.count()
            if turns and self.fault.turns is not None:
                turns.take(writer is not both[0])
                if turns.count > self.fault.turns:
                    self.fault.is_shut = True
                    raise EOFError
            if left is not None and len(part) > left:
                writer.write(part[:left])
                if cut.ending == "silence":
                    await self.silence(both)
                if cut.ending == "late":
                    await self.delay(reader, part[left:], *both)
                await writer.drain()
                if cut.ending == "reset":
                    reset(both)
                raise EOFError
            left = left - len(part) if left is not None else None
            if self.is_network:
                await self.hold(both)
            if writer.is_closing():
                # The tool is gone, and the service does not know that.
                continue
            writer.write(part)
            await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()

    async def hold(self, both):
        """Holds a part as a network does that loses packets or has a long way."""
        if self.fault.is_gone:
            await self.silence(both)
        await asyncio.sleep(self.fault.delay)
        again = RETRANSMISSION
        while self.choose.random() < self.fault.loss:
            await asyncio.sleep(again)
            again *= 2

    async def delay(self, reader, part, near, far):
        """Ends the connection of the tool after a request, which the service gets later."""
        self.late.update(task for task, both in self.tasks.items() if near in both)
        try:
            while more := await asyncio.wait_for(reader.read(65_536), RETRANSMISSION):
                part += more
        except asyncio.TimeoutError:
            # It waits for the answer.
            pass
        reset([near])
        await asyncio.sleep(self.choose.choice(LATE))
        far.write(part)
        await far.drain()
        await asyncio.sleep(1)

    async def silence(self, both):
        """Lets nothing pass any more, in both directions, until the connections are ended."""
        for end in both:
            end.transport.pause_reading()
        await asyncio.Event().wait()

    def end_all(self):
        """Ends all connections, but for those that still send something."""
        for task, both in self.tasks.items():
            if task not in self.late:
                reset(both)
                task.cancel()

    async def close(self):
        """Ends it."""
        if self.server:
            self.server.close()
        self.late.clear()
        self.end_all()
        await asyncio.gather(*self.tasks, return_exceptions=True)


def reset(writers):
    """Ends connections without what is under way."""
    for writer in writers:
        end = writer.get_extra_info("socket")
        if end is not None and end.fileno() >= 0:
            try:
                end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            except OSError:
                pass
        writer.transport.abort()


class Wire:
    """Carries the packets between two devices, and loses and delays them."""

    def __init__(self, choose, fault, trigger):
        self.choose = choose
        self.fault = fault
        self.trigger = trigger
        self.ends = []

    def add(self, name):
        """Makes a device in this namespace."""
        end = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        self.ends.append(end)
        fcntl.ioctl(end, TUNSETIFF, struct.pack("16sH22x", name.encode(), IFF_TUN | IFF_NO_PI))

    def start(self):
        """Begins to carry."""
        loop = asyncio.get_running_loop()
        for end, other in (self.ends, self.ends[::-1]):
            loop.add_reader(end, self.carry, end, other)

    def carry(self, end, other):
        """Takes the packets of one device to the other one."""
        while True:
            try:
                packet = os.read(end, 65_536)
            except (BlockingIOError, OSError):
                return
            # Only IPv4: the kernel asks for routers of IPv6.
            if packet[0] >> 4 != 4:
                continue
            self.trigger.count()
            if self.fault.is_gone or self.choose.random() < self.fault.loss:
                continue
            if self.fault.delay:
                asyncio.get_running_loop().call_later(self.fault.delay, self.put, other, packet)
            else:
                self.put(other, packet)

    def put(self, other, packet):
        """Gives a packet to a device."""
        try:
            os.write(other, packet)
        except (BlockingIOError, OSError):
            pass

    def close(self):
        """Removes the devices."""
        for end in self.ends:
            asyncio.get_running_loop().remove_reader(end)
        self.ends, ends = [], self.ends
        for end in ends:
            os.close(end)


def call(*words):
    """Runs a program of the system, and fails with what it says."""
    done = subprocess.run(words, capture_output=True, text=True)
    expect(done.returncode == 0, f"{' '.join(words)}: {done.stderr.strip()}")


def has_netem():
    """Whether the kernel of this namespace loses and delays packets itself."""
    words = ("tc", "qdisc", "replace", "dev", "lo", "root", "netem", "loss", f"{LOSS:.0%}")
    if not shutil.which("tc") or subprocess.run(words, capture_output=True).returncode != 0:
        return False
    call("tc", "qdisc", "del", "dev", "lo", "root")
    return True


class Network:
    """What both kinds of a network have."""

    # How many bytes come before a request and before an answer, and how often the tool speaks before.
    handshake, turns = (0, 0), 0

    def __init__(self, folder, choose):
        self.folder = Path(folder)
        self.folder.mkdir()
        self.fault = Fault()
        self.trigger = Trigger()
        self.proxy = Proxy(choose, self.fault, self.trigger)
        # What a command of the tool begins with.
        self.command = []

    def service(self, programs, address):
        """The service, not started."""
        return Service(
            programs,
            self.folder,
            ["--public-url", address, *UNLIMITED]
            + ["--connections-per-client", "100000", *self.arguments],
        )

    async def settled(self):
        """Waits until no connection is left over which a request could still come."""
        end = time.monotonic() + HANG
        while any(self.connections()):
            expect(time.monotonic() < end, f"Connections do not end: {list(self.connections())[:9]}")
            await asyncio.sleep(0.05)


def connections(process, is_ours):
    """The states and the addresses of connections in the namespace of a process."""
    for line in Path(f"/proc/{process}/net/tcp").read_text().splitlines()[1:]:
        _, local, remote, state = line.split()[:4]
        if state not in IDLE_STATES and is_ours(local, remote):
            yield local, remote, state


class Hosts(Network):
    """Two hosts with namespaces of their own, and a wire; the service has a certificate."""

    # Of TLS 1.3, about.
    handshake, turns = (1_540, 1_780), 1

    def __init__(self, folder, number, choose, netem):
        super().__init__(folder, choose)
        self.netem = netem
        self.is_shaped = False
        self.wire = Wire(choose, self.fault, self.trigger)
        # Of the service, of the proxy before it, and of the tool.
        self.near, self.before, self.far = (f"10.77.{number}.{host}" for host in (1, 2, 3))
        self.devices = (f"near{number}", f"far{number}")
        self.address = f"https://{HOST}"
        self.holder = None
        chain, key = certify(self.folder)
        self.arguments = ["--hostname", self.near, "--tls-certificate", str(chain), "--tls-key", str(key)]
        self.chain, self.names = chain, self.folder / "hosts"
        self.prefix = bytes((10, 77, number))[::-1].hex().upper()

    async def open(self):
        """Makes the hosts."""
        self.name(self.near)
        near, far = self.devices
        mounts = [f"mount --bind {self.names} /etc/hosts"]
        mounts += [f"mount --bind {self.chain} {path}" for path in AUTHORITIES if Path(path).exists()]
        # It ends when this process ends, and the namespaces with it.
        self.holder = await asyncio.create_subprocess_exec(
            *("unshare", "--net", "--mount", "sh", "-ec"),
            "; ".join([*mounts, "ip link set lo up", "echo ready", "exec cat"]),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        line = await asyncio.wait_for(self.holder.stdout.readline(), HANG)
        expect(line == b"ready\n", "There is no second host.")
        place = f"/proc/{self.holder.pid}/ns"
        self.command = ["nsenter", f"--net={place}/net", f"--mount={place}/mnt", "--"]
        self.wire.add(near)
        self.wire.add(far)
        call("ip", "link", "set", "lo", "up")
        call("ip", "link", "set", far, "netns", str(self.holder.pid))
        call("ip", "addr", "add", f"{self.near}/24", "dev", near)
        call("ip", "addr", "add", f"{self.before}/24", "dev", near)
        call("ip", "link", "set", near, "up")
        call(*self.command, "ip", "addr", "add", f"{self.far}/24", "dev", far)
        call(*self.command, "ip", "link", "set", far, "up")
        self.wire.start()

    def name(self, address):
        """Says which address the host of the service has."""
        self.names.write_text(f"127.0.0.1 localhost\n{address} {HOST}\n")

    async def begin(self, service):
        """Begins with a service that was started."""
        await self.proxy.start(self.before, 443, (self.near, 443))

    def make_service(self, programs):
        """The service, not started."""
        service = self.service(programs, self.address)
        service.port = 443
        return service

    def lose(self, share):
        """Loses a share of the packets in each direction."""
        if self.netem:
            self.shape("loss", f"{share:.0%}")
        else:
            self.fault.loss = share

    def delay(self, seconds):
        """Delays the packets of each direction."""
        if self.netem:
            self.shape("delay", f"{seconds * 1000:.0f}ms")
        else:
            self.fault.delay = seconds

    def shape(self, *words):
        """Lets the kernel lose or delay packets."""
        self.is_shaped = bool(words)
        near, far = self.devices
        call("tc", "qdisc", "replace", "dev", near, "root", "netem", *words)
        call(*self.command, "tc", "qdisc", "replace", "dev", far, "root", "netem", *words)

    def cut(self, cut):
        """Cuts connections."""
        self.fault.cut = cut
        self.name(self.before)

    def heal(self):
        """Ends what the network does; connections that were silent end."""
        self.fault.heal()
        self.trigger.set(0, None)
        if self.is_shaped:
            self.shape()
        self.proxy.end_all()
        self.name(self.near)

    def connections(self):
        """The connections that are left."""
        yield from connections(self.holder.pid, lambda local, remote: True)
        yield from connections("self", lambda local, remote: local[2:8] == self.prefix)

    async def close(self):
        """Removes the hosts."""
        await self.proxy.close()
        self.wire.close()
        if self.holder and self.holder.returncode is None:
            self.holder.kill()
            await self.holder.wait()


class Loopback(Network):
    """One host, with a proxy before the service that holds and cuts what it passes on."""

    def __init__(self, folder, choose):
        super().__init__(folder, choose)
        self.proxy.is_network = True
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.arguments = []

    async def open(self):
        """Needs nothing."""

    async def begin(self, service):
        """Begins with a service that was started."""
        self.far = service.port
        await self.proxy.start("127.0.0.1", self.port, ("127.0.0.1", service.port))

    def make_service(self, programs):
        """The service, not started."""
        return self.service(programs, self.address)

    def lose(self, share):
        """Holds a share of the parts as long as a lost packet takes."""
        self.fault.loss = share

    def delay(self, seconds):
        """Delays each part."""
        self.fault.delay = seconds

    def cut(self, cut):
        """Cuts connections."""
        self.fault.cut = cut

    def heal(self):
        """Ends what the network does; connections that are open end."""
        self.fault.heal()
        self.trigger.set(0, None)
        self.proxy.end_all()

    def connections(self):
        """The connections that are left."""
        ports = {f"{port:04X}" for port in (self.port, self.far)}
        yield from connections("self", lambda local, remote: local[-4:] in ports)

    async def close(self):
        """Ends the proxy."""
        await self.proxy.close()
