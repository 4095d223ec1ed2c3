"""Every file and folder of ours is private under any umask, and no link in our place is followed."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from app.run_lock import ControlServer, RunLock, socket_name
from app.settings import STAND_IN, Settings, SettingsFile, user_folders
from automation.core.errors import AssistantError
from automation.core.process import UNCHANGED, take_users
from automation.records.database import VERSION
from automation.records.store import Store
from tests.unit.records.test_removal import kept_run

ROOT = Path(__file__).parents[3]
USER = """
import os, sys
os.umask(int(sys.argv[1], 8))
from app.settings import user_folders
from app.run_lock import ControlServer
from app.run_lock import RunLock
from app.settings import Settings, SettingsFile
from automation.core.events import Task
from automation.core.process import keep_private
from automation.desktop.input.ledger import Ledger, ledger_path
from automation.records.database import MIGRATIONS
from automation.records.database import open_database
from automation.records.store import Store
from tests.unit.records.test_removal import kept_run

folders = user_folders()
folders.create()
for theme in ("dark", "light"):
    SettingsFile(folders.settings_file).save(Settings(theme=theme))
Store(folders.data).close()
later = (*MIGRATIONS, ("CREATE TABLE later (x)",))
open_database(folders.data / "history.db", later).connection.execute("PRAGMA user_version = 2").close()
keep_private()  # as the executor begins, the one that makes this
Ledger(ledger_path(folders.runtime, ":1", os.getpid()))
os.umask(int(sys.argv[1], 8))
lock = RunLock(folders.runtime).__enter__()
server = ControlServer(folders.runtime, lambda word: {})
server.start()
store = Store(folders.data / "again")
kept_run(store, 1)
log = store.new_run(Task("live"))
for folder, _, names in os.walk(os.environ["DESKHAND_HOME"]):
    for path in (folder, *(os.path.join(folder, name) for name in names)):
        print(oct(os.lstat(path).st_mode & 0o7777), path)
"""
EXPECTED = (
    "settings.json", "settings.json.bak", "history.db", "history.db-wal", "history.db-shm",
    "history.opening", "history.users", f"history.db.before-{VERSION + 1}", "CACHEDIR.TAG",
)  # fmt: skip


@pytest.mark.parametrize("umask", ["000", "022", "277"])
def test_every_file_is_private_under_any_umask(tmp_path, umask):
    home = tmp_path / "home"
    done = subprocess.run(
        [sys.executable, "-c", USER, umask],
        cwd=ROOT, env={**os.environ, "DESKHAND_HOME": str(home)}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = dict(reversed(line.split(" ", 1)) for line in done.stdout.splitlines())
    names = {Path(path).name for path in found}
    assert names >= set(EXPECTED)
    assert {Path(path).suffix for path in found} >= {".lock", ".sock", ".held", ".png"}
    for path, mode in found.items():
        assert mode == ("0o700" if Path(path).is_dir() else "0o600"), path


def mode(path):
    return stat.S_IMODE(path.lstat().st_mode)


def test_files_that_others_could_read_are_tightened(fresh_home):
    folders = user_folders()
    folders.create()
    Store(folders.data).close()
    loose = [folders.data / "history.db", folders.data / "history.users"]
    for path in loose:
        path.chmod(0o644)
    for folder in (folders.data, folders.data / "blobs"):
        folder.chmod(0o755)
    folders.create()
    Store(folders.data).close()
    assert {mode(path) for path in loose} == {0o600}
    assert {mode(folders.data), mode(folders.data / "blobs")} == {0o700}


def use_everything():
    """Do once what writes to each of our files and folders."""
    folders = user_folders()
    folders.create()
    SettingsFile(folders.settings_file).save(Settings(theme="dark"))
    SettingsFile(folders.settings_file).save(Settings(theme="light"))
    with RunLock(folders.runtime):
        server = ControlServer(folders.runtime, lambda word: {})
        try:
            server.start()
        finally:
            server.close()
    store = Store(folders.data)
    try:
        kept_run(store, 1)
    finally:
        store.close()


def complaint(work):
    """Return what our error says, or that the link was replaced without being followed."""
    try:
        work()
    except AssistantError as error:
        return str(error)
    return "it is a link, and was replaced"


def key():
    return socket_name().removeprefix("run-").removesuffix(".sock")


FOLDERS = ("config", "data", "runtime", "data/blobs", "data/live")
FILES = (
    "data/history.db", "data/history.db-wal", "data/history.db-shm", "data/history.db-journal",
    "data/history.opening", "data/history.users", "config/settings.json",
    "config/settings.json.bak", "runtime/run-{key}.lock", "runtime/run-{key}.sock",
)  # fmt: skip


@pytest.mark.parametrize("name", [*FOLDERS, *FILES])
@pytest.mark.parametrize("exists", [True, False], ids=["to-something", "to-nothing"])
def test_no_link_in_our_place_is_written_through(fresh_home, tmp_path, name, exists):
    target = tmp_path / "theirs"
    if exists and name in FOLDERS:
        target.mkdir()
    elif exists:
        target.write_bytes(b"theirs")
    place = fresh_home / name.format(key=key())
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    place.symlink_to(target)
    assert "it is a link, and" in complaint(use_everything)
    if not exists:
        assert not target.exists()
    elif name in FOLDERS:
        assert list(target.iterdir()) == []
    else:
        assert target.read_bytes() == b"theirs"


def test_a_picture_that_is_a_link_is_replaced_and_never_written_through(fresh_home, tmp_path):
    store = Store(fresh_home / "data")
    _, (address,) = kept_run(store, 1)
    store.close()
    path = next((fresh_home / "data" / "blobs").glob("??/*.png"))
    path.unlink()
    target = tmp_path / "theirs"
    target.write_bytes(b"theirs")
    path.symlink_to(target)
    store = Store(fresh_home / "data")
    assert not store.holds_picture(address)
    kept_run(store, 1)
    assert store.picture(address)[:4] == b"\x89PNG"
    assert target.read_bytes() == b"theirs"
    store.close()


def test_a_pipe_in_place_of_the_settings_keeps_nobody_waiting(tmp_path):
    os.mkfifo(tmp_path / "settings.json")
    settings, sentence = SettingsFile(tmp_path / "settings.json").load()
    assert settings == STAND_IN
    assert "no file" in sentence


@pytest.mark.parametrize(
    ("found", "mask"), [("22", 0o022), ("0", 0), ("0077", 0o077), ("", UNCHANGED), ("9", UNCHANGED)]
)
def test_the_users_umask_is_read_strictly_and_goes_no_further(found, mask):
    environ = {"DESKHAND_UMASK": found, "A": "b"} if found else {"A": "b"}
    assert take_users(environ) == mask
    assert environ == {"A": "b"}


LAUNCHING = """
import os, sys, time
from pathlib import Path
os.umask(0o027)
from automation.core.process import keep_private
from automation.desktop.launcher import Launcher
keep_private()
keep_private()
Path(sys.argv[1], "ours").touch()
launcher = Launcher(dict(os.environ, XDG_DATA_HOME=sys.argv[1], XDG_DATA_DIRS="/nonexistent"))
pid = launcher.launch("maker")
while not launcher.has_ended(pid):
    time.sleep(0.01)
"""


def test_a_program_that_is_started_has_the_users_umask_and_we_have_ours(tmp_path):
    folder = tmp_path / "applications"
    folder.mkdir()
    entry = f"[Desktop Entry]\nType=Application\nName=Maker\nExec=touch {tmp_path}/theirs\n"
    (folder / "maker.desktop").write_text(entry)
    environ = {k: v for k, v in os.environ.items() if k != "DESKHAND_UMASK"}
    subprocess.run(
        [sys.executable, "-c", LAUNCHING, str(tmp_path)], cwd=ROOT, env=environ, check=True
    )
    assert mode(tmp_path / "ours") == 0o600
    assert mode(tmp_path / "theirs") == 0o640


def test_an_exported_page_with_pictures_is_private(fresh_home, tmp_path):
    Store(fresh_home / "data").close()
    store = Store(fresh_home / "data")
    kept_run(store, 1)
    store.close()
    out = tmp_path / "page.html"
    argv = ["-m", "app.main", "history", "export", "--format", "html", "--out", str(out)]
    subprocess.run([sys.executable, *argv], cwd=ROOT, umask=0o022, check=True)
    assert mode(out) == 0o600
