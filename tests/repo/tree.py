"""The files of the repository, found without git so that an unpacked archive is tested too."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("app", "model", "automation", "resources")
_KEPT_DOT_FOLDERS = {".ci", ".github"}
_MADE_FOLDERS = {"__pycache__", "build", "dist", "out"}


def files(suffix=""):
    """Return every file that belongs to the project, relative to its root, in order."""
    return sorted(path.relative_to(ROOT) for path in _walk(ROOT) if path.name.endswith(suffix))


def python_files():
    """Return every Python file of the project, relative to its root, in order."""
    return files(".py")


def _walk(folder):
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            if _is_ours(path.name):
                yield from _walk(path)
        elif path.is_file() and path.name != ".git":  # a worktree's points to where it was made
            yield path


def _is_ours(name):
    if name in _MADE_FOLDERS or name.endswith(".egg-info"):
        return False
    return not name.startswith(".") or name in _KEPT_DOT_FOLDERS
