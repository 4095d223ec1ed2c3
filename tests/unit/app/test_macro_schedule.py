"""`deskhand macro schedule`: unit files field by field, what is asked of systemd, and what is refused."""

import importlib.resources
import json
import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from app.cli.macro_schedule import own_command
from app.cli.parser import run
from app.macros.library import library_of, trust_of
from app.macros.play import MacroRun
from app.macros.play_request import PlayRequest
from app.macros.schedule import Stored, read_every, read_stored, units
from app.settings import Settings, user_folders
from automation.core.errors import MacroError
from automation.macros.play.health import take_run
from automation.macros.play.report import Report
from tests.fakes import fake_systemctl

MACRO = """\
deskhand: 1
name: Post 100% of it
params: {month: {default: May}}
steps:
  - {id: month, do: type, text: "{{month}}"}
"""
STEM = "deskhand-macro-post-100-of-it"
NASTY = "a \"b\" $HOME %h \\ 'c' ü\ttab\nline ;#{x}"


@pytest.fixture
def systemd(tmp_path, monkeypatch):
    """Put a systemctl in the PATH; return the folder of what it was told."""
    monkeypatch.setenv("PATH", fake_systemctl.install(tmp_path, os.environ["PATH"]))
    return tmp_path / "systemd-state"


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("DISPLAY", ":7")
    monkeypatch.delenv("XAUTHORITY", raising=False)
    return tmp_path / "home"


@pytest.fixture
def deskhand(home, capsys):
    """Return what runs a command line in this process; schedules are made without the question."""

    def command(*arguments, asks=False):
        is_made = arguments[0] == "schedule" and {"--at", "--every"} & {*arguments}
        if is_made and not asks:
            arguments = (*arguments, "--unproved")
        status = run(["macro", *map(str, arguments)])
        out, err = capsys.readouterr()
        return status, out, err

    return command


@pytest.fixture
def post(deskhand, tmp_path):
    """Take a macro in, trusted."""
    file = tmp_path / "macro.yaml"
    file.write_text(MACRO)
    assert deskhand("import", file)[0] == 0
    assert deskhand("trust", "Post 100% of it", "--yes")[0] == 0


@pytest.fixture
def unit(tmp_path):
    """Return what reads a unit as keys with their values, in order."""
    folder = tmp_path / "config" / "systemd" / "user"

    def read(kind):
        file = folder / f"{STEM}.{kind}"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        lines = file.read_text().splitlines()
        return [line.partition("=")[::2] for line in lines if "=" in line]

    return read


def told(systemd):
    calls = (systemd / "calls").read_text().splitlines()
    return [call.removeprefix("--user --no-pager ") for call in calls]


def words_of(line):
    """Split ExecStart= as systemd.service(5) says: quotes, \\x escapes, then %% and $$."""
    quoted = re.findall(r'"((?:[^"\\]|\\x[0-9a-f]{2})*)"(?: |$)', line)
    assert " ".join(f'"{word}"' for word in quoted) == line
    plain = [re.sub(r"\\x(..)", lambda m: chr(int(m[1], 16)), word) for word in quoted]
    assert all(re.fullmatch(r"(?:[^%]|%%)*", word) for word in plain)
    assert all(re.fullmatch(r"(?:[^$]|\$\$)*", word) for word in plain[1:])
    words = [word.replace("%%", "%") for word in plain]
    return [words[0], *(word.replace("$$", "$") for word in words[1:])]


def test_a_schedule_is_two_units_that_systemd_turns_on(deskhand, post, systemd, unit, home):
    status, out, err = deskhand("schedule", "post 100% of it", "--at", "mon,wed 9:00")
    assert (status, err) == (0, "")
    assert "“Post 100% of it” will be played Monday, Wednesday at 09:00." in out
    assert unit("timer")[:-1] == [
        ("Description", "Plays the deskhand macro Post 100%% of it"),
        ("OnCalendar", "Mon,Wed *-*-* 09:00:00"),
        ("Persistent", "false"),
        ("AccuracySec", "5"),
        ("Unit", f"{STEM}.service"),
        ("WantedBy", "timers.target"),
    ]
    *service, (section, mark) = unit("service")
    assert [pair for pair in service if pair[0] != "ExecStart"] == [
        ("Description", "Plays the deskhand macro Post 100%% of it"),
        ("Type", "oneshot"),
        ("Environment", f'"DESKHAND_HOME={home}"'),
        ("StandardInput", "null"),
        ("StandardOutput", "null"),
        ("StandardError", "journal"),
        ("SyslogIdentifier", "deskhand"),
        ("KillMode", "mixed"),
    ]
    assert (section, json.loads(mark)["slug"]) == ("Schedule", "post-100-of-it")
    assert words_of(dict(service)["ExecStart"]) == [
        *own_command(), "macro", "play", "post-100-of-it", "--approve", "assist",
        "--unattended", "--idle", "60", "--wait", "600",
    ]  # fmt: skip
    assert told(systemd) == [
        "show-environment",
        "daemon-reload",
        f"enable --quiet {STEM}.timer",
        f"restart {STEM}.timer",
    ]


def test_an_interval_counts_from_the_login_and_from_the_last_time(deskhand, post, systemd, unit):
    assert deskhand("schedule", "post-100-of-it", "--every", "2h")[0] == 0
    found = dict(unit("timer"))
    assert (found["OnActiveSec"], found["OnUnitActiveSec"]) == ("7200", "7200")
    assert not {"OnCalendar", "Persistent"} & set(found)


def test_missed_times_are_made_up_for_only_when_asked(deskhand, post, systemd, unit):
    deskhand("schedule", "post-100-of-it", "--at", "09:00", "--catch-up")
    assert dict(unit("timer"))["Persistent"] == "true"
    status, _out, err = deskhand("schedule", "post-100-of-it", "--every", "2h", "--catch-up")
    assert (status, "misses no time" in err) == (2, True)


def test_values_waits_and_mode_reach_the_play_as_they_were_given(deskhand, post, systemd, unit):
    options = ("--param", f"month={NASTY}", "--approve", "auto", "--idle", "0", "--wait", "1.5")
    assert deskhand("schedule", "post-100-of-it", "--at", "hourly", *options)[0] == 0
    words = words_of(dict(unit("service"))["ExecStart"])
    assert words[-1] == f"--param=month={NASTY}"
    assert words[-8:-1] == ["--approve", "auto", "--unattended", "--idle", "0", "--wait", "1.5"]


PROGRAM = "/opt/$a %b/deskhand"


@given(st.lists(st.text(), min_size=1, max_size=4), st.text(min_size=1))
def test_any_words_come_out_of_a_unit_as_they_went_in(arguments, name):
    stored = Stored(1, "x", name, "every day")
    try:
        made = units(stored, read_every("1d"), (PROGRAM, *arguments), {}, catches_up=False)
    except MacroError:
        assert any("\x00" in word for word in arguments)
        return
    (line,) = re.findall(r"^ExecStart=(.*)$", made.service, re.MULTILINE)
    assert words_of(line) == [PROGRAM, *arguments]
    assert (made.timer.count("\n"), made.service.count("\n")) == (14, 14)
    assert read_stored(made.timer) == read_stored(made.service) == stored


def test_a_word_that_is_no_text_is_refused():
    stored = Stored(1, "x", "x", "every day")
    with pytest.raises(MacroError, match="not UTF-8"):
        units(stored, read_every("1d"), (PROGRAM, "\udcff"), {}, catches_up=False)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="only on systemd's computers")
@pytest.mark.parametrize("when", [("--every", "90m"), ("--at", "monthly 15 09:00,10:00")])
def test_systemd_finds_nothing_wrong_with_the_units(
    deskhand, post, systemd, tmp_path, when, monkeypatch
):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert deskhand("schedule", "post-100-of-it", *when, "--param", f"month={NASTY}")[0] == 0
    files = [tmp_path / "config/systemd/user" / f"{STEM}.{kind}" for kind in ("timer", "service")]
    argv = ["systemd-analyze", "--user", "verify", *map(str, files)]
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_what_is_scheduled_is_listed_and_taken_away(deskhand, post, systemd, tmp_path):
    text = importlib.resources.files("resources").joinpath("schema/lines.schema.json").read_text()
    validator = jsonschema.Draft202012Validator(json.loads(text))
    deskhand("schedule", "post-100-of-it", "--at", "daily 09:00")
    (systemd / "ran").touch()
    _status, out, _err = deskhand("schedule", "--list", "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    for line in lines:
        validator.validate(line)
    fields = ("name", "folder", "when", "next", "last_exit", "problem")
    assert [lines[0][field] for field in fields] == [
        "Post 100% of it", "post-100-of-it", "daily at 09:00", fake_systemctl.NEXT, 9, "",
    ]  # fmt: skip
    assert deskhand("schedule", "--remove", "POST 100% of it")[0] == 0
    assert told(systemd)[-2:] == [f"disable --quiet --now {STEM}.timer", "daemon-reload"]
    assert list((tmp_path / "config/systemd/user").iterdir()) == []
    assert "No macro is scheduled" in deskhand("schedule", "--list")[1]
    assert deskhand("schedule", "--remove", "post-100-of-it")[0] == 5


def test_a_schedule_is_named_after_its_macro_is_renamed_or_gone(deskhand, post, systemd, home):
    deskhand("schedule", "post-100-of-it", "--at", "daily 09:00")
    shutil.rmtree(home / "data/macros/post-100-of-it")
    assert "the macro is gone; take it away" in deskhand("schedule", "--list")[1]
    assert deskhand("schedule", "--remove", "Post 100% of it")[0] == 0


def test_a_timer_that_is_off_or_not_ours_is_told(deskhand, post, systemd, tmp_path):
    deskhand("schedule", "post-100-of-it", "--at", "daily 09:00")
    (systemd / f"active-{STEM}.timer").unlink()
    folder = tmp_path / "config/systemd/user"
    (folder / "deskhand-macro-other.timer").write_text("[Timer]\nOnCalendar=daily\n")
    out = deskhand("schedule", "--list")[1]
    assert f"systemctl --user start {STEM}.timer" in out
    assert "deskhand-macro-other" in out
    assert "it was not written by deskhand" in out


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (("--at", "never"), 2, "expected one of these"),
        (("--at", "daily 09:00", "--param", "day=1"), 2, "no parameter day"),
        (("--at", "daily 09:00", "--param", "month"), 2, "expected NAME=VALUE"),
        (("--at", "daily 09:00", "--rows", "none.csv"), 2, "cannot read the table none.csv"),
        ((), 2, ""),
        (("--at", "daily 09:00", "--every", "2h"), 2, ""),
        (("--at", "daily 09:00", "--approve", "ask"), 2, ""),
    ],
)
def test_what_a_play_would_refuse_is_refused_at_once(deskhand, post, systemd, options, code, said):
    status, _out, err = deskhand("schedule", "post-100-of-it", *options)
    assert status == code
    assert said in err
    assert not (systemd / "calls").exists()


def test_a_folder_whose_name_no_unit_can_have_is_not_scheduled(deskhand, post, systemd, home):
    folder = home / "data/macros/post-100-of-it"
    shutil.copytree(folder, folder.with_name("Post copy"))
    status, _out, err = deskhand("schedule", "Post copy", "--every", "2h")
    assert status == 8
    assert "folder Post copy cannot be the name of a timer" in err
    assert "enable" not in " ".join(told(systemd))


def test_of_two_schedules_the_folder_says_which_one_goes(deskhand, post, systemd, home):
    folder = home / "data/macros/post-100-of-it"
    shutil.copytree(folder, folder.with_name("post"))
    for slug in (folder.name, "post"):
        assert deskhand("schedule", slug, "--every", "2h")[0] == 0
    status, _out, err = deskhand("schedule", "--remove", "Post 100% of it")
    assert status == 4
    assert "say the folder: post-100-of-it, post" in err
    assert deskhand("schedule", "--remove", "post")[0] == 0
    status, out, _err = deskhand("schedule", "--list", "--json")
    assert [json.loads(line).get("folder") for line in out.splitlines()][:1] == [folder.name]
    assert deskhand("schedule", "--remove", "Post 100% of it")[0] == 0


def test_a_macro_that_is_not_trusted_as_it_is_gets_no_timer(deskhand, post, systemd, home):
    file = home / "data/macros/post-100-of-it/macro.yaml"
    file.write_text(file.read_text().replace("{{month}}", "{{month}}!"))
    status, _out, err = deskhand("schedule", "post-100-of-it", "--at", "daily 09:00")
    assert status == 7
    assert "a schedule plays only what you trusted as it is" in err
    assert not (systemd / "calls").exists()


def test_where_systemd_refuses_nothing_is_left(deskhand, post, systemd, tmp_path):
    (systemd / "refuse").write_text("enable")
    status, _out, err = deskhand("schedule", "post-100-of-it", "--at", "daily 09:00")
    assert (status, "enable --quiet" in err) == (8, True)
    assert "Failed to enable: no." in err
    assert list((tmp_path / "config/systemd/user").iterdir()) == []


def test_without_user_services_a_line_for_cron_is_told(deskhand, post, systemd, monkeypatch, home):
    (systemd / "refuse").write_text("show-environment")
    status, _out, err = deskhand(
        "schedule", "post-100-of-it", "--at", "weekdays 09:00", "--param", "month=5% 'x'"
    )
    assert status == 9
    assert "systemd's user services do not run here: Failed to show-environment: no." in err
    line = err.rstrip("\n").splitlines()[-1]
    assert line.startswith(f"0 9 * * 1,2,3,4,5 DISPLAY=:7 DESKHAND_HOME={home} ")
    assert "5\\% " in line
    monkeypatch.setenv("PATH", "")
    assert "there is no systemctl" in deskhand("schedule", "post-100-of-it", "--every", "90m")[2]


def test_no_line_for_cron_is_told_where_a_value_would_be_a_line_of_its_own(deskhand, post, systemd):
    (systemd / "refuse").write_text("show-environment")
    note = "month=Dear A,\n* * * * * touch owned\n"
    status, _out, err = deskhand(
        "schedule", "post-100-of-it", "--at", "daily 09:00", "--param", note
    )
    assert status == 9
    assert "cron cannot be given a value of several lines" in err
    assert "touch owned" not in err


def test_a_display_that_systemd_does_not_know_is_told(deskhand, post, systemd, monkeypatch):
    monkeypatch.setenv("XAUTHORITY", "/tmp/x")
    (systemd / "environment").write_text("HOME=/root\n")
    status, out, _err = deskhand("schedule", "post-100-of-it", "--at", "daily 09:00")
    assert status == 0
    assert "systemctl --user import-environment DISPLAY XAUTHORITY" in out


def test_where_no_service_tells_of_locks_it_says_how_a_play_knows(
    deskhand, post, systemd, monkeypatch, tmp_path
):
    for bus in ("SYSTEM", "SESSION"):
        monkeypatch.setenv(f"DBUS_{bus}_BUS_ADDRESS", f"unix:path={tmp_path}/none")
    status, out, _err = deskhand("schedule", "post-100-of-it", "--at", "daily 09:00")
    assert status == 0
    assert "No service of this desktop tells of a locked screen" in out


def test_the_program_is_named_by_its_whole_path(tmp_path, monkeypatch):
    assert Path(own_command()[0]).is_absolute()
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    assert own_command() == (str(tmp_path / "python"), "-m", "app.main")


def test_the_help_tells_the_grammar(capsys):
    assert run(["macro", "schedule", "--help"]) == 0
    out = capsys.readouterr().out
    assert "weekdays 09:00             Monday to Friday" in out
    assert "(default: 60)" in out


CHECKED = """\
deskhand: 1
name: Post it
steps:
  - {id: post, do: keys, keys: [ctrl, p], expect: {condition: {that: title, title: Posted}}}
  - {id: rest, do: wait, seconds: 1}
"""


@pytest.fixture
def checked(deskhand, tmp_path):
    """Take a macro in whose last step says what is to be seen of it; return its play as it would be."""
    file = tmp_path / "macro.yaml"
    file.write_text(CHECKED)
    assert deskhand("import", file)[0] == 0
    assert deskhand("trust", "Post it", "--yes")[0] == 0

    def play():
        data = user_folders().data
        shelf, book = library_of(data), trust_of(data)
        request = PlayRequest("post-it", {}, approve="ask")
        return MacroRun(request, shelf, book, settings=Settings(), data=data)

    return play


def report_of(run, **more):
    said = Report(
        1, "Post it", run.content, "run", "2026-11-27T12:00:00+00:00", "done", "Done.", (),
        {"done": 1}, {}, effects="verified",
    )  # fmt: skip
    return structs.replace(said, **more)


def test_what_no_play_has_proved_is_scheduled_only_by_a_yes_or_by_a_word(
    deskhand, post, systemd, monkeypatch
):
    status, _, err = deskhand("schedule", "Post 100% of it", "--at", "9:00", asks=True)
    assert status == 7
    assert "does not check at its end" in err
    assert "deskhand macro play post-100-of-it" in err
    assert not (systemd / "calls").exists() or "enable" not in (systemd / "calls").read_text()
    monkeypatch.setattr("app.cli.output.Speaker.says_yes", lambda speaker, question: True)
    assert deskhand("schedule", "Post 100% of it", "--at", "9:00", asks=True)[0] == 0


def test_a_macro_is_proved_by_a_whole_play_whose_end_check_passed_and_only_as_it_was_then(
    deskhand, checked, systemd, tmp_path
):
    run, data = checked(), user_folders().data
    assert not run.is_proved
    seen = run._linked.content
    for failed in (
        {"effects": "uncertain"},
        {"effects": "done_effect_not_seen"},
        {"outcome": "unverified"},
        {"counts": {"done": 1, "skipped": 1}},
        {"counts": {"dry_run": 1}},
    ):
        take_run(data, "post-it", report_of(run, **failed), checked=seen)
    take_run(data, "post-it", report_of(run), ("post", "rest"), checked=seen)
    assert not run.is_proved
    assert deskhand("schedule", "Post it", "--at", "9:00", asks=True)[0] == 7
    take_run(data, "post-it", report_of(run), checked=seen)
    assert run.is_proved
    assert deskhand("schedule", "Post it", "--at", "9:00", asks=True)[0] == 0
    take_run(data, "post-it", report_of(run, effects="uncertain"), checked=seen)
    assert run.is_proved
    file = data / "macros" / "post-it" / "macro.yaml"
    file.write_text(file.read_text().replace("seconds: 1", "seconds: 2"))
    assert not checked().is_proved
