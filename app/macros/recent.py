"""Which macros were played last, by the times of what is kept of their health. No Qt."""

from pathlib import Path


def recently_played(data: Path) -> tuple[str, ...]:
    """Return the folders' names of macros that were played, the last one first.

    Args:
        data: folder that holds what is kept of plays.
    """
    from automation.macros.player.health import health_file  # noqa: PLC0415  # not needed for a start

    folder = health_file(data, "x").parent
    found: list[tuple[int, str]] = []
    try:
        files = list(folder.glob("*.json"))
    except OSError:
        return ()
    for file in files:
        try:
            found.append((file.stat().st_mtime_ns, file.stem))
        except OSError:  # removed meanwhile
            continue
    return tuple(slug for _, slug in sorted(found, reverse=True))
