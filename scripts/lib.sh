# Sourced by the other scripts: paths, build options, and required packages.

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")

# The same in every script: other options would build everything again.
# All traits: the tests need what the server needs.
package_options=(--package-path "$root" --scratch-path "$root/.build" --enable-all-traits)
# Without the import check, an undeclared import passes an incremental build.
build_options=("${package_options[@]}" --explicit-target-dependency-import-check error)
# Runs `swift build` or `swift test` with them. What the tests execute most is optimized: see Package.swift. With other
# options each file would be compiled again.
swift_tests() { MONIKER_OPTIMIZED=1 swift "$1" "${build_options[@]}" "${@:2}"; }
# The tool alone, without the packages of the server. A folder of its own: with other traits every
# file is compiled again.
tool_options=(--package-path "$root" --scratch-path "$root/.build-tool"
  --explicit-target-dependency-import-check error)
# The server, in a folder of its own for the same reason. With Tool, too: the import check looks at
# all targets, and that of the tool needs its trait.
server_options=(--package-path "$root" --scratch-path "$root/.build-server" --traits Server,Tool
  --explicit-target-dependency-import-check error)

# How a release is built, in folders of their own because of the options. Paths of this machine stay out of the
# programs, so that the same sources give the same bytes in any folder: also the hash of its intermediate code that the
# compiler writes into each object to skip an object next time, which depends on the folder. The linker leaves out
# what no program calls, 0.9 MB of the tool, if each function has a section of its own and a public one need not stay.
release_options=(--configuration release -Xswiftc -file-prefix-map -Xswiftc "$root=."
  -Xcc "-ffile-prefix-map=$root=." -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen
  -Xswiftc -Xfrontend -Xswiftc -internalize-at-link -Xswiftc -Xfrontend -Xswiftc -function-sections
  -Xswiftc -use-ld=lld -Xlinker --icf=safe -Xlinker -s)
# What is or reaches a service. The libraries of HTTP and TLS look up hosts through the C library, which cannot be
# linked into a program that has no other file. One file of Hummingbird is left out: no program uses it, and its
# code has the length of its own path in it (withoutActuallyEscaping, Swift 6.3), which differs between two folders.
service_release_options=(--scratch-path "$root/.build-release-services" --traits Server,Tool
  --explicit-target-dependency-import-check error "${release_options[@]}" -Xswiftc -static-stdlib
  -Xlinker "--remap-inputs=*/RequestBody+inboundClose.swift.o=/dev/null")
# The tool, and what is tested with its options; see find_start_files for the rest.
tool_release_options=(--package-path "$root" --scratch-path "$root/.build-release" "${release_options[@]}"
  -Xswiftc -static-executable)

# Adds the startup files of the C library to `tool_release_options`. By default a static program is linked with
# crtbeginT.o, which registers the unwind tables without an index: the end of a thread then sorts all of them,
# which takes some 150 million instructions.
find_start_files() {
  local clang name file
  clang=$(dirname "$(readlink -f "$(command -v swiftc)")")/clang
  [[ -x $clang ]] || clang=clang
  tool_release_options+=(-Xlinker --eh-frame-hdr -Xswiftc -Xclang-linker -Xswiftc -nostartfiles)
  for name in crt1.o crti.o crtbegin.o crtend.o crtn.o; do
    file=$("$clang" -print-file-name="$name")
    [[ $file == /* ]] ||
      fail "clang does not find $name. Install the C library's headers (libc6-dev, libgcc-*-dev)."
    tool_release_options+=(-Xlinker "$file")
  done
}

# Builds dist/ unless it is newer than every source.
ensure_release() {
  local program=$root/dist/bin/moniker
  [[ -x $program && -z $(find "$root/Sources" "$root/Package.swift" "$root/deploy" "$root/scripts/build-release" \
    "$root/scripts/lib.sh" "$root/scripts/release" -newer "$program" -print -quit) ]] || "$root/scripts/build-release"
}

# The time of the release in seconds: that of the commit, or else now.
release_time() { git -C "$root" log -1 --format=%ct 2>/dev/null || date +%s; }

# Writes the checksums of what is in dist/.
write_checksums() {
  (cd "$root/dist" && find . -type f ! -name 'SHA256SUMS*' -printf '%P\0' | LC_ALL=C sort -z | xargs -0 sha256sum) \
    >"$root/dist/SHA256SUMS.new"
  mv "$root/dist/SHA256SUMS.new" "$root/dist/SHA256SUMS"
}

# Builds products, unless scripts/test has done so and named their folder; sets `programs` to it.
build_products() {
  programs=${MONIKER_BUILT_PRODUCTS-}
  if [[ $programs ]]; then return; fi
  local product
  for product; do swift_tests build --product "$product" >&2; done
  programs=$(swift_tests build --show-bin-path)
}

# Messages go to standard error: standard output belongs to the program that is run.
say() { printf '%s\n' "$*" >&2; }

fail() {
  say "$@"
  exit 1
}

# take_arguments MAXIMUM ARGUMENTS…: prints the comment at the head of the script for --help, and fails for more
# arguments than it takes.
take_arguments() {
  local maximum=$1 text
  shift
  text=$(sed -n '1d; /^#/!q; s/^# \{0,1\}//p' "$0")
  if [[ ${1-} == --help || ${1-} == -h ]]; then
    printf '%s\n' "$text"
    exit 0
  fi
  (($# <= maximum)) || fail "Unknown arguments: $*." "$(grep '^Usage:' <<<"$text")"
}

# Adds a Debian package to `missing`, with its purpose, if the given command fails.
want() {
  local package=$1 reason=$2
  shift 2
  if ! "$@" >/dev/null 2>&1; then
    missing+=("$package")
    reasons+=("  $package: $reason")
  fi
}

# Debian keeps it out of the PATH of users.
has_nginx() { PATH=$PATH:/usr/sbin command -v nginx; }

has_postgresql() { compgen -G '/usr/lib/postgresql/*/bin/initdb'; }

# Installing Debian's package would start a server on port 5432.
forbid_main_cluster() {
  local file=/etc/postgresql-common/createcluster.conf
  [[ " ${missing[*]} " == *" postgresql-15 "* && ! -e $file ]] || return 0
  "$@" mkdir -p "$(dirname "$file")"
  "$@" tee "$file" >/dev/null <<<'create_main_cluster = false'
}

find_missing() {
  missing=()
  reasons=()
  want pkg-config "finds SQLite for the compiler" command -v pkg-config
  want libsqlite3-dev "the headers of SQLite, which a store uses" \
    pkg-config --exists sqlite3
  if [[ $1 == server || $1 == test || $1 == page || $1 == service-benchmark ]]; then
    want libpq-dev "the headers of PostgreSQL's library, which a store of the server uses" \
      pkg-config --exists libpq
  fi
  if [[ $1 == benchmarks || $1 == release ]]; then
    want valgrind "counts allocations and instructions" command -v valgrind
  fi
  if [[ $1 == service-benchmark ]]; then
    want wrk "asks the service" command -v wrk
    want postgresql-15 "a server keeps the store of the service" has_postgresql
    want curl "asks the service once" command -v curl
    want python3 "follows streams of events" command -v python3
    want util-linux "taskset, which gives the service a core" command -v taskset
  fi
  if [[ $1 == package ]]; then
    want dpkg-dev "finds the libraries that programs need" command -v dpkg-shlibdeps
    want binutils "reads programs" command -v readelf
    want python3 "lists what programs are made of" command -v python3
  fi
  if [[ $1 == package-test ]]; then
    want lintian "checks packages" command -v lintian
    want debootstrap "makes a bare root" command -v debootstrap
    want mount "mounts /proc in it" command -v mount
  fi
  if [[ $1 == compare ]]; then
    want python3 "times the programs" command -v python3
    want git "\`git config user.name\` is compared" command -v git
    want sqlite3 "its shell is compared" command -v sqlite3
    want gh "\`gh auth token\` is compared" command -v gh
  fi
  if [[ $1 == test || $1 == conformance || $1 == benchmarks ]]; then
    want python3 "reads JSON and property lists in the tests" command -v python3
    want python3-pip "installs the references for the rules of nicknames from PyPI" \
      python3 -m pip --version
  fi
  if [[ $1 == page ]]; then
    want python3 "drives the browser" command -v python3
    want python3-pip "installs the driver of the browser from PyPI" python3 -m pip --version
    want chromium "shows the pages" command -v chromium
    want openssl "makes the certificate of a service" command -v openssl
    want util-linux "unshare, which gives a service a disk of its own" command -v unshare
    want mount "makes that disk" command -v mount
  fi
  if [[ $1 == pictures ]]; then
    want tmux "is the terminal of a picture" command -v tmux
    want fonts-dejavu-core "is the type of that picture" test -e /usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf
  fi
  if [[ $1 == test ]]; then
    want sqlite3 "reads the database in the tests" command -v sqlite3
    want util-linux "setpriv, which drops root's privileges in the tests" command -v setpriv
    want mount "mounts a read-only and a full file system in the tests" command -v mount
    want faketime "sets the clock of the program in the tests" command -v faketime
    want strace "traces and fails system calls in the tests" command -v strace
    want systemd "checks the unit of the service" command -v systemd-analyze
    want curl "asks the service in the tests" command -v curl
    want openssl "makes certificates for the servers of the tests" command -v openssl
    want postgresql-15 "servers of the tests keep the store of the service" has_postgresql
    want iproute2 "makes the networks of the tests" command -v ip
    want nginx-light "is a proxy before the service in the tests" has_nginx
  fi
}

# Installs missing packages: `install_missing build`, `server`, `test`, `conformance`, `benchmarks`,
# `service-benchmark`, `page`, `pictures`, `compare` or `release`.
install_missing() {
  command -v swift >/dev/null ||
    fail "swift is not in PATH. Install Swift 6.2 or later: https://www.swift.org/install"
  find_missing "$1"
  ((${#missing[@]})) || return 0

  local by_hand="Install ${missing[*]} yourself, then run this again."
  command -v apt-get >/dev/null || fail "Missing, and there is no apt-get here: ${missing[*]}." \
    "Install their equivalents on this system (SQLite's headers, for example), then run this again."
  local as_root=()
  if ((EUID != 0)); then
    command -v sudo >/dev/null || fail "Missing: ${missing[*]}. Not root, and no sudo. $by_hand"
    as_root=(sudo)
  fi

  say "Installing with ${as_root[*]:+sudo }apt-get:"
  printf '%s\n' "${reasons[@]}" >&2
  # Another apt-get may hold the lock; standard input belongs to the program and must not be read.
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive
    apt-get -qq -o DPkg::Lock::Timeout=120 -o Dpkg::Use-Pty=0)
  # A stale list may suffice, so a failed update is only reported.
  "${apt[@]}" update </dev/null >&2 || say "apt-get update failed; trying with the lists at hand."
  forbid_main_cluster "${as_root[@]}"
  "${apt[@]}" install --yes --no-install-recommends "${missing[@]}" </dev/null >&2 ||
    fail "apt-get could not install ${missing[*]}. $by_hand"

  find_missing "$1"
  ((${#missing[@]} == 0)) || fail "Installed, but still not found: ${missing[*]}. $by_hand"
}

# Installs packages from PyPI, each given with its version, unless they are installed. They are in the
# folder `$python_packages` then, one for each set: sets may need different versions of a package.
install_python() {
  local wanted="$*"
  python_packages=$root/.build/python/${1%%==*}
  [[ -f $python_packages/installed && $(<"$python_packages/installed") == "$wanted" ]] && return
  say "Installing with pip, in $python_packages: $wanted"
  rm -rf "$python_packages"
  python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
    --target "$python_packages" "$@" </dev/null >&2 ||
    fail "pip could not install $wanted. Is PyPI reachable?"
  printf '%s\n' "$wanted" >"$python_packages/installed"
}

# Installs what drives a browser, and the script of axe, for the programs in scripts/page/.
install_browser_driver() {
  install_python playwright==1.65.2 axe-playwright-python==0.1.8
  export PYTHONPATH=$python_packages:$root/scripts/service
}
