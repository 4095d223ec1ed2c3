"""The programs of the set: how each is prepared, known to be up, and read."""

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.strangers.session import HERE, Pages, system_python

PROGRAMS_DIR = HERE / "programs"
DOCUMENTS = {
    "notes.txt": "Meeting on Monday\nBring the keys\nCall the printer\n",
    "letter.txt": "Dear Sir or Madam,\nthank you for your order.\n",
    "Invoices/march.txt": "120.00\n",
    "Photos/readme.txt": "no photos yet\n",
    "old report.txt": "to be thrown away\n",
}
CELLS = "Item,Price,Amount\nPaper,4,10\nPencils,2,25\nToner,80,1\n"
PARAGRAPHS = "Summer party\nThe party is on Friday.\nPlease bring a cake.\n"
ZENITY = {
    "entry": ["--entry", "--title=Name", "--text=What is your name?"],
    "question": ["--question", "--title=Backup", "--text=Start the backup now?"],
    "forms": [
        "--forms", "--title=Contact", "--text=New contact", "--add-entry=First name",
        "--add-entry=Phone number", "--add-password=PIN",
    ],
    "scale": ["--scale", "--title=Volume", "--text=Volume", "--value=30"],
    "list": [
        "--list", "--title=Colours", "--text=Pick a colour", "--column=Colour", "Red", "Green",
        "Blue", "Yellow",
    ],
    "checklist": [
        "--list", "--checklist", "--title=Packing", "--column=Take", "--column=Thing", "FALSE",
        "Tent", "FALSE", "Lamp", "TRUE", "Map",
    ],
    "warning": ["--warning", "--title=Disk", "--text=The disk is nearly full."],
}  # fmt: skip
ACCOUNT = """[Account: 1]
account_name=Home
is_default=1
name=Pat Reed
address=pat@example.org
protocol=0
receive_server=localhost
smtp_server=localhost
user_id=pat
receive_at_get_all=0
"""
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
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)


def plain(*argv):
    """A program that is started as it is, with the documents in its folder."""

    def prepare(session, _start):
        write_documents(session)
        return [part.replace("{documents}", str(session.documents)) for part in argv]

    return prepare


def own_python(name):
    return lambda _session, start: [system_python(), PROGRAMS_DIR / name, start]


def prepare_qt(_session, start):
    return [sys.executable, PROGRAMS_DIR / "qt_order.py", start]


def prepare_swing(session, start):
    return ["java", f"-Duser.home={session.home}", PROGRAMS_DIR / "SwingForm.java", start]


def prepare_chromium(session, start):
    session.pages = Pages()
    address = f"http://127.0.0.1:{session.pages.server_port}/{start}.html"
    return [
        "chromium", "--no-sandbox", "--test-type", "--no-first-run", "--disable-gpu",
        "--no-default-browser-check", "--password-store=basic", "--window-size=1200,740",
        f"--user-data-dir={session.scratch / 'chromium'}", address,
    ]  # fmt: skip


def prepare_office(name, kind, text):
    """Turn the text into a document of the office program, then open that."""

    def prepare(session, _start):
        profile = session.scratch / "office"
        (profile / "user").mkdir(parents=True)
        (profile / "user" / "registrymodifications.xcu").write_text(OFFICE_SETTINGS)
        option = f"-env:UserInstallation={profile.as_uri()}"
        source = session.documents / (Path(name).stem + (".csv" if kind == "ods" else ".txt"))
        source.write_text(text)
        session.answer_of(
            "soffice", option, "--headless", "--convert-to", kind, "--outdir",
            str(session.documents), str(source), seconds=120,
        )  # fmt: skip
        source.unlink()
        accept = f"--accept=pipe,name={session.mark};urp"
        target = session.documents / name
        return ["soffice", option, "--norestore", "--nologo", accept, target]

    return prepare


def prepare_xterm(session, _start):
    write_documents(session)
    log = session.scratch / "commands.txt"
    log.touch()
    (session.home / ".bashrc").write_text(f"PS1='$ '\nPROMPT_COMMAND='history -a {log}'\n")
    return ["xterm", "-T", "Terminal", "-e", "bash", "--rcfile", session.home / ".bashrc", "-i"]


def prepare_mail(session, _start):
    folder = session.home / ".claws-mail"
    folder.mkdir()
    mail = session.home / "Mail"
    for name in ("inbox", "sent", "draft", "queue", "trash"):
        (mail / name).mkdir(parents=True)
    for number, (sender, subject) in enumerate(
        (("Ada Byron", "Lunch on Tuesday"), ("Tom Hall", "Invoice 4471"), ("Ines Roca", "Keys")), 1
    ):
        (mail / "inbox" / str(number)).write_text(
            f"From: {sender} <{sender.split()[0].lower()}@example.org>\nTo: pat@example.org\n"
            f"Subject: {subject}\nDate: Mon, 6 May 2024 10:0{number}:00 +0000\n"
            f"Message-ID: <{number}@example.org>\n\nHello Pat,\n{subject}.\n"
        )
    (folder / "clawsrc").write_text("[Common]\nenable_aspell=0\n")
    (folder / "accountrc").write_text(ACCOUNT)
    items = "".join(
        f'<folderitem type="{kind}" name="{name}" path="{name}"/>'
        for name, kind in (
            ("inbox", "inbox"), ("sent", "outbox"), ("draft", "draft"), ("queue", "queue"),
            ("trash", "trash"),
        )
    )  # fmt: skip
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


def read_page(session):
    titles = session.titles()
    return {**session.pages.last, "titles": titles} if session.pages.last else {}


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


def read_xterm(session):
    state = read_desk(session)
    log = session.scratch / "commands.txt"
    return {**state, "commands": log.read_text().splitlines()} if state else {}


def read_mail(session):
    state = read_desk(session)
    if state:
        for name in ("inbox", "sent", "draft", "queue", "trash"):
            found = sorted((session.home / "Mail" / name).glob("[0-9]*"))
            state[name] = "\n".join(path.read_text(errors="replace") for path in found)
            state[name + " count"] = len(found)
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


def editor(*argv, title, tree=()):
    read = read_tree(*tree) if tree else read_desk
    return Program(plain(*argv), read, title, ("titles", "texts", "tabs"))


PROGRAMS = {
    "qt": Program(prepare_qt, read_state, "Order Desk", ("tab",)),
    "gtk": Program(own_python("gtk_form.py"), read_state, "Guest House", ("tab",)),
    "tk": Program(own_python("tk_form.py"), read_state, "Members"),
    "swing": Program(prepare_swing, read_state, "Leave Request", ("tab",)),
    "chromium": Program(prepare_chromium, read_page, "Chromium", ("scrolled",)),
    "mousepad": editor("mousepad", "notes.txt", title="Mousepad", tree=("mousepad",)),
    "featherpad": editor("featherpad", "notes.txt", title="notes.txt"),
    "geany": editor("geany", "-i", "notes.txt", title="Geany"),
    "gedit": editor("gedit", "notes.txt", title="notes.txt", tree=("gedit",)),
    "galculator": Program(
        plain("galculator"), read_tree("galculator"), "galculator", ("titles",)
    ),
    "pcmanfm": Program(plain("pcmanfm", "{documents}"), read_desk, "Documents"),
    "xterm": Program(prepare_xterm, read_xterm, "Terminal"),
    "calc": Program(
        prepare_office("prices.ods", "ods", CELLS), read_office, "Calc", ("selection", "titles")
    ),
    "writer": Program(
        prepare_office("party.odt", "odt", PARAGRAPHS), read_office, "Writer",
        ("selection", "titles"),
    ),
    "mail": Program(prepare_mail, read_mail, "Claws Mail", ("titles",)),
    "zenity": Program(prepare_zenity, read_zenity, ""),
    "xfce4-settings": Program(
        plain("xfce4-keyboard-settings"), read_tree("xfce4-keyboard-settings"), "Keyboard", ("texts",)
    ),
}  # fmt: skip
