"""Full disks: a run of fifty steps on a disk that has room for less, for every size there is.

    unshare -rm python -m tests.proof.durability_full FOLDER FIRST LAST EVERY    (sizes in KiB)

The disk is a small file system in memory, in name spaces of its own: no privilege is needed where
the kernel lets users have them.
"""

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

from automation.core.errors import AssistantError, DiskFull
from automation.records.store import Store
from tests.proof.durability_check import check
from tests.proof.durability_writer import write
from tests.proof.proof import ROOT

STEPS = 50
PAGE_KIB = 4
"""A file system in memory gives room by the page."""
ROOMY_KIB = 65_536


def may_have_disks():
    """Tell whether we may have a small disk: not every kernel, and few containers, allow it."""
    if shutil.which("unshare") is None:
        return False
    return not subprocess.run(
        ["unshare", "-rm", "true"], check=False, capture_output=True
    ).returncode


def fill_disks(scratch, sizes):
    """Run the writer on a disk of every size (KiB).

    Returns:
        How many disks, how many of them became full, how many acknowledged lines, what was lost.

    Raises:
        RuntimeError: this kernel lets nobody have a small file system.
    """
    command = ["unshare", "-rm", sys.executable, "-m", "tests.proof.durability_full"]
    numbers = (str(number) for number in (sizes.start, sizes.stop, sizes.step))
    done = subprocess.run(
        [*command, str(scratch), *numbers], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise RuntimeError(f"no disk could be filled: {done.stderr[-2000:]}")
    return json.loads(done.stdout)


def room_needed(scratch):
    """Return the KiB that the whole run takes."""
    home = scratch / "measured"
    subprocess.run(
        [sys.executable, "-m", "tests.proof.durability_writer", home, "1", str(STEPS), str(STEPS)],
        cwd=ROOT, check=True, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    return sum(_pages(path) for path in home.rglob("*")) * PAGE_KIB


def _pages(path):
    return -(-path.stat().st_size // (PAGE_KIB * 1024))


def _fill(disk, said, size):
    """Write on a disk of this size; return whether it became full, what was lost, what was said."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}k", "none", disk], check=True)
    try:
        said.write_bytes(b"")
        pid = os.fork()
        if pid == 0:
            os.dup2(os.open(said, os.O_WRONLY | os.O_APPEND), 1)
            write(disk / "home", 1, STEPS, per_run=STEPS)
            os._exit(0)
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        lines = said.read_text(encoding="utf-8").splitlines()
        missing = [] if status == 0 else [f"the writer ended with {status}"]
        missing += [f"half a file is left: {path.name}" for path in disk.rglob(".new-*")]
        missing += _open_while_full(disk / "home" / "data")
        subprocess.run(["mount", "-o", f"remount,size={ROOMY_KIB}k", disk], check=True)
        found, held = check(disk / "home", [line for line in lines if line != "full"])
        return lines[-1:] == ["full"], [*missing, *found], held
    finally:
        subprocess.run(["umount", disk], check=True)


def _open_while_full(data):
    """Open the history with no room left: that works, or is told as what it is."""
    try:
        store = Store(data)
    except DiskFull:
        return []
    except AssistantError as error:
        return [f"a full disk is told as something else: {error}"]
    notice = store.notice
    store.close()
    return [f"a full disk is taken for damage: {notice}"] if notice else []


def main():
    """Fill a disk of every size and print what was found as JSON."""
    folder = Path(sys.argv[1])
    disk, said = folder / "disk", folder / "said"
    disk.mkdir()
    seen, lost, full = Counter(), [], 0
    sizes = range(*map(int, sys.argv[2:5]))
    for size in sizes:
        is_full, missing, held = _fill(disk, said, size)
        full += is_full
        seen.update(held)
        lost += [f"with {size} KiB: {text}" for text in missing]
    found = {"disks": len(sizes), "full": full, "seen": dict(seen), "lost": lost}
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
