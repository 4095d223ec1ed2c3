"""From the hub's description to the files that are fetched. Nothing in it is trusted."""

import re
from typing import Final

from automation.core.errors import DownloadError
from model.download.values import DigestKind, Listing, RemoteFile

WANTED: Final = re.compile(
    r"(?:[A-Za-z0-9][\w.-]*\.(?:json|safetensors|jinja|model)"
    r"|merges\.txt|vocab\.txt"
    r"|(?:LICEN[CS]E|NOTICE|README|SAFETY|EXPLAINABILITY|BIAS|PRIVACY)(?:[.-][\w.-]*)?)",
    re.ASCII,
)
"""Data and words only: never `.py`, and no pickles (`.bin`, `.pt`). Files in folders are left out."""

NEVER: Final = re.compile(r".*\.(?:py|pyc|so|dll|sh|bin|pt|pth|ckpt|pkl|exe)", re.IGNORECASE)
MAX_FILES: Final = 1000
MAX_NAME: Final = 128
LARGEST_BYTES: Final = 1 << 44
"""16 TiB, far above any file of a model; sums of sizes stay numbers that can be written out."""
HEX: Final = {"sha256": re.compile(r"[0-9a-f]{64}"), "git": re.compile(r"[0-9a-f]{40}")}


def listing_of(repo: str, described: dict[str, object]) -> Listing:
    """Read the description of a repository.

    Raises:
        DownloadError: a field is missing or of another kind than documented; named.
    """
    commit = described.get("sha")
    if not isinstance(commit, str) or not HEX["git"].fullmatch(commit):
        raise _bad(repo, "sha", commit)
    siblings = described.get("siblings")
    if not isinstance(siblings, list) or len(siblings) > MAX_FILES:
        raise _bad(repo, "siblings", siblings)
    files, left_out = [], []
    for sibling in siblings:
        if not isinstance(sibling, dict):
            raise _bad(repo, "siblings", sibling)
        name = sibling.get("rfilename")
        if not isinstance(name, str):
            raise _bad(repo, "rfilename", name)
        if _is_wanted(name):
            files.append(_file(repo, name, sibling))
        else:
            left_out.append(name)
    if len({file.name.casefold() for file in files}) != len(files):
        raise _bad(repo, "rfilename", "the same name twice")
    if not any(file.name.endswith(".safetensors") for file in files):
        message = f"{repo} holds no .safetensors file; choose a repository with such weights"
        raise DownloadError(message)
    files.sort(key=lambda file: (file.name.endswith(".safetensors"), file.name))
    name, link = _licence(described.get("cardData"))
    is_gated = bool(described.get("gated"))
    return Listing(repo, commit, tuple(files), tuple(sorted(left_out)), name, link, is_gated)


def _is_wanted(name: str) -> bool:
    return len(name) <= MAX_NAME and bool(WANTED.fullmatch(name)) and not NEVER.fullmatch(name)


def _file(repo: str, name: str, sibling: dict[str, object]) -> RemoteFile:
    large = sibling.get("lfs")
    source = large if isinstance(large, dict) else sibling
    size = source.get("size")
    if not isinstance(size, int) or isinstance(size, bool) or not 0 <= size <= LARGEST_BYTES:
        raise _bad(repo, f"size of {name}", size)
    kind: DigestKind = "sha256" if isinstance(large, dict) else "git"
    digest = source.get("sha256" if kind == "sha256" else "blobId")
    if not isinstance(digest, str) or not HEX[kind].fullmatch(digest):
        raise _bad(repo, f"hash of {name}", digest)
    return RemoteFile(name, size, digest, kind)


def _licence(card: object) -> tuple[str, str]:
    """Return name and link; `other` is replaced by the name that goes with it."""
    if not isinstance(card, dict):
        return "", ""
    kind, name, link = (
        _words(card.get(key)) for key in ("license", "license_name", "license_link")
    )
    return (name if name and kind in ("", "other") else kind), link


def _words(value: object) -> str:
    text = " ".join(value) if isinstance(value, list) and all(map(_is_text, value)) else value
    if not isinstance(text, str):
        return ""
    return "".join(letter for letter in text if letter.isprintable())[:200]


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _bad(repo: str, field: str, found: object) -> DownloadError:
    message = f"{repo}: the hub's answer has a bad {field} ({str(found)[:80]!r}); try again later"
    return DownloadError(message)
