"""The programs of the set: how each is prepared, known to be up, and read."""

import os
import subprocess
from pathlib import Path

from tests.strangers.one_step.prepared import Program, reading, ready, write_documents
from tests.strangers.session import system_python

HERE = Path(__file__).resolve().parent
DOCUMENTS = {
    "monday.txt": "Open the shop\nWater the plants\nCall the printer\nSweep the floor\n",
    "tuesday.txt": "Open the shop\nCall the printer\nSweep the yard\nPay the gardener\n",
    "Harbour 1.txt": "grey boats\n",
    "Harbour 2.txt": "red boats\n",
    "Harbour 3.txt": "one gull\n",
}
BUDGET = """<?xml version="1.0"?>
<homebank v="1.3" d="050100">
<properties title="Household" curr="1" auto_smode="1" auto_weekday="1" auto_nbmonths="1"/>
<cur key="1" flags="0" iso="EUR" name="Euro" symb="€" syprf="0" dchar="." gchar="," frac="2"/>
<account key="1" pos="1" type="1" curr="1" name="Giro" initial="800"/>
<account key="2" pos="2" type="1" curr="1" name="Holiday fund" initial="1500"/>
<pay key="1" name="Baker"/>
<pay key="2" name="Landlord"/>
<cat key="1" name="Food"/>
<cat key="2" name="Rent"/>
<fav key="1" amount="-620" account="1" flags="4" payee="2" category="2" wording="flat" \
nextdate="745000" every="1" unit="2"/>
<ope date="739000" amount="-4.2" account="1" payee="1" category="1" wording="rolls"/>
<ope date="739002" amount="-620" account="1" payee="2" category="2" wording="flat"/>
</homebank>
"""
PASSWORD = "pebble"
ENTRIES = (
    ("Printer shop", "mara", "https://print.example"),
    ("Library", "m.lind", "https://books.example"),
    ("Water works", "4711", "https://water.example"),
)
KEEPASS_CONFIG = """[General]
ConfigVersion=2
[GUI]
CheckForUpdates=false
CheckForUpdatesIncludeBetas=false
[Security]
ClearClipboard=false
LockDatabaseIdle=false
"""
WARNED = () if os.geteuid() else ("press push button/OK",)
"""krename warns the user root in a window of its own, each time."""
STEPS = {
    "homebank": {
        "overview": (),
        "booking": ("key alt+t Return",),
        "settings": ("key alt+e Up Return",),
    },
    "keepassxc": {
        "list": (),
        "entry": ("key Down", "key ctrl+e", "key End", "type  card"),
        "generator": ("key alt+t Return",),
    },
    "krename": {
        "files": (*WARNED, "key alt+1"),
        "target": (*WARNED, "key alt+2"),
        "names": (*WARNED, "type sea_"),
    },
    "meld": {
        "edited": ("key ctrl+Home", "key shift+End", "key Delete"),
        "settings": ("key F10" + 8 * " Down" + " Return",),
    },
}
WINDOWS = {
    "homebank": ("homebank", ""),
    "keepassxc": ("KeePassXC", ""),
    "krename": ("krename", ""),
    "meld": ("org.gnome.Meld", ""),
}
"""The name of the application, and the parts of the titles of the windows that are read."""
WITH_TREE = ("env", "QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1")


def starting(name, argv_of):
    """Start the program with the documents there, and take the steps of the start in it."""

    def prepare(session, start):
        write_documents(session, DOCUMENTS)
        argv = argv_of(session)
        steps = HERE / "steps.py"
        session.spawn(
            [system_python(), steps, WINDOWS[name][0], ready(session), *STEPS[name][start]]
        )
        return argv

    return prepare


def settings(session, name, text):
    path = session.home / ".config" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def homebank(session):
    book = session.home / "household.xhb"
    book.write_text(BUDGET)
    return ["homebank", book]


def keepassxc(session):
    settings(session, "keepassxc/keepassxc.ini", KEEPASS_CONFIG)
    safe = session.home / "office.kdbx"
    command(session, f"{PASSWORD}\n{PASSWORD}\n", "db-create", "--set-password", safe)
    for title, user, address in ENTRIES:
        words = ("add", "--username", user, "--url", address, "--password-prompt", safe, title)
        command(session, f"{PASSWORD}\n{title} 1\n", *words)
    line = f"echo {PASSWORD} | {' '.join(WITH_TREE)} keepassxc --pw-stdin {safe}"
    return ["env", f"TMPDIR={session.scratch}", "sh", "-c", line]  # one instance a folder


def command(session, said, *words):
    """Run a command of the password safe, and answer what it asks."""
    argv = ["keepassxc-cli", *map(str, words)]
    subprocess.run(argv, env=session.env, input=said, text=True, capture_output=True, check=True)


def krename(session):
    return [*WITH_TREE, "krename", *sorted(f for f in DOCUMENTS if f.startswith("Harbour"))]


def meld(_session):
    return ["meld", "monday.txt", "tuesday.txt"]


def looking(name):
    return reading(name, WINDOWS, HERE / "look.py")


def read_homebank(session):
    state = looking("homebank")(session)
    if "spin button Amount" in state:  # an expense gets its sign when the field is left
        state["spin button Amount"] = abs(state["spin button Amount"])
    return state


def read_keepassxc(session):
    state = looking("keepassxc")(session)
    if state:
        state["clipboard"] = session.answer_of("xclip", "-o", "-selection", "clipboard")[1]
    return state


PROGRAMS = {
    name: Program(starting(name, argv_of), read, title, ("texts",))
    for name, argv_of, read, title in (
        ("homebank", homebank, read_homebank, "HomeBank"),
        ("keepassxc", keepassxc, read_keepassxc, "KeePassXC"),
        ("krename", krename, looking("krename"), "KRename"),
        ("meld", meld, looking("meld"), "Meld"),
    )
}
