"""Files and folders of ours: for this user alone, whole or absent, on the disk when we say so.

Nothing here follows a link. A link in our place is somebody else's wish to have us write elsewhere,
or a mistake; both are refused by name. Folders above ours are the user's business and may be links.

A name is not durable until its folder is flushed: the power cuts that the tests replay
(`tests/proof/durability_disk.py`) lose the name of what was made in another way.
"""

import errno
import os
import secrets
import stat
import sys
from pathlib import Path
from typing import Final

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

FOLDER_MODE: Final = 0o700
FILE_MODE: Final = 0o600
_NO_LINK: Final = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_NO_WAIT: Final = getattr(os, "O_NONBLOCK", 0)
"""A pipe in place of a file must not keep us waiting for somebody who writes into it."""
_IS_LINK: Final = "it is a link, and deskhand writes only to its own files and folders; remove it"
_NO_FILE: Final = "something that is no file stands there; move it away"


def private_folder(folder: Path) -> None:
    """Make a folder that only this user can enter, durably; tighten one that is there."""
    if not folder.parent.exists():
        private_folder(folder.parent)
    try:
        folder.mkdir(mode=FOLDER_MODE)
    except FileExistsError:
        _check_folder(folder)
        return
    _check_folder(folder)  # the umask may have taken from us what we need
    flush_folder(folder.parent)


def _check_folder(folder: Path) -> None:
    info = folder.lstat()
    if stat.S_ISLNK(info.st_mode):
        raise OSError(errno.ELOOP, _IS_LINK, str(folder))
    if not stat.S_ISDIR(info.st_mode):
        raise NotADirectoryError(
            errno.ENOTDIR, "a file stands where the folder should be", str(folder)
        )
    _check_owner(info, folder)
    if os.name != "nt" and stat.S_IMODE(info.st_mode) != FOLDER_MODE:
        folder.chmod(FOLDER_MODE)


def _check_file(info: os.stat_result, path: Path) -> None:
    if not stat.S_ISREG(info.st_mode):
        raise OSError(errno.EINVAL, _NO_FILE, str(path))


def _check_owner(info: os.stat_result, path: Path) -> None:
    if hasattr(os, "getuid") and info.st_uid != os.getuid():
        raise PermissionError(
            errno.EPERM, f"it belongs to user {info.st_uid}, not to you", str(path)
        )


def refuse_link(path: Path) -> None:
    """Refuse a link; what is not there is no link."""
    if path.is_symlink():
        raise OSError(errno.ELOOP, _IS_LINK, str(path))


def open_private(path: Path, flags: int) -> int:
    """Open a file of ours and return its descriptor; one that others may read is tightened.

    Args:
        path: the file; its folder exists.
        flags: as for `os.open`; a file that they create is private whatever the umask says.
    """
    refuse_link(path)
    descriptor = os.open(path, flags | _NO_LINK | _NO_WAIT, FILE_MODE)
    try:
        info = os.fstat(descriptor)
        _check_file(info, path)
        _check_owner(info, path)
        if os.name != "nt" and stat.S_IMODE(info.st_mode) != FILE_MODE:
            os.fchmod(descriptor, FILE_MODE)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def create(path: Path) -> bool:
    """Make an empty file, durably, if nothing is there; tell whether it was made.

    Raises:
        OSError: as for `open_private`.
    """
    try:
        os.close(open_private(path, os.O_RDWR | os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        os.close(open_private(path, os.O_RDWR))
        return False
    flush_folder(path.parent)
    return True


def read(path: Path, most: int) -> bytes:
    """Return what a file of ours holds.

    Args:
        most: bytes that are read; one more is returned when there are more.
    """
    descriptor = os.open(path, os.O_RDONLY | _NO_LINK | _NO_WAIT)
    try:
        found = os.fstat(descriptor)
        _check_file(found, path)
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            # Room for as much as is asked for is taken at once, however little is there.
            return file.read(min(most, found.st_size) + 1)
    finally:
        os.close(descriptor)


def write_new(path: Path, data: bytes) -> None:
    """Write a file that was not there, and flush it; its name is flushed with its folder."""
    descriptor = open_private(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    try:
        with os.fdopen(descriptor, "wb", closefd=False) as file:
            file.write(data)
            file.flush()
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_whole(path: Path, data: bytes) -> None:
    """Put a file in its place in one step: under a hidden name first, flushed, renamed, flushed.

    Raises:
        OSError: it cannot be written; what was there is untouched and nothing else is left.
    """
    hidden = path.with_name(f".new-{secrets.token_hex(8)}")
    try:
        write_new(hidden, data)
        hidden.replace(path)
    except BaseException:
        hidden.unlink(missing_ok=True)
        raise
    flush_folder(path.parent)


def flush_folder(folder: Path) -> None:
    """Make the names in a folder durable."""
    if os.name == "nt":
        return  # Windows flushes a rename with the file; a folder cannot be opened there.
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def try_lock(descriptor: int, *, is_shared: bool = False, waits: bool = False) -> bool:
    """Take the lock of an open file; tell whether it was to be had. The kernel drops it with its holder."""
    try:
        if sys.platform == "win32":
            if not is_shared:  # Windows knows no shared one here
                msvcrt.locking(descriptor, msvcrt.LK_LOCK if waits else msvcrt.LK_NBLCK, 1)
        else:
            kind = fcntl.LOCK_SH if is_shared else fcntl.LOCK_EX
            fcntl.flock(descriptor, kind if waits else kind | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError as error:
        if error.errno == errno.EDEADLK:  # Windows waits for ten seconds, then it says this
            return False
        raise
    return True


def open_locked(path: Path, *, waits: bool = False) -> int:
    """Return the descriptor of a file of ours whose lock is had until it is closed.

    Raises:
        BlockingIOError: another process has the lock.
    """
    descriptor, is_had = open_private(path, os.O_RDWR | os.O_CREAT), False
    try:
        is_had = try_lock(descriptor, waits=waits)
    finally:
        if not is_had:
            os.close(descriptor)
    if not is_had:
        raise BlockingIOError(errno.EAGAIN, "another deskhand has locked it", str(path))
    return descriptor
