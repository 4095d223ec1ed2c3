"""Finding and starting applications from entries written by the test.

Desktop entries: what is offered, under which name, started how.
"""

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from automation.core.errors import InputError, Refused
from automation.desktop.launcher import Launcher, Likeness, read_entries, read_entry


@pytest.fixture
def folder(tmp_path):
    applications = tmp_path / "data/applications"
    applications.mkdir(parents=True)
    return applications


@pytest.fixture
def launcher(folder, tmp_path):
    environ = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "XDG_DATA_HOME": str(folder.parent),
        "XDG_DATA_DIRS": "/nonexistent",
    }
    return Launcher(environ)


def add(folder, stem, name, command="true", **keys):
    lines = ["[Desktop Entry]", "Type=Application", f"Name={name}", f"Exec={command}"]
    lines += [f"{key}={value}" for key, value in keys.items()]
    (folder / f"{stem}.desktop").write_text("\n".join(lines), encoding="utf-8")


def found(launcher, name):
    return [(m.entry.desktop_id.removesuffix(".desktop"), m.likeness) for m in launcher.find(name)]


def eventually(condition):
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_better_matches_come_first(folder, launcher):
    add(folder, "a", "Text Editor")
    add(folder, "b", "Text Editor Pro")
    add(folder, "c", "Pluma", GenericName="Text Editor")
    add(folder, "d", "Rich Text Editor")
    add(folder, "e", "Writer", Keywords="letter;text editor;")
    add(folder, "f", "Kate", GenericName="Advanced Text Editor")
    add(folder, "g", "Texteditor")
    add(folder, "text.editor", "Scribe")
    add(folder, "z", "Paint")
    assert found(launcher, "text  EDITOR") == [
        ("a", Likeness.SAME_NAME),
        ("text.editor", Likeness.SAME_ID),
        ("b", Likeness.NAME_STARTS),
        ("c", Likeness.SAME_GENERIC_NAME),
        ("d", Likeness.NAME_CONTAINS),
        ("e", Likeness.KEYWORD),
        ("f", Likeness.GENERIC_NAME_CONTAINS),
        ("g", Likeness.ONE_LETTER_OFF),
    ]


@pytest.mark.parametrize(
    ("said", "fits"),
    [
        ("mouspad", True),
        ("mosuepad", True),
        ("moussepad", True),
        ("mouspd", False),
        ("gema", False),
    ],
)
def test_an_application_is_found_by_a_name_one_letter_off(folder, launcher, said, fits):
    add(folder, "a", "Mousepad", "mousepad %F")
    add(folder, "b", "Gem")
    assert found(launcher, said) == ([("a", Likeness.ONE_LETTER_OFF)] if fits else [])


def test_application_is_found_by_program_and_by_the_end_of_its_id(folder, launcher):
    add(folder, "org.gnome.Calculator", "Rechner", "gnome-calculator --gtk")
    assert found(launcher, "calculator") == [("org.gnome.Calculator", Likeness.SAME_ID)]
    assert found(launcher, "gnome-calculator") == [("org.gnome.Calculator", Likeness.SAME_ID)]


def test_application_is_found_by_its_untranslated_name_too(folder, launcher):
    add(folder, "a", "Files", **{"Name[de]": "Dateien"})
    german = Launcher({**launcher._environ, "LANG": "de_DE.UTF-8"})
    assert found(german, "dateien") == found(german, "files") == [("a", Likeness.SAME_NAME)]


def test_application_is_found_by_its_name_in_another_language_than_the_desktops(folder, launcher):
    add(folder, "calc", "Calc", **{"GenericName[de]": "Taschenrechner", "Name[fr]": "Calculatrice"})
    assert found(launcher, "Taschenrechner") == [("calc", Likeness.SAME_GENERIC_NAME)]
    assert found(launcher, "calculatrice") == [("calc", Likeness.SAME_GENERIC_NAME)]


@pytest.mark.parametrize("name", ["", "   ", "...", "nothing like it"])
def test_name_that_fits_nothing_finds_nothing(folder, launcher, name):
    add(folder, "a", "Files")
    assert launcher.find(name) == ()


def test_application_installed_meanwhile_is_found(folder, launcher):
    assert launcher.find("files") == ()
    add(folder, "a", "Files")
    assert len(launcher.find("files")) == 1


def test_started_program_is_detached_and_gets_its_arguments_unchanged(folder, launcher, tmp_path):
    script, told = tmp_path / "tell.py", tmp_path / "told"
    script.write_text(
        "import os, sys\n"
        "from pathlib import Path\n"
        "text = repr((sys.argv[1:], os.getcwd(), os.getsid(0), os.readlink('/proc/self/fd/0')))\n"
        f"part = Path({str(told)!r} + '.part')\n"
        "part.write_text(text)\n"
        f"part.rename({str(told)!r})\n"
    )
    add(folder, "tell", "Tell", f'{sys.executable} {script} "$(touch {tmp_path}/pwned)" ; %F')
    pid = launcher.launch("tell.desktop")
    eventually(told.exists)
    written = told.read_text()
    assert written == repr(([f"$(touch {tmp_path}/pwned)", ";"], str(tmp_path), pid, os.devnull))
    eventually(lambda: launcher.has_ended(pid))
    assert not (tmp_path / "pwned").exists()


def test_ended_programs_leave_no_zombie_after_the_next_launch(folder, launcher):
    add(folder, "a", "Nap", "sleep 60")
    pid = launcher.launch("a")
    os.kill(pid, signal.SIGKILL)
    eventually(lambda: launcher.has_ended(pid))
    assert not Path(f"/proc/{pid}").exists()


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"command": "no-such-program-here"}, "'no-such-program-here' is not installed"),
        ({"command": ""}, "no command that can be read"),
        ({"command": "true", "Terminal": "true"}, "runs in a terminal and none was found"),
    ],
)
def test_application_that_cannot_start_says_why(folder, launcher, tmp_path, keys, message):
    add(folder, "a", "Thing", **keys)
    lonely = Launcher({**launcher._environ, "PATH": str(tmp_path)})
    with pytest.raises(InputError, match=message):
        lonely.launch("a")


def test_unknown_application_says_so(launcher):
    with pytest.raises(InputError, match="no application 'gimp' is installed"):
        launcher.launch("gimp")


def test_program_without_permission_is_an_input_error(folder, launcher, tmp_path):
    broken = tmp_path / "broken"
    broken.write_text("#!/nonexistent/interpreter\n")
    broken.chmod(0o755)
    add(folder, "a", "Broken", str(broken))
    with pytest.raises(InputError, match="Broken cannot start"):
        launcher.launch("a")


def test_terminal_program_is_started_in_the_terminal(folder, launcher, tmp_path):
    told = tmp_path / "told"
    terminal = tmp_path / "xterm"
    terminal.write_text(f'#!/bin/sh\necho "$@" > {told}.part\n/bin/mv {told}.part {told}\n')
    terminal.chmod(0o755)
    add(folder, "a", "Top", "top -x", Terminal="true")
    with_terminal = Launcher({**launcher._environ, "PATH": str(tmp_path)})
    pid = with_terminal.launch("a")
    eventually(told.exists)
    assert told.read_text() == "-e top -x\n"
    eventually(lambda: with_terminal.has_ended(pid))


@pytest.mark.parametrize(
    "command",
    [
        "deskhand",
        "/opt/deskhand/bin/deskhand do something",
        "Deskhand-1.0-x86_64.AppImage",
        "xterm -e deskhand do something",
        'sh -c "cd /tmp; exec /usr/bin/deskhand-cli"',
        "env A=1 deskhand",
        "flatpak run org.example.deskhand",
        "gtk-launch deskhand.desktop",
        "python3 -m app.main do something",
        "alias",
        str(Path(__file__).parents[3] / "run"),
    ],
)
def test_nothing_that_would_start_the_assistant_is_launched(folder, launcher, tmp_path, command):
    (tmp_path / "bin").mkdir(exist_ok=True)
    target = tmp_path / "bin" / "deskhand"
    target.write_text("#!/bin/sh\n")
    target.chmod(0o755)
    alias = tmp_path / "bin" / "alias"
    alias.symlink_to(target)
    add(folder, "helper", "Helper", command.replace("alias", str(alias)))
    for act in (launcher.check_foreign, launcher.launch):
        with pytest.raises(Refused, match="would start this assistant") as caught:
            act("helper.desktop")
        assert caught.value.reason == "own_window"


@pytest.mark.parametrize("command", ["true /people/me/deskhand/notes.txt", "true deskhandle"])
def test_a_program_that_works_on_files_near_the_assistant_is_started(folder, launcher, command):
    add(folder, "editor", "Editor", command)
    launcher.check_foreign("editor")
    started = launcher.launch("editor")
    eventually(lambda: launcher.has_ended(started))


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
