# Sourced by the other scripts: where things are, how everything is built, what must be installed.

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")

# The same in every script: options that differ would build everything twice.
# Without the import check, an import that is not declared passes an incremental build.
package_options=(--package-path "$root" --scratch-path "$root/.build")
build_options=("${package_options[@]}" --explicit-target-dependency-import-check error)

# Standard output belongs to the program that is run.
say() { printf '%s\n' "$*" >&2; }

fail() {
  say "$@"
  exit 1
}

# Adds a Debian package to `missing`, with what it is for, if the command that follows fails.
want() {
  local package=$1 reason=$2
  shift 2
  if ! "$@" >/dev/null 2>&1; then
    missing+=("$package")
    reasons+=("  $package: $reason")
  fi
}

find_missing() {
  missing=()
  reasons=()
  want pkg-config "tells the compiler where SQLite is" command -v pkg-config
  want libsqlite3-dev "the headers of SQLite, which a store is built on" \
    pkg-config --exists sqlite3
  if [[ $1 == benchmarks || $1 == release ]]; then
    want valgrind "allocations and instructions are counted with it" command -v valgrind
  fi
  if [[ $1 == compare ]]; then
    want python3 "the programs are timed by it" command -v python3
    want git "its \`git config user.name\` is compared with" command -v git
    want sqlite3 "its shell is compared with" command -v sqlite3
    want gh "its \`gh auth token\` is compared with" command -v gh
  fi
  if [[ $1 == test || $1 == conformance || $1 == benchmarks ]]; then
    want python3 "the tests read JSON and property lists with it" command -v python3
    want python3-pip "what the rules of nicknames are compared with comes from PyPI" \
      python3 -m pip --version
  fi
  if [[ $1 == test ]]; then
    want sqlite3 "the tests read the database with it" command -v sqlite3
    want util-linux "the tests give up root's rights with its setpriv" command -v setpriv
    want mount "the tests mount a read-only and a full file system with it" command -v mount
    want faketime "the tests set the clock of the program with it" command -v faketime
    want strace "the tests see with it that nothing is written" command -v strace
  fi
}

# Installs what is missing: `install_missing build`, `test`, `conformance`, `benchmarks`, `compare` or `release`.
install_missing() {
  command -v swift >/dev/null ||
    fail "swift is not in PATH. Install Swift 6.2 or later: https://www.swift.org/install"
  find_missing "$1"
  ((${#missing[@]})) || return 0

  local by_hand="Install ${missing[*]} yourself, then run this again."
  command -v apt-get >/dev/null || fail "Missing, and there is no apt-get here: ${missing[*]}." \
    "Install what holds them on this system (SQLite's headers, say), then run this again."
  local as_root=()
  if ((EUID != 0)); then
    command -v sudo >/dev/null || fail "Missing: ${missing[*]}. Not root, and no sudo. $by_hand"
    as_root=(sudo)
  fi

  say "Installing with ${as_root[*]:+sudo }apt-get:"
  printf '%s\n' "${reasons[@]}" >&2
  # Another apt-get may be at work; standard input is the program's and must not be read here.
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive
    apt-get -qq -o DPkg::Lock::Timeout=120 -o Dpkg::Use-Pty=0)
  # A stale list may still do, so its failure is only told.
  "${apt[@]}" update </dev/null >&2 || say "apt-get update failed; trying with the lists at hand."
  "${apt[@]}" install --yes --no-install-recommends "${missing[@]}" </dev/null >&2 ||
    fail "apt-get could not install ${missing[*]}. $by_hand"

  find_missing "$1"
  ((${#missing[@]} == 0)) || fail "Installed, but still not found: ${missing[*]}. $by_hand"
}

# Where `install_python` puts packages: nothing outside of the checkout is touched.
python_packages=$root/.build/python

# Installs packages from PyPI, each named with its version, unless they are there already.
install_python() {
  local wanted="$*"
  [[ -f $python_packages/installed && $(<"$python_packages/installed") == "$wanted" ]] && return
  say "Installing with pip, in $python_packages: $wanted"
  rm -rf "$python_packages"
  python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
    --target "$python_packages" "$@" </dev/null >&2 ||
    fail "pip could not install $wanted. Is PyPI reachable?"
  printf '%s\n' "$wanted" >"$python_packages/installed"
}
