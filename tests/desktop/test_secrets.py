"""Secrets by name, on a real keyring, a real executor and a real password field."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli.parser import run
from app.gui.preferences.pages import SecretList
from app.gui.widgets.buttons import AskingTwice, Button
from app.gui.widgets.theme import Theme
from automation.core.actions import Write
from automation.core.errors import Refused, SecretsError
from automation.core.secrets import SecretEntry
from automation.desktop import secrets
from automation.desktop.secret_value import KeyringSecrets
from automation.desktop.windows_x11 import X11Windows
from tests.desktop.command_rig import Command
from tests.desktop.executor_rig import executor_rig
from tests.desktop.keyring_rig import keyring
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.desktop

REMOVE = "Remove the secret mail"
CANARY = "k4narie-Ω„ß“-hunter2"


@pytest.fixture(scope="module")
def ring(desktop):
    with keyring(desktop.env) as folder:
        yield folder


@pytest.fixture(autouse=True)
def _empty_keyring(ring):
    for entry in secrets.entries():
        secrets.remove(entry.name)


class Login:
    """The login window; `fields` is what it holds."""

    def __init__(self, desktop, path, password=""):
        self._path = path
        argv = [sys.executable, str(Path(__file__).with_name("qt_login.py")), str(path)]
        self._process = desktop.spawn([*argv, "deskhand-qt-login", password])
        windows = X11Windows(desktop.display)
        try:
            wait_for(lambda: path.exists() and _is_in_front(windows, "deskhand-qt-login"))
        except BaseException:
            self.close()
            raise
        finally:
            windows.close()

    @property
    def fields(self):
        return json.loads(self._path.read_text(encoding="utf-8"))

    def close(self):
        self._process.terminate()
        self._process.wait(60)


@pytest.fixture
def login(desktop, tmp_path):
    window = Login(desktop, tmp_path / "fields.json")
    yield window
    window.close()


def run_and_accept(task):
    """Run a task under ask, accept every step, and return status, lines, standard error."""
    process = Command("do", task, "--approve", "ask", "--json", stdin=subprocess.PIPE)
    try:
        while (line := process.until("proposal", "end"))["event"] != "end":
            process.tell(n=line["n"], decision="accept")
        return process.end()
    finally:
        process.process.kill()
        process.process.wait()


def test_a_secret_is_kept_listed_without_its_value_and_removed():
    secrets.keep("mail", CANARY, ("/usr/bin/xterm",))
    assert secrets.entries() == (SecretEntry("mail", ("/usr/bin/xterm",)),)
    assert KeyringSecrets().value("mail") == CANARY
    secrets.keep("mail", "other")
    assert secrets.entries() == (SecretEntry("mail"),)
    assert KeyringSecrets().value("mail") == "other"
    secrets.remove("mail")
    with pytest.raises(SecretsError, match="no secret called “mail”"):
        secrets.remove("mail")
    with pytest.raises(Refused) as refusal:
        KeyringSecrets().value("mail")
    assert refusal.value.reason == "no_secret"


def test_the_command_line_reads_a_secret_and_never_writes_one(ring, capsys, monkeypatch):
    def said(*arguments, stdin=""):
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        status = run(["secret", *arguments])
        out, err = capsys.readouterr()
        assert CANARY not in out + err
        return status, out, err

    assert said("set", "mail", "--for", "xterm", stdin=CANARY + "\n")[0] == 0
    assert KeyringSecrets().value("mail") == CANARY
    status, out, _ = said("list")
    assert status == 0
    assert out.startswith("mail  /")
    assert said("set", "mail", "--for", "python3", stdin="x")[0] == 2
    assert said("set", "not a name", stdin="x")[0] == 2
    assert said("set", "mail", stdin=f"{CANARY}\nlines\n")[0] == 2
    assert said("set", "mail", stdin="")[0] == 2
    assert KeyringSecrets().value("mail") == CANARY
    assert said("remove", "mail")[0] == 0
    assert said("remove", "mail")[0] == 8
    assert secrets.entries() == ()


def test_the_page_of_the_settings_keeps_and_removes_one(qtbot):
    page = SecretList(Theme())
    qtbot.addWidget(page)
    page.show()
    qtbot.waitUntil(page.button.isEnabled)
    page.name.setText("mail")
    page.value.setText(CANARY)
    page.program.setText("xterm")
    page.button.click()
    qtbot.waitUntil(lambda: any(b.accessibleName() == REMOVE for b in page.findChildren(Button)))
    assert KeyringSecrets().value("mail") == CANARY
    assert [Path(p).name for p in secrets.entries()[0].programs] == ["xterm"]
    removal = page.findChild(AskingTwice)
    removal.ask.click()
    qtbot.waitUntil(removal.yes.isEnabled)
    assert secrets.entries()
    removal.yes.click()
    qtbot.waitUntil(page.button.isEnabled)
    assert secrets.entries() == ()


def test_a_run_types_a_secret_into_a_password_field_and_tells_only_its_name(login, fresh_home):
    secrets.keep("mail", CANARY)
    status, lines, err = run_and_accept("type ${secret:mail} into Password")
    assert (status, lines[-1]["outcome"]) == (0, "done"), lines[-1]
    assert login.fields == {"User": "", "Password": CANARY, "Plain": ""}
    steps = [line for line in lines if line["event"] == "step"]
    assert steps[-1]["action"]["text"] == "${secret:mail}"
    assert steps[-1]["receipt"]["kind"] == "effect_seen"
    assert CANARY not in json.dumps(lines, ensure_ascii=False) + err
    assert not any(CANARY.encode() in f.read_bytes() for f in fresh_home.rglob("*") if f.is_file())


def test_a_password_field_that_is_full_of_dots_is_seen_to_take_more(desktop, tmp_path, fresh_home):
    secrets.keep("mail", "wwwww")
    login = Login(desktop, tmp_path / "fields.json", "w" * 200)
    try:
        status, lines, err = run_and_accept("click Password, type ${secret:mail}")
        assert login.fields["Password"] == "w" * 205
    finally:
        login.close()
    receipts = [line["receipt"]["kind"] for line in lines if line["event"] == "step"]
    assert (status, receipts[-1]) == (0, "effect_seen"), (lines, err)


def test_a_secret_is_not_typed_where_it_could_be_read(login, fresh_home):
    secrets.keep("mail", CANARY)
    status, lines, _ = run_and_accept("type ${secret:mail} into Plain")
    assert (status, lines[-1]["outcome"]) == (7, "blocked")
    assert "shows what is typed" in lines[-1]["message"]
    assert login.fields["Plain"] == ""


def test_a_password_in_the_task_is_told_and_kept_nowhere(login, fresh_home):
    task = 'type "bob" into User and type "hunter2-canary" into Password'
    status, lines, err = run_and_accept(task)
    assert (status, lines[-1]["outcome"]) == (7, "blocked")
    assert login.fields["Password"] == ""
    assert lines[0]["task"] == task.replace("hunter2-canary", "<secret:14 chars>")
    assert "hunter2-canary" not in json.dumps(lines) + err
    assert not any(
        b"hunter2-canary" in f.read_bytes() for f in fresh_home.rglob("*") if f.is_file()
    )


def test_the_executor_types_a_secret_only_into_the_program_that_it_is_for(desktop, tmp_path):
    with executor_rig(desktop, tmp_path / "state") as rig:
        rig.reset()
        own = rig.windows.focus().executable
        secrets.keep("mine", "abc")
        secrets.keep("other", "abc", ("/usr/bin/xterm",))
        with pytest.raises(Refused) as refusal:
            rig.client.prepare(Write("${secret:other}"))
        assert refusal.value.reason == "secret_program"
        assert own not in ("", "/usr/bin/xterm")
        with pytest.raises(Refused) as refusal:
            rig.client.prepare(Write("${secret:gone}"))
        assert refusal.value.reason == "no_secret"
        with pytest.raises(Refused) as refusal:
            rig.client.prepare(Write("with ${secret:mine} inside"))
        assert refusal.value.reason == "no_secret"
        assert rig.do(Write("${secret:mine}")).text_sent_chars == 3
        assert rig.progress[-1] == (3, 3)
        rig.window.wait_for("key up", 3)  # its program tells of them in its own time
        nonce = rig.client.prepare(Write("${secret:mine}")).nonce
        secrets.remove("mine")
        rig.window.events.clear()
        with pytest.raises(Refused) as refusal:
            rig.execute(nonce)
        assert refusal.value.reason == "no_secret"
        assert rig.window.events == []


def test_a_secret_for_a_terminal_is_typed_where_nothing_is_shown(desktop, tmp_path):
    """`read -s` hears it; the tree knows no field, so the rules would ask each time."""
    heard = tmp_path / "heard"
    script = f'read -rs line; printf %s "$line" > {heard}'
    xterm = Path("/usr/bin/xterm").resolve()
    secrets.keep("ssh", "abc123", (str(xterm),))
    program = desktop.spawn(["xterm", "-title", "asks", "-e", "bash", "-c", script])
    try:
        with executor_rig(desktop, tmp_path / "state") as rig:
            window = _wait_for_window(rig.windows, "asks")
            rig.windows.activate(window.window_id)
            wait_for(lambda: (rig.windows.focus() or window).title == "asks")
            rig.do(Write("${secret:ssh}", press_enter=True))
            wait_for(heard.exists)
            wait_for(lambda: heard.read_text() == "abc123")
    finally:
        program.terminate()
        program.wait(60)


def _is_in_front(windows, title):
    return any(w.is_active and w.title == title for w in windows.windows())


def _wait_for_window(windows, title):
    found = []

    def look():
        found[:] = [w for w in windows.windows() if w.title == title]
        return bool(found)

    wait_for(look)
    return found[0]
