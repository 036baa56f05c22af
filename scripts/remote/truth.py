"""What the store of a service holds, read from an export, and what may be different between two of them."""

import asyncio
import hashlib
import json
from collections import Counter

from service import HANG, expect

# How a session begins and ends, as events tell it.
BEGINNING, ENDINGS = "signedIn", ("signedOut", "revoked", "expired", "switchedOut")


def digest(text):
    """What a store keeps of a secret."""
    return hashlib.sha256(text.encode()).hexdigest()


class Truth:
    """All that a store holds, as of one moment."""

    def __init__(self, lines):
        rows = [json.loads(line) for line in lines]
        self.accounts = {row["id"]: row for row in rows if row["type"] == "account"}
        self.sessions = {row["id"]: row for row in rows if row["type"] == "session"}
        self.devices = {row["id"]: row for row in rows if row["type"] == "device"}
        self.profiles = {row["account"]: row for row in rows if row["type"] == "profile"}
        self.events = [row for row in rows if row["type"] == "event"]
        self.active = rows[-1].get("activeSessions", {})

    @classmethod
    async def read(cls, programs, folder):
        """Reads a store while the service runs."""
        process = await asyncio.create_subprocess_exec(
            *(f"{programs}/moniker", "store", "export", "--store", f"sqlite:{folder}/moniker.sqlite"),
            env={"HOME": str(folder)},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        output, notes = await asyncio.wait_for(process.communicate(), HANG)
        expect(process.returncode == 0, f"The store is not exported: {notes.decode()}")
        return cls(output.decode().splitlines())

    def account(self, nickname):
        """The account that holds a nickname; None for none."""
        rows = [row for row in self.accounts.values() if row["nickname"] == nickname]
        expect(len(rows) <= 1, f"{len(rows)} accounts hold {nickname}.")
        return rows[0] if rows else None

    def device(self, token):
        """The ID of the device that a token proves; None for none."""
        if not token:
            return None
        wanted = digest(token)
        for row in self.devices.values():
            if wanted in (row.get("token"), row.get("nextToken")):
                return row["id"]
        return None

    def open_sessions(self, device=None, accounts=None):
        """The open sessions on a device, or of accounts."""
        return [
            row
            for row in self.sessions.values()
            if "endedAt" not in row
            and (device is None or row["device"] == device)
            and (accounts is None or row["account"] in accounts)
        ]

    def active_session(self, device):
        """The session that is active on a device, open or ended; None for none."""
        return self.sessions.get(self.active.get(device))

    def nickname(self, session):
        """Whose a session is."""
        return self.accounts[session["account"]]["nickname"]

    def signed_in(self, device):
        """The accounts that are signed in on a device."""
        return {row["account"] for row in self.open_sessions(device)} if device else set()

    def since(self, before):
        """The kinds and nicknames of the events since an earlier moment, of which nothing may be missing."""
        kept = self.events[: len(before.events)]
        lost = [row for row in before.events if row not in kept]
        expect(kept == before.events, f"Events are lost: {lost[:3]}")
        return sorted((row["kind"], row["nickname"]) for row in self.events[len(before.events) :])

    def examine(self):
        """Expects that each thing happened once, and whole."""
        began = Counter(row["session"] for row in self.events if row["kind"] == BEGINNING)
        ended = Counter(row["session"] for row in self.events if row["kind"] in ENDINGS)
        added = Counter(row["account"] for row in self.events if row["kind"] == "accountAdded")
        edited = Counter(row["account"] for row in self.events if row["kind"] == "profileChanged")
        named = {
            row["account"]: row["nickname"]
            for row in self.events
            if row["kind"] in ("accountAdded", "renamed")
        }
        expect(began == Counter(list(self.sessions)), f"Sessions and their beginnings differ: {began}")
        closed = Counter(row["id"] for row in self.sessions.values() if "endedAt" in row)
        expect(ended == closed, f"Ended sessions and their ends differ: {ended} and {closed}")
        expect(added == Counter(list(self.accounts)), f"Accounts were not added once: {added}")
        for account, row in self.accounts.items():
            expect(named[account] == row["nickname"], f"{row} was called {named[account]} last.")
            version = self.profiles.get(account, {}).get("version", 0)
            count = edited[account]
            expect(count == version, f"A profile has the version {version} after {count} changes.")
        each = Counter((row["account"], row["device"]) for row in self.open_sessions())
        expect(not each or max(each.values()) == 1, f"An account has several sessions on a device: {each}")
