"""Writes what the programs of a release are made of: a list in the format SPDX 2.3.

Usage: sbom.py ROOT DIST VERSION COMMIT TIME

The packages of a program are those of which the linker got an object. The folders of the builds have their versions, and
their licences are read in their sources. TIME is that of the commit, so that the same sources give the same list.
"""

import hashlib
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

# The programs, with the folders in which they were built.
PROGRAMS = {
    "bin/moniker": ".build-release",
    "bin/moniker-server": ".build-release-services",
    "libexec/moniker/moniker-remote": ".build-release-services",
}

# What the linker puts into a program that needs no other file: the Debian package, and its licence.
STATIC = {
    "libsqlite3-dev": "blessing",
    "libc6-dev": "LGPL-2.1-or-later",
    "libstdc++-12-dev": "GPL-3.0-or-later WITH GCC-exception-3.1",
}

OWN = "SPDXRef-moniker"


def output(*words):
    """What a command prints; nothing if it fails."""
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def identifier(name):
    """The identifier of a package in the list."""
    return f"SPDXRef-{re.sub(r'[^A-Za-z0-9.-]', '-', name)}"


class List:
    """The list in the making."""

    def __init__(self, root, dist):
        self.root = root
        self.dist = dist
        self.packages = {}
        self.files = []
        self.relationships = []

    def add(self, name, version, licence, location="NOASSERTION", **more):
        """Adds a package, and returns its identifier."""
        self.packages.setdefault(
            name,
            {
                "SPDXID": identifier(name),
                "name": name,
                "versionInfo": version,
                "downloadLocation": location,
                "filesAnalyzed": False,
                "licenseConcluded": licence,
                "licenseDeclared": licence,
                "copyrightText": "NOASSERTION",
                **more,
            },
        )
        return identifier(name)

    def relate(self, one, kind, other):
        """Adds a relationship."""
        self.relationships.append({"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other})

    # MARK: Swift packages

    def packages_of(self, folder):
        """The package of each module that a build has compiled, by the sources; None for this package."""
        packages = {}
        inputs = ""
        for line in (folder / "release.yaml").read_text().splitlines():
            word, _, rest = line.strip().partition(":")
            if word == "inputs":
                inputs = rest
            elif word == "outputs":
                sources = re.findall(r'"([^"]+\.(?:swift|c|cc|cpp|S))"', inputs)
                package = re.search(r"/checkouts/([^/]+)/", sources[0]) if sources else None
                for module in re.findall(r"/([^/]+)\.build/[^/]+(?:/[^/]+)*\.o\"", rest):
                    if sources:
                        packages.setdefault(module, package and package[1])
        return packages

    def licence(self, folder):
        """The licence of a package by the text in its sources."""
        texts = [path.read_text() for path in sorted(folder.glob("LICENSE*"))]
        if not texts or "Apache License" not in texts[0] or "Version 2.0" not in texts[0]:
            sys.exit(f"The licence of {folder.name} is not the Apache License 2.0. Add it to {__file__}.")
        return "Apache-2.0"

    def modules(self, program, folder):
        """The modules of which the linker got an object."""
        objects = folder / "release" / f"{Path(program).name}.product" / "Objects.LinkFileList"
        paths = [Path(path) for path in shlex.split(objects.read_text())]
        # Sources in C may be in folders of their module.
        return sorted({part.removesuffix(".build") for path in paths for part in path.parts if part.endswith(".build")})

    # MARK: Programs

    def versions(self, folder):
        """The version and the address of each package that a build has used."""
        state = json.loads((folder / "workspace-state.json").read_text())
        versions = {}
        for dependency in state["object"]["dependencies"]:
            checkout = dependency["state"]["checkoutState"]
            address = f"git+{dependency['packageRef']['location']}@{checkout['revision']}"
            versions[dependency["subpath"]] = checkout["version"], address
        return versions

    def program(self, name, swift):
        """Adds a program and what it is made of."""
        path = self.dist / name
        folder = self.root / PROGRAMS[name]
        versions = self.versions(folder)
        content = path.read_bytes()
        own = identifier(Path(name).name + "-program")
        self.files.append(
            {
                "SPDXID": own,
                "fileName": f"./{name}",
                "checksums": [
                    {"algorithm": "SHA1", "checksumValue": hashlib.sha1(content).hexdigest()},
                    {"algorithm": "SHA256", "checksumValue": hashlib.sha256(content).hexdigest()},
                ],
                "fileTypes": ["BINARY"],
                "licenseConcluded": "Apache-2.0",
                "copyrightText": "NOASSERTION",
            }
        )
        self.relate(OWN, "CONTAINS", own)
        runtime = self.add("swift", swift, "Apache-2.0 WITH Swift-exception", "https://www.swift.org")
        self.relate(own, "STATIC_LINK", runtime)
        packages = self.packages_of(folder)
        linked = {packages[module] for module in self.modules(name, folder)} - {None}
        for package in sorted(linked):
            version, location = versions[package]
            licence = self.licence(folder / "checkouts" / package)
            self.relate(own, "STATIC_LINK", self.add(package, version, licence, location))
        needed = re.findall(r"\(NEEDED\).*\[(.*)\]", output("readelf", "--dynamic", "--wide", str(path)))
        if not needed:
            for package, licence in STATIC.items():
                self.relate(own, "STATIC_LINK", self.system(package, licence))
        for package in sorted({self.owner(library) for library in needed}):
            self.relate(own, "DYNAMIC_LINK", self.system(package, "NOASSERTION"))

    def owner(self, library):
        """The Debian package of a library, or else the library."""
        for line in output("dpkg-query", "--search", f"*/{library}").splitlines():
            return line.split(":")[0]
        return library

    def system(self, package, licence):
        """Adds a package of the system, in the version of the machine that has built the program."""
        version = output("dpkg-query", "--show", "--showformat", "${source:Version}", package)
        return self.add(package, version or "NOASSERTION", licence)


def main():
    root, dist, version, commit, time = Path(sys.argv[1]), Path(sys.argv[2]), *sys.argv[3:]
    made = List(root, dist)
    made.add("moniker", version, "Apache-2.0")
    swift = re.search(r"Swift version (\S+)", output("swift", "--version"))[1]
    for name in PROGRAMS:
        made.program(name, swift)
    made.relate("SPDXRef-DOCUMENT", "DESCRIBES", OWN)
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"moniker-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/moniker-{version}-{commit}",
        "creationInfo": {"created": time, "creators": ["Tool: moniker-build-release"]},
        "packages": list(made.packages.values()),
        "files": made.files,
        "relationships": made.relationships,
    }
    print(json.dumps(document, indent=1))


if __name__ == "__main__":
    main()
