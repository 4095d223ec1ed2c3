"""The programs of the seventh set: how each is prepared, known to be up, and read."""

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.strangers.session import system_python

PROGRAMS_DIR = Path(__file__).resolve().parent / "programs"
DOCUMENTS = {
    "minutes.txt": (
        "Allotment society, committee meeting\n"
        "Present: Moira, Tunde, Walter\n"
        "The water butts will be moved in spring.\n"
        "Moira orders new keys.\n"
        "Next meeting in January.\n"
    ),
    "shopping.txt": "twine\nseed labels\ngloves\n",
    "Plots/plot 12.txt": "Walter, paid\n",
    "Plots/plot 13.txt": "empty\n",
    "Letters/council.txt": "Dear Council,\nthe hedge is too high.\n",
    "Letters/Old/hosepipe.txt": "Thank you for the hosepipe.\n",
    "keys.txt": "shed: Moira\ngate: Tunde\n",
}
CELLS = {
    "rota": (
        "Name,Shift,Hours,Room\nFrieda,Early,6,Kitchen\nOmar,Late,8,Bar\nPetra,Early,5,Garden\n"
        "Luc,Night,9,Reception\n"
    ),
    "raffle": "Prize,Given by,Tickets\nHamper,Dale Farm,120\nBicycle bell,Spoke Shop,45\nTea set,Mrs Orr,60\n",
}
LETTERS = {
    "notice": (
        "Notice to all tenants\n"
        "The lift will be serviced on Tuesday morning.\n"
        "Please use the stairs at the back.\n"
        "We are sorry for the trouble.\n"
        "The house management\n"
    ),
    "walk": (
        "Autumn walk\n"
        "We meet at the old mill at ten.\n"
        "Stout shoes\n"
        "Something to drink\n"
        "A rain jacket\n"
        "Dogs are welcome on a lead.\n"
    ),
}
ZENITY = {
    "forms": [
        "--forms", "--title=Lost property", "--text=What was found?", "--separator=|",
        "--add-entry=Thing", "--add-entry=Place", "--add-combo=Shelf", "--combo-values=A|B|C",
    ],
    "tasks": [
        "--list", "--checklist", "--title=Closing up", "--text=Tick what is done", "--height=330",
        "--separator=|", "--column=Done", "--column=Task", "FALSE", "Lights off", "TRUE", "Till locked",
        "FALSE", "Windows shut", "FALSE", "Alarm set",
    ],
    "room": [
        "--list", "--radiolist", "--title=Meeting room", "--text=Which room do you need?", "--height=330",
        "--column=", "--column=Room", "--column=Seats", "TRUE", "Birch", "6", "FALSE", "Oak", "12",
        "FALSE", "Willow", "20",
    ],
    "day": [
        "--calendar", "--title=Collection day", "--text=When is the parcel collected?", "--day=3",
        "--month=12", "--year=2026", "--date-format=%Y-%m-%d",
    ],
    "backup": [
        "--question", "--title=Copy", "--text=Copy the photos to the shared drive?",
        "--ok-label=Copy them", "--cancel-label=Not now",
    ],
    "scale": ["--scale", "--title=Screen", "--text=Brightness of the wall screen", "--value=60"],
}  # fmt: skip
ACCOUNT = """[Account: 1]
account_name=Office
is_default=1
name=Wilma Tate
address=wilma@example.org
protocol=0
receive_server=localhost
smtp_server=localhost
user_id=wilma
receive_at_get_all=0
"""
MAILS = (
    ("Gus Ferreira", "Key for the cellar", "the cellar key is with the porter."),
    ("Lena Brandt", "Minutes of Thursday", "the minutes are on the shared drive."),
    ("Harbour Office", "Mooring fee 2027", "the fee stays as it is."),
    ("Yusuf Demir", "Photos of the regatta", "the photos have turned out well."),
)
MAIL_SETTINGS = """[Common]
enable_aspell=0
goto_last_folder_on_startup=1
last_opened_folder=#mh/Mail/inbox
mainwin_width=1080
mainwin_height=640
mainwin_x=60
mainwin_y=60
summaryview_height=260
"""
FOLDERS = ("inbox", "sent", "draft", "queue", "trash", "Regatta")
OFFICE_SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" \
xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="ShowTipOfTheDay" \
oor:op="fuse"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="FirstRun" oor:op="fuse">\
<value>false</value></prop></item>
<item oor:path="/org.openoffice.Setup/Product"><prop oor:name="ooSetupLastVersion" oor:op="fuse">\
<value>99.9</value></prop></item>
</oor:items>
"""


def write_documents(session):
    for name, text in DOCUMENTS.items():
        path = session.documents / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def plain(*argv):
    """A program that is started as it is, with the documents in its folder."""

    def prepare(session, start):
        write_documents(session)
        places = {"{documents}": str(session.documents), "{start}": start}
        made = []
        for part in argv:
            for name, value in places.items():
                part = part.replace(name, value)
            made.append(part)
        return made

    return prepare


def own_python(name):
    return lambda _session, start: [system_python(), PROGRAMS_DIR / name, start]


def own_qt(name):
    return lambda _session, start: [sys.executable, PROGRAMS_DIR / name, start]


def prepare_swing(session, start):
    return ["java", f"-Duser.home={session.home}", PROGRAMS_DIR / "BoatHire.java", start]


def prepare_office(kind, texts):
    """Turn the text into a document of the office program, then open that."""

    def prepare(session, start):
        profile = session.scratch / "office"
        (profile / "user").mkdir(parents=True, exist_ok=True)
        (profile / "user" / "registrymodifications.xcu").write_text(OFFICE_SETTINGS)
        option = f"-env:UserInstallation={profile.as_uri()}"
        source = session.documents / (start + (".csv" if kind == "ods" else ".txt"))
        source.write_text(texts[start])
        session.answer_of(
            "soffice", option, "--headless", "--convert-to", kind, "--outdir",
            str(session.documents), str(source), seconds=120,
        )  # fmt: skip
        source.unlink()
        accept = f"--accept=pipe,name={session.mark};urp"
        target = session.documents / f"{start}.{kind}"
        return ["soffice", option, "--norestore", "--nologo", accept, target]

    return prepare


def prepare_mail(session, _start):
    folder = session.home / ".claws-mail"
    folder.mkdir()
    mail = session.home / "Mail"
    for name in FOLDERS:
        (mail / name).mkdir(parents=True)
    for number, (sender, subject, text) in enumerate(MAILS, 1):
        (mail / "inbox" / str(number)).write_text(
            f"From: {sender} <{sender.split()[0].lower()}@example.org>\nTo: wilma@example.org\n"
            f"Subject: {subject}\nDate: Thu, 5 Nov 2026 09:1{number}:00 +0000\n"
            f"Message-ID: <m{number}@example.org>\n\nDear Wilma,\n{text}\n"
        )
    (folder / "clawsrc").write_text(MAIL_SETTINGS)
    (folder / "accountrc").write_text(ACCOUNT)
    kinds = {
        "inbox": "inbox",
        "sent": "outbox",
        "draft": "draft",
        "queue": "queue",
        "trash": "trash",
    }
    items = "".join(
        f'<folderitem type="{kinds.get(name, "normal")}" name="{name}" path="{name}"/>'
        for name in FOLDERS
    )
    (folder / "folderlist.xml").write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n<folderlist>'
        f'<folder type="mh" name="Mail" path="{mail}">'
        f'<folderitem type="normal" name="Mail" path="">{items}</folderitem>'
        "</folder></folderlist>\n"
    )
    return ["claws-mail"]


def prepare_zenity(_session, start):
    return ["zenity", *ZENITY[start]]


def read_state(session):
    try:
        return json.loads(session.state_file.read_text())
    except (OSError, ValueError):
        return {}


def read_desk(session):
    titles = session.titles()
    return {"titles": titles, "windows": len(titles), **session.files()}


def read_tree(*names):
    def read(session):
        state = read_desk(session)
        code, text = session.answer_of(system_python(), str(PROGRAMS_DIR / "reader.py"), *names)
        return {**state, **json.loads(text)} if state and code == 0 and text else {}

    return read


def read_office(session):
    code, text = session.answer_of(system_python(), str(PROGRAMS_DIR / "office.py"), session.mark)
    titles = session.titles()
    state = json.loads(text) if code == 0 and text else {}
    return {**state, "titles": titles, "windows": len(titles)} if state and titles else {}


def read_mail(session):
    state = read_desk(session)
    if state:
        for name in FOLDERS:
            found = sorted((session.home / "Mail" / name).glob("[0-9]*"))
            state[name] = "\n".join(path.read_text(errors="replace") for path in found)
            state[name + " count"] = len(found)
        mail = session.home / "Mail"
        state["folders"] = sorted(
            p.name for p in mail.rglob("*") if p.is_dir() and p.name[0] != "."
        )
    return state


def read_zenity(session):
    code = session.program.poll()
    out = session.scratch / "out.txt"
    answer = out.read_text().strip() if out.exists() else ""
    up = code is not None or session.titles()
    return {"exit": code, "answer": answer} if up else {}


@dataclass(frozen=True)
class Program:
    """How a program is prepared, known to be up, and read."""

    prepare: Callable
    read: Callable
    title: str
    lenient: tuple[str, ...] = ()


PROGRAMS = {
    "library": Program(own_qt("qt_library.py"), read_state, "Northgate Library", ("tab", "selected")),
    "workshop": Program(own_qt("qt_workshop.py"), read_state, "Spoke & Chain", ("section",)),
    "practice": Program(own_python("gtk_practice.py"), read_state, "Elm Road Practice", ("tab", "selected")),
    "canteen": Program(own_python("tk_canteen.py"), read_state, "Canteen", ("tab", "selected")),
    "choir": Program(own_python("tk_choir.py"), read_state, "St Bride Singers", ("selected",)),
    "boats": Program(prepare_swing, read_state, "Weir Boat Hire", ("tab", "selected")),
    "mousepad": Program(
        plain("mousepad", "{start}"), read_tree("mousepad"), "Mousepad", ("titles", "texts", "labels", "checked")
    ),
    "caja": Program(
        plain("caja", "--no-desktop", "{documents}"), read_desk, "Documents", ("titles",)
    ),
    "calc": Program(prepare_office("ods", CELLS), read_office, "Calc", ("selection", "titles", "modified")),
    "writer": Program(prepare_office("odt", LETTERS), read_office, "Writer", ("selection", "titles", "modified")),
    "zenity": Program(prepare_zenity, read_zenity, ""),
    "mate-calc": Program(plain("mate-calc"), read_tree("mate-calc"), "Calculator", ("titles", "labels")),
    "mail": Program(prepare_mail, read_mail, "Claws Mail", ("titles",)),
}  # fmt: skip
