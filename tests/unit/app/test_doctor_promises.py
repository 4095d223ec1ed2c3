"""One row per promise that a computer weakens, from invented facts."""

import dataclasses

import pytest

from app.doctor.checks import DiskFacts, gather_stop
from app.doctor.model import Runtime
from app.doctor.promises import PromiseFacts, look_round, promise_rows
from app.doctor.report import as_text, gather
from app.doctor.rows import PROMISES, StopFacts, weakened
from app.macros.screen_lock import Answer, ToldLock
from app.settings import Folders, Settings, user_folders
from automation.desktop.session import Session, Surroundings

X11 = Session("x11", ":1", "Openbox", has_compositor=True)
WELL = PromiseFacts(X11, disk=DiskFacts("ext4"))


def rows_with(**fields):
    return promise_rows(dataclasses.replace(WELL, **fields))


def around(**fields):
    return {"around": Surroundings(**fields)}


def stop(**fields):
    return {"stop": StopFacts(**fields)}


def disk(**fields):
    return {"disk": DiskFacts(**{"kind": "ext4", **fields})}


LOGIND, SAVER = "org.freedesktop.login1", "org.freedesktop.ScreenSaver"


def locks(**answers):
    names = {"login": LOGIND, "saver": SAVER}
    return {"locks": ToldLock({names[who]: Answer(answer) for who, answer in answers.items()})}


def test_an_x11_desktop_where_all_is_well_weakens_only_what_x11_itself_does():
    rows = rows_with()
    assert [row.name for row in rows if row.status != "ok"] == ["other programs"]
    assert weakened(rows) == (1,)


def test_every_promise_has_a_row_even_when_it_holds():
    assert {row.topic for row in rows_with()} == set(PROMISES)


@pytest.mark.parametrize(
    ("fields", "name", "topic", "said"),
    [
        ({"session": Session("wayland", problem="w")}, "windows", "approval", "Wayland"),
        (around(display_host="desk7"), "windows", "approval", "desk7"),
        (around(remote="VNC"), "other hands", "approval", "VNC"),
        (around(sharers=("AnyDesk",)), "other hands", "approval", "AnyDesk"),
        (locks(), "screen locks", "approval", "no service"),
        (locks(login="absent", saver="absent"), "screen locks", "approval", "no service"),
        (locks(saver="silent"), "screen locks", "approval", f"{SAVER} does not answer"),
        (locks(login="open", saver="silent"), "screen locks", "approval", f"{SAVER} does not"),
        (locks(login="silent", saver="silent"), "screen locks", "approval", "do not answer"),
        (stop(key_problem="not heard"), "stop key", "stop", "not heard"),
        (stop(remote="RDP"), "stop key", "stop", "RDP"),
        (stop(has_tray=False), "tray", "stop", "none"),
        (stop(command_problem="Permission denied"), "deskhand stop", "stop", "Permission denied"),
        (stop(has_deadman=False), "dead-man", "stop", "did not start"),
        ({"tree_problem": "no bus"}, "password fields", "privacy", "accessibility"),
        ({"server": "gpu-box.example"}, "model server", "network", "gpu-box.example"),
        (around(remote="NX"), "screen", "network", "NX"),
        (around(sharers=("x11vnc",)), "screen", "network", "x11vnc"),
        (disk(copied_by="Dropbox"), "copies", "network", "Dropbox"),
        (disk(kind="nfs4"), "file system", "storage", "nfs4"),
        (disk(kind="fuse.sshfs"), "file system", "storage", "fuse.sshfs"),
        (disk(kind="tmpfs"), "file system", "storage", "tmpfs"),
        (disk(kind="overlay"), "file system", "storage", "overlay"),
        (disk(options=("rw", "nobarrier")), "file system", "storage", "nobarrier"),
        (disk(sync_problem="Input/output error"), "file system", "storage", "Input/output error"),
        (disk(exposed=("history.db",)), "access", "storage", "history.db"),
        (disk(foreign=("a", "b", "c", "d", "e")), "access", "storage", "a, b, c and 2 more"),
        (disk(free_bytes=1), "room", "storage", "0 MB"),
        (disk(clock_behind_s=90_000.0 * 30), "clock", "storage", "31 days"),
        ({"tree_problem": "no bus"}, "receipts", "receipts", "read back"),
        ({"tree_problem": "no bus", "ocr_problem": "no"}, "receipts", "receipts", "pixels only"),
    ],
)
def test_what_weakens_a_promise_is_said_with_its_meaning_and_what_helps(fields, name, topic, said):
    row = next(r for r in rows_with(**fields) if r.name == name and r.status != "ok")
    assert (row.topic, said in row.found) == (topic, True), row
    assert row.meaning
    assert row.fix


@pytest.mark.parametrize(
    ("answers", "who"),
    [
        ({"login": "open", "saver": "absent"}, LOGIND),
        ({"login": "absent", "saver": "locked"}, SAVER),
        ({"login": "open", "saver": "open"}, f"{LOGIND} and {SAVER}"),
    ],
)
def test_one_service_that_tells_of_locks_is_enough(answers, who):
    rows = rows_with(**locks(**answers))
    row = next(row for row in rows if row.name == "screen locks")
    assert (row.status, row.found) == ("ok", f"told by {who}")


def test_who_tells_of_locks_is_asked_where_there_is_a_display(tmp_path, monkeypatch):
    told = ToldLock({SAVER: Answer.OPEN})
    monkeypatch.setattr("app.doctor.checks.ask_lock", lambda: told)
    monkeypatch.setattr("app.doctor.model.read_runtime", Runtime)  # else a process with torch
    monkeypatch.setenv("DESKHAND_HOME", str(tmp_path))
    for session, heard in ((X11, told), (Session("none", problem="no display"), None)):
        monkeypatch.setattr("app.doctor.promises.read_session", lambda found=session: found)
        monkeypatch.setattr("app.doctor.report.read_session", lambda found=session: found)
        monkeypatch.setattr("app.doctor.report.gather_stop", lambda *_: StopFacts())
        assert look_round(user_folders()).locks is heard
        assert gather().promises.locks is heard


def test_without_an_answer_to_a_question_that_was_not_put_there_is_no_row():
    assert not [row for row in rows_with() if row.name == "screen locks"]


def test_only_a_stop_key_that_is_not_heard_keeps_the_main_job_from_running():
    rows = rows_with(**stop(key_problem="not heard", has_tray=False, has_deadman=False))
    assert [row.name for row in rows if row.status == "fail"] == ["stop key"]


def test_a_stop_key_that_does_something_elsewhere_too_still_stops():
    row = next(r for r in rows_with(**stop(shared_keys=("Pause",))) if r.name == "stop key")
    assert row.status == "ok"
    assert "Pause does something elsewhere too" in row.found


def test_without_a_display_nothing_is_said_of_what_is_on_it():
    rows = rows_with(session=Session("none", problem="no display"))
    assert not [row for row in rows if row.topic in ("approval", "stop")]


def test_a_missing_compositor_weakens_nothing_and_is_said():
    rows = rows_with(session=Session("x11", ":1", "Openbox", has_compositor=False))
    row = next(r for r in rows if r.name == "own windows")
    assert row.status == "ok"
    assert "opaque bars" in row.found


def test_the_end_of_the_text_counts_the_promises_that_are_weaker():
    told = as_text(rows_with(tree_problem="no bus", **disk(kind="nfs")), is_ready=True)
    assert told.endswith("Promises 1, 3, 5 and 7 are weaker here; their notes say what to do.\n")
    wayland = promise_rows(dataclasses.replace(WELL, session=Session("wayland")))
    assert "Promise 1 is weaker here" in as_text(wayland, is_ready=True)


def test_without_a_display_the_ways_to_stop_are_a_row_and_not_an_error(tmp_path, monkeypatch):
    monkeypatch.setenv("DISPLAY", ":98765")
    folders = Folders(tmp_path / "c", tmp_path / "d", tmp_path / "r")
    folders.create()
    found = gather_stop(Settings(), folders, remote="")
    assert found.key_problem
    assert found.command_problem == ""
    assert list(folders.runtime.iterdir()) == []


def test_a_runtime_folder_that_takes_no_socket_is_said(tmp_path, monkeypatch):
    monkeypatch.setenv("DISPLAY", ":98765")
    folders = Folders(tmp_path, tmp_path, tmp_path / "missing")
    assert gather_stop(Settings(), folders, remote="").command_problem
