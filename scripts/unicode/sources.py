"""The sources of Unicode's data for the scripts: Debian packages, with their checksums."""

import hashlib
import io
import pathlib
import subprocess
import sys
import tarfile
import urllib.request

VERSION = "17.0.0"
POOL = "https://deb.debian.org/debian/pool/main"
UNICODE_DATA = (
    f"{POOL}/u/unicode-data/unicode-data_17.0.0-2_all.deb",
    "6286fdf4e6d4bf1f46a2865f54df44feda9395ab66f50b12cc384d921a9af865",
)
ICU = (
    f"{POOL}/i/icu/icu_78.3.orig.tar.gz",
    "3a2e7a47604ba702f345878308e6fefeca612ee895cf4a5f222e7955fabfe0c0",
)
CONFUSABLES = "icu/source/data/unidata/confusables.txt"


def fetched(address, digest):
    print(f"Fetching {address}", file=sys.stderr)
    with urllib.request.urlopen(address) as answer:
        content = answer.read()
    found = hashlib.sha256(content).hexdigest()
    if found != digest:
        sys.exit(f"{address}: its SHA-256 is {found}, not {digest}.")
    return content


def unicode_data(folder):
    """Unpacks the Unicode Character Database and returns the folder with UnicodeData.txt."""
    package = pathlib.Path(folder) / "unicode-data.deb"
    package.write_bytes(fetched(*UNICODE_DATA))
    subprocess.run(["dpkg-deb", "-x", package, folder], check=True)
    return pathlib.Path(folder) / "usr/share/unicode"


def confusables():
    """The text of confusables.txt of UTS #39."""
    with tarfile.open(fileobj=io.BytesIO(fetched(*ICU))) as archive:
        return archive.extractfile(CONFUSABLES).read().decode("utf-8-sig")
