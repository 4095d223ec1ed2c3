"""The settings files of programs that can hand tasks over, and how `deskhand mcp` is written into them.

Only the entry `deskhand` is ever touched. What a file is to hold is worked out first and shown; it is read
again after that and must hold the same apart from our entry, else nothing is written and the lines to be
added by hand are told. The file as it was stays beside it. Where each program keeps its servers is from
its own documents: code.claude.com/docs/en/mcp, developers.openai.com/codex/mcp, cursor.com/docs/context/mcp,
code.visualstudio.com/docs/copilot/reference/mcp-configuration, the settings of Gemini CLI
(github.com/google-gemini/gemini-cli, docs/tools/mcp-server.md), modelcontextprotocol.io (Claude Desktop).
"""

import difflib
import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Literal

from automation.core.errors import AssistantError
from automation.core.files import write_new, write_whole

ENTRY: Final = "deskhand"
MOST_BYTES: Final = 16 * 1024 * 1024
"""Claude Code keeps much else in its file, some megabytes after a year."""
FORWARDED: Final = (
    "DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "AT_SPI_BUS_ADDRESS",
    "DESKHAND_HOME",
)  # fmt: skip
"""What leads to the desktop and to the user's deskhand; a host that hands on few variables must hand these on."""
_TOML_HEAD: Final = re.compile(r"^\s*\[")
_OWN_HEAD: Final = re.compile(rf'^\s*\[\s*mcp_servers\s*\.\s*"?{ENTRY}"?\s*(\..*)?\]\s*(#.*)?$')


class HostFile(AssistantError):
    """The settings of a host cannot be read or written as they should be."""


@dataclass(frozen=True, slots=True)
class Host:
    """A program that speaks MCP, and where it keeps the servers that it starts."""

    name: str
    """On our command line."""
    title: str
    file: Path
    form: Literal["json", "toml"]
    key: str
    has_type: bool = False
    """Its entries say that they are started, and not called at an address."""

    @property
    def is_here(self) -> bool:
        """Tell whether it seems to be used: its settings, or the folder that is theirs alone, are there."""
        return self.file.exists() or (self.file.parent != Path.home() and self.file.parent.is_dir())


@dataclass(frozen=True, slots=True)
class Change:
    """What a file of a host holds, and what it is to hold."""

    host: Host
    before: str | None
    """None where there is no file."""
    after: str

    @property
    def is_needed(self) -> bool:
        """Tell whether anything changes."""
        return (self.before or "") != self.after

    @property
    def diff(self) -> str:
        """Return the lines that go and come, as `diff -u` writes them."""
        old, new = (self.before or "").splitlines(), self.after.splitlines()
        name = str(self.host.file)
        return "\n".join(difflib.unified_diff(old, new, name, name, lineterm="", n=2))


def known_hosts(home: Path, environ: Mapping[str, str]) -> tuple[Host, ...]:
    """Return the hosts whose files we know, whether or not they are there."""
    config = Path(environ.get("XDG_CONFIG_HOME") or home / ".config")
    codex = Path(environ.get("CODEX_HOME") or home / ".codex")
    claude = Path(environ["CLAUDE_CONFIG_DIR"]) if environ.get("CLAUDE_CONFIG_DIR") else home
    desktop = config / "Claude" / "claude_desktop_config.json"
    return (
        Host("claude-code", "Claude Code", claude / ".claude.json", "json", "mcpServers", True),
        Host("codex", "Codex", codex / "config.toml", "toml", "mcp_servers"),
        Host("cursor", "Cursor", home / ".cursor" / "mcp.json", "json", "mcpServers"),
        Host("gemini", "Gemini CLI", home / ".gemini" / "settings.json", "json", "mcpServers"),
        Host("vscode", "VS Code", config / "Code" / "User" / "mcp.json", "json", "servers", True),
        Host("claude-desktop", "Claude Desktop", desktop, "json", "mcpServers"),
    )


def entry_of(host: Host, command: Sequence[str]) -> dict[str, Any]:
    """Return our entry: how the host starts the server."""
    entry: dict[str, Any] = {"command": command[0], "args": [*command[1:]]}
    if host.has_type:
        entry = {"type": "stdio", **entry}
    if host.form == "toml":
        entry["env_vars"] = [*FORWARDED]
    return entry


def installed(host: Host, command: Sequence[str]) -> Change:
    """Return the change that adds our entry, or makes it this one.

    Raises:
        HostFile: the file cannot be read, or holds what we do not understand; says what to add by hand.
    """
    return _changed(host, entry_of(host, command))


def uninstalled(host: Host) -> Change:
    """Return the change that takes our entry away.

    Raises:
        HostFile: as for `installed`.
    """
    return _changed(host, None)


def carry_out(change: Change, now: datetime) -> Path | None:
    """Write a file, and return where it stands as it was; None where there was none.

    Raises:
        HostFile: it has changed since it was shown, or cannot be written; then it is as it was.
    """
    file = change.host.file.resolve()
    try:
        if _read(file) != change.before:
            raise HostFile(
                f"{file} has changed meanwhile; nothing was written. Close {change.host.title}, then "
                "try again"
            )
        kept = None
        mode = None
        if change.before is not None:
            kept = file.with_name(f"{file.name}.before-deskhand-{now:%Y%m%d-%H%M%S-%f}")
            mode = file.stat().st_mode & 0o777
            write_new(kept, change.before.encode())
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, change.after.encode())
        if mode is not None:
            file.chmod(mode)
    except OSError as error:
        raise HostFile(f"cannot write {file}: {error.strerror or error}") from error
    return kept


def by_hand(host: Host, command: Sequence[str]) -> str:
    """Return what somebody would add to the file."""
    entry = entry_of(host, command)
    if host.form == "toml":
        return _toml_block(entry)
    return json.dumps({host.key: {ENTRY: entry}}, indent=2, ensure_ascii=False)


def _changed(host: Host, entry: dict[str, Any] | None) -> Change:
    try:
        before = _read(host.file.resolve())
    except (OSError, UnicodeDecodeError) as error:
        raise HostFile(f"cannot read {host.file}: {error}") from error
    change = _json_changed if host.form == "json" else _toml_changed
    return Change(host, before, change(host, before or "", entry))


def _read(file: Path) -> str | None:
    """Return what a file holds; None where there is none."""
    if not file.exists():
        return None
    if file.stat().st_size > MOST_BYTES:
        raise HostFile(f"{file} is larger than {MOST_BYTES >> 20} MiB")
    return file.read_bytes().decode()


def _json_changed(host: Host, before: str, entry: dict[str, Any] | None) -> str:
    try:
        whole = json.loads(before, object_pairs_hook=_once) if before.strip() else {}
        servers = whole.setdefault(host.key, {}) if entry is not None else whole.get(host.key, {})
        was = servers.get(ENTRY)
    except (ValueError, AttributeError, RecursionError) as error:
        raise HostFile(
            f"{host.file} is no plain JSON object with “{host.key}” in it ({error}); comments cannot be "
            "kept, so nothing is written"
        ) from error
    if was == entry:
        return before
    if entry is None:
        del servers[ENTRY]
    else:
        servers[ENTRY] = entry
    indent = re.search(r"\n([ \t]+)\S", before)
    text = json.dumps(whole, indent=indent[1] if indent else 2, ensure_ascii=False)
    return text + ("\n" if before.endswith("\n") or not before else "")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands in it twice")
    return found


def _toml_changed(host: Host, before: str, entry: dict[str, Any] | None) -> str:
    kept = _without_own_tables(before)
    after = kept
    if entry is not None:
        gap = "" if not kept.strip() else "\n" if kept.endswith("\n") else "\n\n"
        after = f"{kept}{gap}{_toml_block(entry)}"
    try:
        was, new = tomllib.loads(before), tomllib.loads(after)
        found = was.get(host.key, {}).pop(ENTRY, None)
        if found == entry:
            return before
        told = new.get(host.key, {}).pop(ENTRY, None)
        is_same = _bare(was, host.key) == _bare(new, host.key) and told == entry
    except (tomllib.TOMLDecodeError, AttributeError) as error:
        raise HostFile(
            f"{host.file} cannot be read as TOML ({error}); nothing is written"
        ) from error
    if not is_same:
        raise HostFile(
            f"{host.file} holds “{ENTRY}” in a form that is not understood; nothing is written"
        )
    return after


def _bare(whole: dict[str, Any], key: str) -> dict[str, Any]:
    """Return a file's content; no servers and an empty table of them are the same."""
    return {name: value for name, value in whole.items() if name != key or value}


def _without_own_tables(text: str) -> str:
    """Return the text without the lines of our tables, up to the next table's head."""
    kept: list[str] = []
    is_own = False
    for line in text.splitlines(keepends=True):
        if _TOML_HEAD.match(line):
            is_own = bool(_OWN_HEAD.match(line.rstrip("\r\n")))
        if not is_own:
            kept.append(line)
    cut = "".join(kept)
    return cut if cut == text else cut.rstrip("\n") + ("\n" if cut.strip() else "")


def _toml_block(entry: dict[str, Any]) -> str:
    # A JSON string is a basic string of TOML, and a JSON list of them an array (toml.io/en/v1.0.0).
    lines = [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in entry.items()]
    return "\n".join((f"[mcp_servers.{ENTRY}]", *lines, ""))
