"""What a program asked of the disk, and what a disk may hold of it after the power went.

`record` runs a program under strace and returns its calls in order. `Disk` replays a beginning of
them: what was flushed is there, what was not may be there in part, in any order, torn at a sector,
and a name may be there or not as long as its folder was not flushed. That is harsher than most file
systems are.
"""

import itertools
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from tests.proof.proof import ROOT

SECTOR = 512
CALLS = (
    "openat,pwrite64,write,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,ftruncate,"
    "mkdir,mkdirat,rmdir,link,linkat,symlink,writev,pwritev,pwritev2,copy_file_range,sendfile,"
    "fallocate,truncate,creat,msync"
)
MODES = ("nothing", "everything", "names only", "data only", "some", "some", "some")
"""What of the unflushed is on the disk: `some` is a draw for every sector and every name."""

_LINE = re.compile(r"^(\d+) +(.*)$")
_CALL = re.compile(r"^(\w+)\((.*)\) += (-?\d+)")
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"|<((?:\\x[0-9a-f]{2})*)>|([^,<">\s]+)')


@dataclass(frozen=True, slots=True)
class Call:
    """One call that changed the disk, or one line that was said (`said`)."""

    name: str
    path: str = ""
    other: str = ""
    """Where a rename or a link goes."""
    at: int = 0
    data: bytes = b""


def record(arguments, home, log):
    """Run a program of ours under strace; return what it did below `home` and what it said.

    Args:
        arguments: of the Python interpreter.
        home: folder that counts; everything elsewhere is left out.
        log: file for strace's lines.
    """
    argv = ["strace", "-f", "-qq", "-xx", "-y", "-s", "10000000", "-o", str(log), "-e",
            f"trace={CALLS}", sys.executable, *arguments]  # fmt: skip
    done = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"the recorded program failed: {done.stderr[-2000:]}")
    with log.open(encoding="ascii") as lines:
        calls = list(_calls(lines, str(home)))
    log.unlink()
    return calls


def _calls(lines, home):
    """Yield the calls in the order in which they ended."""
    begun = {}
    sizes = {}
    for line in lines:
        pid, text = _LINE.match(line).groups()
        if text.endswith("<unfinished ...>"):
            begun[pid] = text.removesuffix("<unfinished ...>")
            continue
        if text.startswith("<... "):
            text = begun.pop(pid) + text[text.index("resumed>") + len("resumed>") :]
        match = _CALL.match(text)
        if match and int(match[3]) >= 0:
            parts = [_value(part) for part in _TEXT.finditer(match[2])]
            yield from _meant(match[1], parts, int(match[3]), home, sizes)


def _value(part):
    hexed = part[1] if part[1] is not None else part[2]
    return part[3] if hexed is None else bytes.fromhex(hexed.replace("\\x", ""))


def _meant(name, parts, result, home, sizes):
    """Yield what the call means for the disk; nothing for one that means nothing to us."""
    texts = [part for part in parts if isinstance(part, bytes)]
    words = [part for part in parts if isinstance(part, str)]
    if name == "write" and words[0] == "1":
        yield Call("said", data=texts[-1])
        return
    paths = [text.decode(errors="replace") for text in texts]
    inside = [path for path in paths if path.startswith(home)]
    if not inside:
        return
    path = inside[0]
    if name in ("pwrite64", "write"):
        at = int(words[-1]) if name == "pwrite64" else sizes.get(path, 0)
        sizes[path] = max(sizes.get(path, 0), at + result)
        yield Call("write", path, at=at, data=texts[1][:result])
    elif name in ("openat", "ftruncate"):
        yield from _sized(name, path, words, sizes)
    else:
        yield _named(name, inside, sizes)


def _sized(name, path, words, sizes):
    if name == "ftruncate":
        sizes[path] = int(words[-1])
        yield Call("truncate", path, at=sizes[path])
        return
    flags = " ".join(words)
    if "O_CREAT" in flags:
        yield Call("create", path)
    if "O_TRUNC" in flags:
        sizes[path] = 0
        yield Call("truncate", path)


_NAMED = {
    "fsync": "flush", "fdatasync": "flush", "unlink": "remove", "unlinkat": "remove",
    "rmdir": "remove", "mkdir": "folder", "mkdirat": "folder", "rename": "rename",
    "renameat": "rename", "renameat2": "rename", "link": "link", "linkat": "link",
}  # fmt: skip


def _named(name, inside, sizes):
    if name not in _NAMED:
        raise RuntimeError(
            f"the program used {name} on {inside[0]}, which the replay does not know"
        )
    kind, path = _NAMED[name], inside[0]
    if kind == "rename":
        sizes[inside[1]] = sizes.pop(path, 0)
    elif kind == "remove":
        sizes.pop(path, None)
    return Call(kind, path, inside[1] if kind in ("rename", "link") else "")


@dataclass(slots=True)
class _File:
    safe: bytearray = field(default_factory=bytearray)
    unsafe: list = field(default_factory=list)
    """Writes `(at, data)` and truncations `(at, None)` since the last flush."""
    is_folder: bool = False


class Disk:
    """The state after a beginning of the calls."""

    def __init__(self, home):
        self._home = str(home)
        self._files = {}
        """What a running program sees: a file by its path."""
        self._safe_names = {self._home: _File(is_folder=True)}
        self._unsafe_names = []
        """Changes `(folder, path, file or None)` since the flush of their folder, in order."""
        self._files[self._home] = self._safe_names[self._home]

    def apply(self, call):
        """Let one more call happen."""
        match call.name:
            case "create" | "folder":
                if call.path not in self._files:
                    self._name(call.path, _File(is_folder=call.name == "folder"))
            case "write":
                self._files[call.path].unsafe.append((call.at, call.data))
            case "truncate":
                self._files[call.path].unsafe.append((call.at, None))
            case "flush":
                self._flush(call.path)
            case "rename":
                moved = self._files[call.path]
                self._name(call.path, None)
                self._name(call.other, moved)
            case "link":
                self._name(call.other, self._files[call.path])
            case "remove":
                self._name(call.path, None)

    def _name(self, path, file):
        if file is None:
            self._files.pop(path, None)
        else:
            self._files[path] = file
        # A rename is one change for the disk: its two halves are drawn together.
        self._unsafe_names.append((path.rpartition("/")[0], path, file))

    def _flush(self, path):
        file = self._files.get(path)
        if file is None:
            return
        if not file.is_folder:
            for change in file.unsafe:
                _change(file.safe, *change)
            file.unsafe.clear()
            return
        for folder, name, named in self._unsafe_names:
            if folder == path:
                _put(self._safe_names, name, named)
        self._unsafe_names = [change for change in self._unsafe_names if change[0] != path]

    def image(self, rng, mode, target):
        """Write one disk that the power may have left into the folder `target`."""
        names = dict(self._safe_names)
        for kept in self._kept_names(rng, mode):
            for _, path, file in kept:
                _put(names, path, file)
        contents = {}
        for path, file in sorted(names.items()):
            place = target / os.path.relpath(path, self._home)
            if not place.parent.is_dir() or path.endswith("-shm"):
                continue  # its folder is not on the disk, or it is memory with a name
            if file.is_folder:
                place.mkdir(mode=0o700, exist_ok=True)
            else:
                if id(file) not in contents:  # two names of one file hold the same
                    contents[id(file)] = _content(file, rng, mode)
                place.write_bytes(contents[id(file)])
                place.chmod(0o600)

    def _kept_names(self, rng, mode):
        """Yield the changes of names that reached the disk, a rename as one."""
        grouped = []
        for change in self._unsafe_names:
            is_second_half = (
                grouped and len(grouped[-1]) == 1 and grouped[-1][0][2] is None
                and change[2] is not None and change[0] == grouped[-1][0][0]
            )  # fmt: skip
            if is_second_half:
                grouped[-1].append(change)
            else:
                grouped.append([change])
        for group in grouped:
            if mode in ("everything", "names only") or (mode == "some" and rng.random() < 0.5):
                yield group


def _put(names, path, file):
    if file is None:
        names.pop(path, None)
    else:
        names[path] = file


def _change(data, at, new):
    if new is None:
        del data[at:]
        data.extend(b"\0" * (at - len(data)))
        return
    if len(data) < at:
        data.extend(b"\0" * (at - len(data)))
    data[at : at + len(new)] = new


def _content(file, rng, mode):
    data = bytearray(file.safe)
    for at, new in file.unsafe:
        if mode in ("nothing", "names only"):
            continue
        if mode in ("everything", "data only"):
            _change(data, at, new)
        elif new is None:
            if rng.random() < 0.5:
                _change(data, at, None)
        else:
            _some_sectors(data, at, new, rng)
    return bytes(data)


def _some_sectors(data, at, new, rng):
    """Write the sectors that a draw says: all, none, a beginning of them, or any."""
    cuts = [at, *range(at - at % SECTOR + SECTOR, at + len(new), SECTOR), at + len(new)]
    pieces = list(itertools.pairwise(cuts))
    kind = rng.random()
    until = rng.randrange(len(pieces) + 1)
    for number, (start, end) in enumerate(pieces):
        is_written = kind < 0.25 or (kind < 0.6 and number < until)
        if is_written or (kind > 0.75 and rng.random() < 0.5):
            _change(data, start, new[start - at : end - at])


def emptied(folder):
    """Return the folder without anything in it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700, parents=True)
    return Path(folder)
