"""The settings of hosts: our entry comes and goes, and not a value of theirs is lost."""

import json
import stat
import tomllib
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.cli.parser import MCP_HOSTS, run
from app.mcp.hosts import (
    HostFile,
    carry_out,
    entry_of,
    installed,
    known_hosts,
    uninstalled,
)

COMMAND = ("/opt/deskhand-cli", "mcp", "--approve", "assist")
NOW = datetime(2026, 11, 27, tzinfo=UTC)
TOML = """\
# mine
model = "o9"   # a comment that stays

[mcp_servers.deskhand]
command = "/old"
args = []

[mcp_servers.deskhand.env]
A = "b"

[mcp_servers.other]  # another
command = "x"
"""


def host(tmp_path, name):
    return next(one for one in known_hosts(tmp_path, {}) if one.name == name)


def write(one, text):
    one.file.parent.mkdir(parents=True, exist_ok=True)
    one.file.write_text(text)
    return one


def test_the_command_line_names_the_hosts_that_we_know(tmp_path):
    assert tuple(one.name for one in known_hosts(tmp_path, {})) == MCP_HOSTS


@pytest.mark.parametrize("name", MCP_HOSTS)
def test_a_host_without_a_file_gets_one_with_our_entry_alone_and_loses_it_again(tmp_path, name):
    one = host(tmp_path, name)
    assert carry_out(installed(one, COMMAND), NOW) is None
    read = tomllib.loads if one.form == "toml" else json.loads
    assert read(one.file.read_text()) == {one.key: {"deskhand": entry_of(one, COMMAND)}}
    assert not installed(one, COMMAND).is_needed
    carry_out(uninstalled(one), NOW)
    assert not read(one.file.read_text()).get(one.key)
    assert not uninstalled(one).is_needed


def test_in_toml_only_our_tables_change_and_comments_stay(tmp_path):
    codex = write(host(tmp_path, "codex"), TOML)
    change = installed(codex, COMMAND)
    assert "# mine" in change.after
    assert "# a comment that stays" in change.after
    found = tomllib.loads(change.after)
    assert found["mcp_servers"] == {
        "other": {"command": "x"},
        "deskhand": entry_of(codex, COMMAND),
    }
    assert "[mcp_servers.deskhand.env]" not in change.after
    kept = carry_out(change, NOW)
    assert kept.read_text() == TOML
    assert tomllib.loads(uninstalled(codex).after)["mcp_servers"] == {"other": {"command": "x"}}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("cursor", "{\n  // mine\n}"),
        ("cursor", '{"mcpServers": []}'),
        ("cursor", '{"a": 1, "a": 2}'),
        ("cursor", "[]"),
        ("cursor", "[" * 100_000),
        ("codex", "model = "),
        ("codex", 'mcp_servers = {deskhand = {command = "x"}}'),
        ("codex", "mcp_servers = 3"),
    ],
)
def test_what_is_not_understood_is_left_alone_and_said(tmp_path, name, text):
    one = write(host(tmp_path, name), text)
    with pytest.raises(HostFile):
        carry_out(installed(one, COMMAND), NOW)
    assert one.file.read_text() == text


def test_a_file_that_changed_since_it_was_shown_is_not_written(tmp_path):
    one = write(host(tmp_path, "claude-code"), '{"numStartups": 1}')
    change = installed(one, COMMAND)
    one.file.write_text('{"numStartups": 2}')
    with pytest.raises(HostFile, match="changed meanwhile"):
        carry_out(change, NOW)
    assert one.file.read_text() == '{"numStartups": 2}'
    assert [*tmp_path.iterdir()] == [one.file]


def test_a_linked_file_stays_linked_with_its_rights_and_its_indent(tmp_path):
    one = host(tmp_path, "gemini")
    true = tmp_path / "dotfiles.json"
    true.write_text('{\n    "theme": "ä",\n    "mcpServers": {"x": {"command": "y"}}\n}\n')
    true.chmod(0o644)
    one.file.parent.mkdir()
    one.file.symlink_to(true)
    carry_out(installed(one, COMMAND), NOW)
    assert one.file.is_symlink()
    assert stat.S_IMODE(true.stat().st_mode) == 0o644
    text = true.read_text()
    assert text.startswith('{\n    "theme": "ä",\n    "mcpServers": {')
    assert json.loads(text)["mcpServers"]["x"] == {"command": "y"}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)


@given(st.dictionaries(st.text().filter(lambda name: name != "mcpServers"), JSON, max_size=5))
def test_every_other_value_of_a_json_file_is_as_it_was(tmp_path_factory, whole):
    one = write(host(tmp_path_factory.mktemp("home"), "cursor"), json.dumps(whole))
    found = json.loads(installed(one, COMMAND).after)
    assert found.pop("mcpServers") == {"deskhand": entry_of(one, COMMAND)}
    assert found == whole


@pytest.fixture
def home(tmp_path, monkeypatch):
    for name in ("XDG_CONFIG_HOME", "CODEX_HOME", "CLAUDE_CONFIG_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def test_a_dry_run_shows_file_and_lines_and_writes_nothing(home, capsys):
    assert run(["mcp", "install", "codex", "--dry-run"]) == 0
    said = capsys.readouterr().out
    assert str(home / ".codex" / "config.toml") in said
    assert "+[mcp_servers.deskhand]" in said
    assert [*home.iterdir()] == []


def test_without_a_yes_nothing_is_written_and_with_it_a_copy_stays(home, capsys):
    (home / ".claude.json").write_text('{"a": 1}')
    assert run(["mcp", "install"]) == 7
    assert (home / ".claude.json").read_text() == '{"a": 1}'
    assert run(["mcp", "install", "--yes", "--approve", "assist"]) == 0
    found = json.loads((home / ".claude.json").read_text())
    assert found["a"] == 1
    assert found["mcpServers"]["deskhand"]["args"][-3:] == ["mcp", "--approve", "assist"]
    (copy,) = home.glob(".claude.json.before-deskhand-*")
    assert copy.read_text() == '{"a": 1}'
    assert run(["mcp", "uninstall", "--yes"]) == 0
    assert json.loads((home / ".claude.json").read_text()) == {"a": 1, "mcpServers": {}}


def test_where_no_host_is_and_where_one_is_unknown_it_says_what_to_do(home, capsys):
    assert run(["mcp", "install", "--dry-run"]) == 5
    assert "name one" in capsys.readouterr().err
    assert run(["mcp", "install", "emacs"]) == 2
    assert "expected one of: claude-code, codex" in capsys.readouterr().err


def test_what_must_be_added_by_hand_is_told(home, capsys):
    file = home / ".cursor" / "mcp.json"
    file.parent.mkdir()
    file.write_text("{ /* mine */ }")
    assert run(["mcp", "install", "cursor", "--yes"]) == 8
    said = capsys.readouterr().err
    assert "comments cannot be kept" in said
    assert '"deskhand": {' in said
    assert file.read_text() == "{ /* mine */ }"
