"""Desktop entries: what is offered, under which name, started how."""

import pytest

from automation.desktop.launcher import read_entries, read_entry


def write(folder, name, **keys):
    """Write an entry; keys are given as Python names, `Name_de` for `Name[de]`."""
    lines = ["[Desktop Entry]"]
    for key, value in {"Type": "Application", "Name": "Thing", "Exec": "thing", **keys}.items():
        base, _, locale = key.partition("_")
        lines.append(f"{base}[{locale}]={value}" if locale else f"{base}={value}")
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def read(folder, environ=None, **keys):
    path = write(folder, "thing.desktop", **keys)
    return read_entry(path, "thing.desktop", environ or {"PATH": "/usr/bin:/bin"})


@pytest.mark.parametrize(
    ("command", "argv"),
    [
        ("thing", ["thing"]),
        ("thing %U", ["thing"]),
        ("thing --file=%f --new", ["thing", "--file=", "--new"]),
        ("thing %i %c", ["thing", "--icon", "thing-icon", "Thing"]),
        ("thing 100%%", ["thing", "100%"]),
        ('"/opt/My Apps/thing" "a b" c', ["/opt/My Apps/thing", "a b", "c"]),
        (r'thing "say \\"hi\\" for \\$5 \\\\ now"', ["thing", r'say "hi" for $5 \ now']),
        ('thing ""', ["thing", ""]),
        ("thing; rm -rf $HOME && `reboot` | cat > x", None),
        ('thing "unclosed', []),
        ('thing "a"b', []),
        ("", []),
    ],
)
def test_command_is_split_by_the_rules_of_entries_and_not_of_a_shell(tmp_path, command, argv):
    expected = command.split() if argv is None else argv
    assert list(read(tmp_path, Exec=command, Icon="thing-icon").argv) == expected


@pytest.mark.parametrize(
    "keys",
    [
        {"NoDisplay": "true"},
        {"Hidden": "true"},
        {"Type": "Link"},
        {"TryExec": "/nowhere/at-all"},
        {"TryExec": "no-such-program-anywhere"},
        {"Name": ""},
    ],
)
def test_entry_is_left_out_when_a_menu_would_not_show_it(tmp_path, keys):
    assert read(tmp_path, **keys) is None


def test_try_exec_that_exists_keeps_the_entry(tmp_path):
    assert read(tmp_path, TryExec="sh") is not None


@pytest.mark.parametrize(
    ("keys", "is_there"),
    [
        ({"OnlyShowIn": "GNOME;XFCE;"}, True),
        ({"OnlyShowIn": "KDE;"}, False),
        ({"NotShowIn": "XFCE;"}, False),
        ({"NotShowIn": "KDE;"}, True),
    ],
)
def test_entry_for_other_desktops_is_left_out(tmp_path, keys, is_there):
    environ = {"PATH": "/bin", "XDG_CURRENT_DESKTOP": "XFCE"}
    assert (read(tmp_path, environ, **keys) is not None) is is_there


@pytest.mark.parametrize(
    ("environ", "name"),
    [
        ({"LANG": "de_AT.UTF-8"}, "Rechner"),
        ({"LANG": "pt_BR.UTF-8"}, "Calculadora do Brasil"),
        ({"LANG": "sr_RS.UTF-8@latin"}, "Kalkulator"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "Calculator"),
        ({"LANG": "fr_FR.UTF-8"}, "Calculator"),
        ({}, "Calculator"),
    ],
)
def test_name_is_in_the_language_of_the_session(tmp_path, environ, name):
    path = write(
        tmp_path,
        "calc.desktop",
        Name="Calculator",
        Name_de="Rechner",
        Name_pt="Calculadora",
        Name_pt_BR="Calculadora do Brasil",
    )
    path.write_text(path.read_text() + "Name[sr@latin]=Kalkulator\n")
    entry = read_entry(path, "calc.desktop", environ)
    assert (entry.name, entry.untranslated_name) == (name, "Calculator")


def test_only_the_first_group_counts(tmp_path):
    path = write(tmp_path, "thing.desktop")
    path.write_text(path.read_text() + "[Desktop Action New]\nName=New\nExec=other --new\n")
    entry = read_entry(path, "thing.desktop", {})
    assert (entry.name, entry.argv) == ("Thing", ("thing",))


def test_users_entry_replaces_the_systems_and_may_hide_it(tmp_path):
    user, system = tmp_path / "user/applications", tmp_path / "system/applications"
    write(system, "one.desktop", Name="One")
    write(system, "two.desktop", Name="Two")
    write(system, "kde/three.desktop", Name="Three")
    write(user, "one.desktop", Name="My One")
    write(user, "two.desktop", Hidden="true")
    environ = {"XDG_DATA_HOME": str(user.parent), "XDG_DATA_DIRS": str(system.parent)}
    found = read_entries(environ)
    assert {i: e.name for i, e in found.items()} == {
        "one.desktop": "My One",
        "kde-three.desktop": "Three",
    }


def test_broken_files_are_passed_over(tmp_path):
    folder = tmp_path / "applications"
    write(folder, "good.desktop")
    (folder / "binary.desktop").write_bytes(bytes(range(256)))
    (folder / "empty.desktop").write_bytes(b"")
    (folder / "gone.desktop").symlink_to("nowhere")
    (folder / "folder.desktop").mkdir()
    environ = {"XDG_DATA_HOME": str(tmp_path), "XDG_DATA_DIRS": "relative/is/ignored"}
    assert list(read_entries(environ)) == ["good.desktop"]
