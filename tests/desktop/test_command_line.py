"""The command line does the main job on a real window; the window itself says what arrived."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
from contextlib import closing

import pytest

from app.settings import Budgets, Settings, SettingsFile, user_folders
from automation.desktop.elements.reader import DesktopReader
from tests.desktop.command_rig import ROOT, WAIT_S, Command, Form, command
from tests.desktop.elements_rig import ESCAPE, Rig
from tests.desktop.other_user import OtherUser
from tests.kit.model_server import ModelServer
from tests.kit.probed_model import ProbedModel
from tests.kit.waiting import wait_for

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(300)]

FILL = 'type "Grüße 東京 €" into Name, check Large print, click Save card'
TEXT = "abcdefgh " * 1500
"""Takes most of a minute to type: on a busy machine a process is not started in a few seconds."""


@pytest.fixture
def form(desktop, tmp_path):
    """Open the form; its window is there before it tells what is in it."""
    with (
        closing(Form(tmp_path / "form.jsonl")) as form,
        closing(Rig(desktop)) as rig,
        closing(DesktopReader()) as reader,
    ):
        wait_for(lambda: rig.window("Library card") is not None)
        rig.raise_window("Library card")
        rig.find(reader, "Save card", "button")
        yield form


def do(task, *options):
    return command("do", task, "--json", *options)


@pytest.fixture
def long_run(fresh_home):
    """Return what starts to type a text that is longer than the usual settings allow."""
    folders = user_folders()
    folders.create()
    SettingsFile(folders.settings_file).save(Settings(budgets=Budgets(text_chars=len(TEXT))))
    return lambda: Command("do", f'type "{TEXT}" into Name', "--json", "--approve", "auto")


def held_keys(desktop):
    connection = desktop.connect()
    keys = bytes(connection.core.QueryKeymap().reply().keys)
    connection.disconnect()
    return sum(bin(byte).count("1") for byte in keys)


def test_a_task_of_several_steps_is_done_and_seen(form, fresh_home, schema):
    status, lines, _ = do(FILL, "--approve", "auto")
    assert status == 0
    assert lines[-1]["outcome"] == "done"
    assert form.said("saved") == ["Grüße 東京 €, Harbour, large print"]
    steps = [line for line in lines if line["event"] == "step"]
    assert [step["receipt"]["kind"] for step in steps] == ["effect_seen"] * 3
    assert all(step["events_sent"] > 0 for step in steps)
    for line in lines:
        schema.validate(line)


def test_a_dry_run_sends_nothing(form, fresh_home):
    status, lines, _ = do("click Save card", "--approve", "dry-run")
    assert [line["result"] for line in lines if line["event"] == "confirmation"] == ["dry_run"]
    assert form.said("saved") == []
    assert status in (0, 10)


def test_decisions_come_as_lines_on_standard_input(form, fresh_home):
    run = Command("do", FILL, "--json", stdin=subprocess.PIPE)
    run.until("proposal")
    run.tell(n=1, decision="edit", text="corrected")
    run.until("proposal")
    run.tell(n=2, decision="accept")
    run.until("proposal")
    run.tell(n=3, decision="accept")
    status, _, _ = run.end()
    assert status == 0
    assert form.said("saved") == ["corrected, Harbour, large print"]


def test_what_got_a_number_is_pressed_by_it(form, fresh_home):
    """The numbers of the things in front, one page of them after another; then the one is told to the program."""
    run = Command("do", "show numbers", "--json", "--approve", "ask", stdin=subprocess.PIPE)
    for _ in range(4):
        question = run.until("question", "end")
        assert question["event"] == "question", question.get("message")
        asked = question["candidates"]
        wanted = [one["n"] for one in asked if one["name"].startswith("Save card")]
        run.tell(pick=wanted[0] if wanted else asked[-1]["n"])
        if wanted:
            break
    proposal = run.until("proposal", "end")
    run.tell(n=proposal["n"], decision="accept")
    status, _, _ = run.end()
    assert status == 0
    assert len(form.said("saved")) == 1


def test_after_show_numbers_the_next_sentence_says_the_number(form, fresh_home):
    said, wanted = "show numbers", []
    for _ in range(4):
        status, lines, _ = do(said, "--approve", "auto")
        assert status == 4
        asked = next(line for line in lines if line["event"] == "question")["candidates"]
        wanted = [one["n"] for one in asked if one["name"].startswith("Save card")]
        if wanted:
            break
        said = str(asked[-1]["n"])
    assert do(f"klick auf {wanted[0]}", "--approve", "auto")[0] == 0
    assert len(form.said("saved")) == 1


class SavesCard(ProbedModel):
    """Presses Save card, and then has nothing more to do."""

    def __call__(self, asked):
        if "file the card" not in asked.text:
            return super().__call__(asked)
        if "Done so far: nothing" not in asked.text:
            return json.dumps({"plan": "", "ref": "none", "do": "done", "text": ""})
        ref = re.search(r'^(e\d+) button "Save card"', asked.text, re.MULTILINE)[1]
        return json.dumps({"plan": "", "ref": ref, "do": "press"})


def test_a_goal_goes_to_the_server_that_answers_and_who_is_asked_is_told_and_kept(
    form, fresh_home, schema
):
    with ModelServer(SavesCard(), sees=False) as gone, ModelServer(SavesCard(), sees=False) as here:
        gone.close()
        servers = ("--server", gone.url, "--server", here.url)
        run = Command(
            "do", "file the card", "--json", "--policy", "remote", *servers, stdin=subprocess.PIPE
        )
        sent = run.until("sent_to", "end")
        assert sent["host"] == here.url[7:-3], sent
        assert sent["passed_over"] == [gone.url[7:-3]]
        run.tell(n=run.until("proposal", "end")["n"], decision="accept")
        status, lines, _ = run.end()
    assert status == 0, lines[-1]
    assert len(form.said("saved")) == 1
    for line in lines:
        schema.validate(line)
    _, (kept,), _ = command("history", "--json")
    assert kept["host"] == here.url[7:-3]
    assert list((user_folders().data / "servers" / "runs").iterdir()) == []


def test_what_was_not_found_is_told_in_german_and_listed_as_refused(form, fresh_home):
    status, lines, _ = do("klick auf Quittung", "--approve", "auto")
    assert status == 5
    assert lines[-1]["message"].startswith("“Quittung” ist nicht in diesem Fenster.")
    assert do("klick auf Save card", "--approve", "auto")[1][-1]["message"].startswith("Fertig.")
    _, listed, _ = command("history", "--refused", "--json")
    assert [run["task"] for run in listed] == ["klick auf Quittung"]


def test_a_rejected_step_is_not_sent(form, fresh_home):
    run = Command("do", "click Save card", "--json", stdin=subprocess.PIPE)
    run.until("proposal")
    run.tell(n=1, decision="reject", reason="not yet")
    status, lines, _ = run.end()
    assert (status, lines[-1]["outcome"]) == (7, "rejected")
    assert form.said("saved") == []


def test_nobody_to_ask_ends_blocked_and_never_hangs(form, fresh_home):
    status, lines, _ = command("do", "click Save card", "--json", stdin="")
    assert (status, lines[-1]["outcome"]) == (7, "blocked")


def test_assist_never_waits_for_a_line_that_does_not_come(form, fresh_home):
    run = Command("do", "click Save card", "--json", "--approve", "assist", stdin=subprocess.PIPE)
    assert run.until("end")["code"] == 7
    assert run.end()[0] == 7
    assert form.said("saved") == []


def test_what_is_not_there_is_not_found(form, fresh_home):
    status, lines, _ = do("click Nonexistent thing", "--approve", "auto")
    assert (status, lines[-1]["outcome"]) == (5, "not_found")


def test_a_menu_left_open_on_the_way_is_told_of_and_not_pressed_shut(desktop, form, fresh_home):
    with closing(Rig(desktop)) as rig:
        status, lines, _ = do("open Card > Nonexistent", "--approve", "auto")
        assert (status, lines[-1]["steps"]) == (5, 0)  # the closed menu lists no such entry
        status, lines, _ = do("open the Card menu, then click Nonexistent", "--approve", "auto")
        assert (status, lines[-1]["steps"]) == (5, 1)
        assert lines[-1]["message"].endswith("is still open: press Esc to close it.")
        status, lines, _ = do("open the Card menu", "--approve", "auto")
        assert (status, lines[-1]["steps"]) == (0, 0)
        assert lines[-1]["message"] == "“Card” is open already. Nothing was clicked."
        assert any(w.is_menu for w in rig.windows.windows())
        rig.key(ESCAPE)
        wait_for(lambda: not any(w.is_menu for w in rig.windows.windows()))


def test_a_goal_needs_the_model_and_touches_nothing(form, fresh_home):
    status, lines, _ = do("find the cheapest flight to Rome", "--approve", "auto")
    assert (status, lines[-1]["outcome"], lines[-1]["steps"]) == (3, "needs_model", 0)


@pytest.mark.parametrize("mode", ["ask", "assist"])
def test_the_terminal_asks_and_takes_a_word(form, fresh_home, mode):
    master, slave = pty.openpty()
    argv = [sys.executable, "-m", "app.main", "do", "click Save card", "--approve", mode]
    process = subprocess.Popen(argv, cwd=ROOT, stdin=slave, stdout=slave, stderr=slave)
    os.close(slave)
    text = b""
    while b"[s]top" not in text and b"nobody" not in text:
        text += os.read(master, 4096)
    assert text.decode().count("Click “Save card”") == 1
    os.write(master, b"a\n")
    status = process.wait(WAIT_S)
    assert status == 0, os.read(master, 4096).decode()
    os.close(master)
    assert len(form.said("saved")) == 1


def test_stop_ends_a_run_in_the_middle_of_a_word(desktop, form, long_run):
    run = long_run()
    wait_for(lambda: len(form.said("name")) > 5)
    status, lines, _ = command("stop", "--json")
    assert (status, lines[0]["running"]) == (0, True)
    status, lines, _ = run.end()
    assert (status, lines[-1]["outcome"]) == (6, "stopped")
    assert len(form.said("name")[-1]) < len(TEXT)
    assert held_keys(desktop) == 0


def test_stop_ends_a_run_whose_process_is_frozen(desktop, form, long_run, schema):
    run = long_run()
    wait_for(lambda: len(form.said("name")) > 5)
    run.process.send_signal(signal.SIGSTOP)
    status, lines, _ = command("stop", "--json")
    schema.validate(lines[0])
    assert (status, lines[0]["running"], lines[0]["released"]) == (0, True, True)
    assert "does not answer just now" in lines[0]["message"]
    assert held_keys(desktop) == 0
    run.process.send_signal(signal.SIGCONT)
    status, lines, _ = run.end()
    assert (status, lines[-1]["outcome"]) == (6, "stopped")
    assert len(form.said("name")[-1]) < len(TEXT)


@pytest.mark.parametrize(("number", "expected"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_a_run_with_its_own_status(desktop, form, long_run, number, expected):
    run = long_run()
    wait_for(lambda: len(form.said("name")) > 5)
    run.process.send_signal(number)
    status, lines, _ = run.end()
    assert (status, lines[-1]["outcome"]) == (expected, "stopped")
    assert held_keys(desktop) == 0


def test_the_kill_key_of_the_user_stops_the_run(desktop, form, long_run):
    run = long_run()
    wait_for(lambda: len(form.said("name")) > 5)
    subprocess.run(["xdotool", "key", "Pause"], check=True)
    status, lines, _ = run.end()
    assert (status, lines[-1]["outcome"]) == (6, "stopped")
    assert held_keys(desktop) == 0


def test_a_stop_key_of_two_presses_is_told_as_such_and_not_as_a_takeover(desktop, form, long_run):
    run = long_run()
    wait_for(lambda: len(form.said("name")) > 5)
    with closing(OtherUser(desktop)) as user:
        user.tap_twice("esc", apart_ms=100)
    status, lines, _ = run.end()
    assert (status, lines[-1]["outcome"]) == (6, "stopped")
    assert lines[-1]["message"].startswith("Stopped. Nothing is held down.")
    (step,) = [line for line in lines if line["event"] == "step"]
    assert "mouse" not in step["receipt"]["detail"]


def test_one_key_of_the_users_is_told_as_a_takeover(desktop, form, long_run):
    run = long_run()
    wait_for(lambda: len(form.said("name")) > 5)
    subprocess.run(["xdotool", "key", "Escape"], check=True)
    status, lines, _ = run.end()
    assert (status, lines[-1]["outcome"]) == (6, "stopped")
    assert lines[-1]["message"].startswith("Stopped, because you took over.")


def test_a_reader_that_goes_away_stops_the_run(desktop, form, long_run):
    run = long_run()
    run.until("start")
    run.process.stdout.close()
    assert run.process.wait(WAIT_S) == 6
    assert "Traceback" not in run.process.stderr.read()
    run.process.stderr.close()
    assert held_keys(desktop) == 0


def test_a_second_run_is_refused_while_one_lives(form, fresh_home):
    first = Command("do", "click Save card", "--json", stdin=subprocess.PIPE)
    first.until("proposal")
    status, lines, err = do("click Save card", "--approve", "auto")
    assert (status, lines[-1]["outcome"]) == (9, "environment")
    assert "deskhand stop" in err
    first.tell(n=1, decision="stop")
    assert first.end()[0] == 6


def test_history_shows_and_exports_what_was_done(form, fresh_home, schema, tmp_path):
    _, told, _ = do("click Save card", "--approve", "auto")
    receipts = [line["receipt"]["kind"] for line in told if line["event"] == "step"]
    status, lines, _ = command("history", "--json")
    assert status == 0
    found = lines[0]["task"], lines[0]["outcome"], lines[0]["steps"]
    assert found == ("click Save card", told[-1]["outcome"], 1)
    schema.validate(lines[0])
    status, steps, _ = command("history", "--run", lines[0]["run"], "--json")
    assert [step["receipt"]["kind"] for step in steps] == receipts
    schema.validate(steps[0])
    page = tmp_path / "report.html"
    assert command("history", "export", "--format", "html", "--out", str(page))[0] == 0
    assert "Save card" in page.read_text()


def test_doctor_finds_a_desktop_that_works(desktop, fresh_home, schema):
    status, lines, _ = command("doctor", "--json")
    assert status == 0
    for line in lines:
        schema.validate(line)
