"""The programs of the fourth set: how each is prepared and read."""

import sys
from pathlib import Path

from tests.strangers.prepared import (
    Program,
    read_desk,
    read_page,
    read_state,
    read_tree,
    read_zenity,
)
from tests.strangers.session import Pages, system_python

HERE = Path(__file__).resolve().parent
PROGRAMS_DIR = HERE / "programs"
DOCUMENTS = {
    "list.txt": "milk\nbread\nsoap\n",
    "verse.txt": "The wind is cold\nthe kettle warm\nthe road is old\n",
    "Garden/seeds.txt": "beans, peas, kale\n",
    "Letters/aunt.txt": "Dear Aunt Rosa,\n",
}
ZENITY = {
    "calendar": [
        "--calendar", "--title=Appointment", "--text=Which day suits you?", "--day=4", "--month=9",
        "--year=2025", "--date-format=%Y-%m-%d",
    ],
    "radio": [
        "--list", "--radiolist", "--title=Paper", "--text=Size of the paper", "--column=Take",
        "--column=Size", "TRUE", "A5", "FALSE", "A4", "FALSE", "Letter", "FALSE", "Legal",
    ],
    "table": [
        "--list", "--title=Trains", "--text=Which train?", "--column=Leaves", "--column=To",
        "--column=Platform", "09:12", "Ghent", "3", "09:40", "Bruges", "7", "10:05", "Ghent", "1",
    ],
    "forms": [
        "--forms", "--title=Library card", "--text=A new reader", "--add-entry=Full name",
        "--add-entry=Street", "--add-combo=Branch", "--combo-values=North|Centre|Harbour",
    ],
    "scale": [
        "--scale", "--title=Fan", "--text=Speed of the fan", "--min-value=0", "--max-value=20",
        "--value=4",
    ],
}  # fmt: skip


def documents(session):
    for name, text in DOCUMENTS.items():
        path = session.documents / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)


def real(*argv):
    """A program that is started as it is; {start} and {documents} are put in."""

    def prepare(session, start):
        documents(session)
        return [
            part.replace("{documents}", str(session.documents)).replace("{start}", start)
            for part in argv
        ]

    return prepare


def qalculate(session, _start):
    """Its settings lie in the folder of the account's own home unless it is told another one."""
    session.env["XDG_CONFIG_HOME"] = str(session.home / ".config")
    session.env["XDG_DATA_HOME"] = str(session.home / ".local" / "share")
    session.env["QALCULATE_USER_DIR"] = str(session.home / "qalculate")
    return real("qalculate-gtk")(session, "")


def own(python, name):
    return lambda _session, start: [python, PROGRAMS_DIR / name, start]


def swing(session, start):
    return ["java", f"-Duser.home={session.home}", PROGRAMS_DIR / "Observatory.java", start]


def chromium(session, start):
    session.pages = Pages(HERE / "pages")
    address = f"http://127.0.0.1:{session.pages.server_port}/{start}.html"
    return [
        "chromium", "--no-sandbox", "--test-type", "--no-first-run", "--disable-gpu",
        "--no-default-browser-check", "--password-store=basic", "--window-size=1200,740",
        f"--user-data-dir={session.scratch / 'chromium'}", address,
    ]  # fmt: skip


def zenity(_session, start):
    return ["zenity", *ZENITY[start]]


PROGRAMS = {
    "chromium": Program(chromium, read_page, "Chromium", ("scrolled",)),
    "garden": Program(own(sys.executable, "qt_garden.py"), read_state, "Garden Book"),
    "bakery": Program(own(system_python(), "gtk_bakery.py"), read_state, "Bakery Planner"),
    "tapes": Program(own(system_python(), "tk_tapes.py"), read_state, "Tape Archive", ("tab",)),
    "observatory": Program(swing, read_state, "Hill Observatory", ("tab",)),
    "zenity": Program(zenity, read_zenity, ""),
    "pluma": Program(
        real("pluma", "{start}"), read_tree("pluma"), "Pluma", ("titles", "texts", "tabs")
    ),
    "kate": Program(real("kate", "{start}"), read_desk, "Kate", ("titles",)),
    "thunar": Program(real("thunar", "{documents}"), read_desk, "Documents"),
    "qalculate": Program(
        qalculate, read_tree("qalculate-gtk"), "Qalculate", ("titles",)
    ),
}  # fmt: skip
