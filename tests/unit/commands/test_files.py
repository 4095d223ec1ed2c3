"""Files, addresses, sheets and programs: by the keys and dialogs that the programs share."""

from dataclasses import replace

import pytest

from automation.commands.do import files
from automation.commands.forms import (
    FileWork,
    Open,
    OpenFile,
    Phrase,
    Reading,
    SaveAs,
    SheetWork,
    Visit,
)
from automation.commands.read.grammar import Clause, Instruction, parse
from automation.commands.words import Quotes
from automation.core.actions import Launch, Shown, WindowTitle
from automation.core.geometry import Rect
from automation.core.proposal import Outcome, Proposal
from tests.fakes.driver import Driver, FakeEntry, FakeMatch, short
from tests.fakes.fake_reader import FakeReader, element, line
from tests.fakes.screens import screen, states, win

MAIN = Rect(0, 0, 900, 600)
NAME = element("Name", "field", Rect(120, 120, 200, 24), states=states("editable", "focused"),
               value="rota.txt")  # fmt: skip


class Menus(FakeReader):
    """A reader of a window that lists its menus."""

    ways = ()

    def menus(self, observation):
        inner = {way[:-1] for way in self.ways}
        role = {True: "menu", False: "menu_item"}
        return [
            tuple(element(name, role[way[: n + 1] in inner]) for n, name in enumerate(way))
            for way in self.ways
        ]


def main(app, *elements, title="rota.txt", ways=(), lines=()):
    window = win(1, title, app, MAIN, is_active=True)
    seen = screen([window], elements, lines)
    reader = Menus(list(elements), list(lines))
    reader.ways = ways
    return replace(seen, reader=reader)


def dialog(title="Save As", *elements):
    asks = win(2, title, "mousepad", Rect(100, 100, 400, 200), is_active=True, is_dialog=True)
    return screen([asks, win(1, "rota.txt", "mousepad", MAIN)], elements or (NAME,))


def phrase_of(words):
    return Phrase(words, (Reading(words), Reading(words.removeprefix("the "))))


def driver(form, seen):
    made = Driver("", seen)
    made.policy._instruction = Instruction((Clause("", (form,), "start", "", "do"),), Quotes(""))
    return made


def sent(made, *screens):
    """Return what is sent, another screen being shown after each step as long as there are any."""
    words, screens = [], list(screens)
    for _ in range(12):
        decision = made.step()
        if not isinstance(decision, Proposal):
            return words, decision
        words.append(short(decision))
        if screens:
            later = screens.pop(0)
            made.seen = later
            made.policy._reader = later.reader
    raise AssertionError(words)


def test_a_name_is_filled_into_the_dialog_and_looked_for_in_the_title():
    made = driver(SaveAs("duty.txt"), main("mousepad"))
    words, end = sent(made, dialog(), dialog(), main("mousepad", title="duty.txt - Mousepad"))
    assert words == [
        "keys ctrl+shift+s", "write 'duty.txt' over", "keys enter", "title duty 5",
    ]  # fmt: skip
    assert end.outcome is Outcome.DONE


def saved(name, tmp_path, monkeypatch, language="en", written=()):
    """Return how a run ends that saves under a name; `written` are the files that the program writes then."""
    monkeypatch.setenv("HOME", str(tmp_path))
    made = driver(SaveAs(name), main("mousepad"))
    made.policy._language = language
    screens = [dialog(), dialog(), main("mousepad", title="duty.txt - Mousepad")]
    for n in range(12):
        decision = made.step()
        if not isinstance(decision, Proposal):
            return decision
        if decision.sentence == "Press Enter":
            for file in written:
                (tmp_path / file).write_text("new")
        if n < len(screens):
            made.seen = screens[n]
            made.policy._reader = made.seen.reader
    raise AssertionError(name)


@pytest.mark.parametrize("name", ["duty.txt", "~/Notes/duty.txt"])
@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Saved as ~/Notes/duty.txt."), ("de", "Gespeichert als ~/Notes/duty.txt.")],
)
def test_the_end_tells_where_a_file_was_saved(tmp_path, monkeypatch, name, language, said):
    (tmp_path / "Notes").mkdir()
    end = saved(name, tmp_path, monkeypatch, language, ["Notes/duty.txt"])
    assert end.outcome is Outcome.DONE
    assert end.message.endswith(f" {said}")


@pytest.mark.parametrize("written", [(), ("A/duty.txt", "B/duty.txt")])
def test_the_end_tells_no_place_where_the_file_is_not_there_or_in_two(
    tmp_path, monkeypatch, written
):
    for folder in "AB":
        (tmp_path / folder).mkdir()
    end = saved("duty.txt", tmp_path, monkeypatch, written=written)
    assert (end.outcome, "Saved" in end.message) == (Outcome.DONE, False)


def test_a_file_that_was_there_before_is_not_told_as_saved(tmp_path, monkeypatch):
    (tmp_path / "duty.txt").write_text("old")
    assert "Saved" not in saved("duty.txt", tmp_path, monkeypatch).message


def test_what_is_only_told_is_no_step_to_come(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    made = driver(SaveAs("duty.txt"), main("mousepad"))
    decision = made.step()
    for seen in (dialog(), dialog(), main("mousepad", title="duty.txt - Mousepad")):
        made.seen = seen
        made.policy._reader = seen.reader
        decision = made.step()
    assert (short(decision), decision.upcoming) == ("title duty 5", ())


def test_the_entry_of_the_menu_is_taken_before_the_keys():
    ways = [("File",), ("File", "Save As...")]
    file = element("File", "menu", Rect(0, 0, 40, 20))
    made = driver(SaveAs("duty.txt"), main("mousepad", file, ways=ways))
    assert made.step().sentence == "Click “File”, then “Save As...”"


def test_nothing_is_typed_where_no_dialog_came_up():
    words, end = sent(driver(SaveAs("duty.txt"), main("mousepad")))
    assert (words, end.outcome) == (["keys ctrl+shift+s"], Outcome.NOT_FOUND)


def test_a_question_that_follows_is_left_to_the_user():
    question = dialog("Replace?", element("Replace", "button"))
    words, end = sent(driver(SaveAs("duty.txt"), main("mousepad")), dialog(), dialog(), question)
    assert words[-1] == "keys enter"
    assert (end.outcome, "Replace?" in end.message) == (Outcome.UNVERIFIED, True)


@pytest.mark.parametrize(
    ("form", "keys"),
    [
        (FileWork("up"), ["keys alt+up"]),
        (FileWork("new_folder", "Bills"), ["keys ctrl+shift+n"]),
        (FileWork("rename", "a.txt", "b.txt"), ["click a.txt", "keys f2"]),
        (
            FileWork("copy", "a.txt", "Bills"),
            ["click a.txt", "copy", "click2 Bills", "paste", "shown a.txt 5", "keys alt+up"],
        ),
        (
            FileWork("move", "a.txt", "Bills"),
            ["click a.txt", "cut", "click2 Bills", "paste", "shown a.txt 5", "keys alt+up"],
        ),
    ],
)
def test_files_are_worked_on_by_the_keys_of_file_managers(form, keys):
    files = [line("a.txt", Rect(200, 200, 60, 16)), line("Bills", Rect(400, 200, 60, 16))]
    words, end = sent(driver(form, main("thunar", title="Documents", lines=files)))
    assert words == keys
    assert end.outcome in (Outcome.DONE, Outcome.NOT_FOUND)  # no dialog comes up on a still screen


def test_without_a_file_manager_nothing_is_done():
    words, end = sent(driver(FileWork("up"), main("mousepad")))
    assert (words, end.outcome) == ([], Outcome.NOT_FOUND)


def page(*more, asks=False, focus=True):
    """A page that lists files, and asks for a name in a dialog of its own."""
    window = win(1, "Shelf - Chromium", "chromium", MAIN, is_active=True)
    names = ("plan.pdf", "tea list.txt", "Old")
    rows = [element(n, "label", Rect(40, 200 + 30 * k, 90, 20)) for k, n in enumerate(names)]
    parts = [
        element(
            "Search",
            "field",
            Rect(600, 20, 200, 24),
            states=states("editable", *(("focused",) if focus else ())),
            value="",
        )
    ]
    if asks:
        parts = [
            element("Name", "dialog", Rect(200, 200, 300, 150)),
            element("Name", "field", Rect(240, 240, 200, 24), states=states("editable", "focused"), value="plan.pdf"),
        ]  # fmt: skip
    return screen([window], [*rows, *parts, *more])


NEW = element("Create folder", "button", Rect(40, 20, 100, 24))
RENAME = element("Rename…", "label", Rect(140, 220, 80, 24))


@pytest.mark.parametrize(
    ("sentence", "screens", "steps"),
    [
        (
            "Make a new folder called Trips",
            [page(NEW), page(NEW, asks=True), page(NEW, asks=True), page(element("Trips", "label"))],
            ["click Create folder", "write 'Trips' over", "keys enter", "shown Trips 5"],
        ),
        (
            "rename plan.pdf to plan 2027.pdf",
            [page(), page(RENAME), page(asks=True), page(asks=True), page()],
            ["right-click plan.pdf", "click Rename…", "write 'plan 2027.pdf' over", "keys enter", "shown plan 2027.pdf 5"],
        ),
        (
            "Benenne tea list.txt in Tee.txt um",
            [page(RENAME), page(RENAME), page(asks=True), page(asks=True), page()],
            ["right-click tea list.txt", "click Rename…", "write 'Tee.txt' over", "keys enter", "shown Tee.txt 5"],
        ),
    ],
)  # fmt: skip
def test_a_page_makes_folders_and_renames_by_its_own_button_or_menu(sentence, screens, steps):
    words, end = sent(Driver(sentence, screens[0]), *screens[1:])
    assert (words, end.outcome) == (steps, Outcome.DONE)


@pytest.mark.parametrize(
    ("sentence", "seen", "steps"),
    [
        ("rename plans.pdf to old.pdf", page(), []),
        ("make a folder called Trips", page(), []),
        ("make a folder called Trips", page(NEW), ["click Create folder"]),
        ("rename plan.pdf to old.pdf", page(), ["right-click plan.pdf"]),
        ("put it in the Old folder", page(), []),
    ],
)
def test_no_name_goes_into_what_does_not_ask_for_one(sentence, seen, steps):
    words, end = sent(Driver(sentence, seen))
    assert (words, end.outcome) == (steps, Outcome.NOT_FOUND)


def test_an_archive_manager_renames_by_its_menu():
    ways = [("Edit",), ("Edit", "Rename...")]
    menu = element("Edit", "menu", Rect(0, 0, 40, 20))
    made = Driver(
        "rename a.txt to b.txt", main("engrampa", menu, element("a.txt", "cell"), ways=ways)
    )
    assert [short(made.step()), made.step().sentence] == [
        "click a.txt",
        "Click “Edit”, then “Rename...”",
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "Copy a.txt and paste it in the Bills folder",
        "copy the file a.txt, then put it in the folder Bills",
        "kopiere a.txt und füge sie in den Ordner Bills ein",
        "Cut a.txt and paste it into the Bills directory",
        "schneide a.txt aus und lege sie in den Ordner Bills",
    ],
)
def test_a_file_is_pasted_into_a_folder(sentence):
    files = [line("a.txt", Rect(200, 200, 60, 16)), line("Bills", Rect(400, 200, 60, 16))]
    words, end = sent(Driver(sentence, main("nemo", title="Documents", lines=files)))
    takes = "copy" if "op" in sentence else "cut"
    assert (words, end.outcome) == (["click a.txt", takes, "click2 Bills", "paste"], Outcome.DONE)


def test_a_new_name_is_looked_for_in_the_list():
    made = driver(FileWork("new_folder", "Bills"), main("thunar", title="Documents"))
    shown = main("thunar", title="Documents", lines=[line("Bills")])
    words, _ = sent(made, dialog("New Folder"), dialog("New Folder"), shown)
    assert words[-1] == "shown Bills 5"
    assert isinstance(made.steps[-1].action, Shown)


def test_an_address_goes_into_the_bar_of_the_browser():
    bar = element("Address", "field", Rect(100, 0, 300, 24), states=states("editable", "focused"))
    words, _ = sent(driver(Visit("example.org"), main("chromium", bar)))
    assert words == ["keys ctrl+l", "write 'example.org' over", "keys enter"]


def test_the_named_program_is_started_before_it_is_told_where_to_go():
    form = Visit("example.org", Phrase("Mousepad", (Reading("Mousepad"),)))
    step = driver(form, main("xterm")).step()
    assert step.intent == Launch("mousepad.desktop", "Mousepad")


SHEET = [
    ("Sheet", "Insert Rows"),
    ("Sheet", "Insert Rows", "Rows Above"),
    ("Sheet", "Rename Sheet..."),
    ("Sheet", "Delete Columns"),
    ("Format", "Rows", "Hide"),
    ("Format", "Columns", "Hide"),
]


@pytest.mark.parametrize(
    ("at", "cell"), [("row 4", "A4"), ("4", "A4"), ("line 4", "A4"), ("April", "April")]
)
def test_a_row_is_put_in_above_a_cell_of_it(at, cell):
    form = SheetWork("insert_row", Phrase(at, (Reading(at),)))
    cells = [element(name, "cell") for name in ("A4", "April")]
    menu = element("Sheet", "menu", Rect(0, 0, 40, 20))
    made = driver(form, main("soffice.bin", *cells, menu, ways=SHEET))
    assert short(made.step()) == f"click {cell}"
    assert made.step().leads_to == ("Insert Rows", "Rows Above")


@pytest.mark.parametrize(
    ("sentence", "cell", "way"),
    [
        ("hide column D", "D1", ("Columns", "Hide")),
        ("please hide the whole column d", "D1", ("Columns", "Hide")),
        ("hide the D column", "D1", ("Columns", "Hide")),
        ("Blende die Spalte D aus", "D1", ("Columns", "Hide")),
        ("hide row 5", "A5", ("Rows", "Hide")),
        ("Zeile 5 ausblenden", "A5", ("Rows", "Hide")),
        ("delete column D", "D1", ("Delete Columns",)),
        ("Spalte D löschen", "D1", ("Delete Columns",)),
        ("rename the sheet to June", "", ("Rename Sheet...",)),
        ("rename this sheet to June, please", "", ("Rename Sheet...",)),
        ("name the sheet June", "", ("Rename Sheet...",)),
        ("Benenne das Blatt in Juni um", "", ("Rename Sheet...",)),
    ],
)
def test_rows_columns_and_sheets_are_worked_on_by_the_entries_of_the_program(sentence, cell, way):
    cells = [
        element(name, "cell", Rect(9, 60 + 20 * n, 40, 18)) for n, name in enumerate(("A5", "D1"))
    ]
    bar = [
        element(name, "menu", Rect(60 * n, 0, 50, 20)) for n, name in enumerate(("Sheet", "Format"))
    ]
    made = Driver(sentence, main("soffice.bin", *cells, *bar, ways=SHEET))
    if cell:
        assert short(made.step()) == f"click {cell}"
    assert made.step().leads_to == way


@pytest.mark.parametrize("sentence", ["hide column D", "hide the toolbar", "hide row 5"])
def test_nothing_is_hidden_where_no_entry_offers_it(sentence):
    words, end = sent(Driver(sentence, main("soffice.bin", ways=SHEET[:4])))
    assert (words, end.outcome is Outcome.DONE) == ([], False)


def test_a_program_that_lists_no_such_entry_is_told():
    words, end = sent(driver(SheetWork("delete_row"), main("soffice.bin", ways=SHEET)))
    assert (words, end.outcome) == ([], Outcome.NOT_FOUND)


@pytest.mark.parametrize(
    ("sentence", "first"),
    [
        ("open tea list.txt as well", "Click “File”, then “Open...”"),
        ("Open tea list.txt", "Click “File”, then “Open...”"),
        ("Öffne tea list.txt", "Click “File”, then “Open...”"),
        ("open elsewhere.txt", "Click “File”, then “Open...”"),
        ("open twice.txt", ""),
        ("open example.org", ""),
        ("open tea list", ""),
    ],
)
def test_an_editor_opens_a_file_that_is_there_once(tmp_path, monkeypatch, sentence, first):
    monkeypatch.setenv("HOME", str(tmp_path))
    for folder in "AB":
        (tmp_path / folder).mkdir()
    for file in ("A/tea list.txt", "A/twice.txt", "B/twice.txt"):
        (tmp_path / file).write_text("")
    menu = element("File", "menu", Rect(0, 0, 40, 20))
    text = element(
        "", "field", Rect(0, 60, 900, 400), states=states("editable", "multi_line"), value=""
    )
    ways = [("File",), ("File", "Open...")]
    step = Driver(sentence, main("mousepad", menu, text, ways=ways)).step()
    assert getattr(step, "sentence", "") == first
    assert first or step.outcome in (Outcome.NOT_FOUND, Outcome.AMBIGUOUS)
    bare = Driver(sentence, main("drawing", menu, ways=ways)).step()
    assert bare.outcome is Outcome.NOT_FOUND


def test_files_are_found_by_their_names(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = tmp_path / "Documents"
    folder.mkdir()
    for file in (folder / "letter.txt", tmp_path / "twice.txt", folder / "twice.txt"):
        file.write_text("")
    assert files.files_called("Letter.txt") == [folder / "letter.txt"]
    assert files.files_called("letter") == [folder / "letter.txt"]
    assert files.files_called("~/Documents/letter.txt") == [folder / "letter.txt"]
    assert files.files_called("nothing.txt") == []
    words, end = sent(driver(OpenFile("twice.txt"), main("mousepad")))
    assert (words, end.outcome) == ([], Outcome.AMBIGUOUS)
    made = driver(OpenFile("letter.txt"), main("mousepad"))
    told = sent(made, dialog("Open"), dialog("Open"), main("mousepad", title="letter.txt"))[0]
    assert told == [
        "keys ctrl+o", f"write {str(folder / 'letter.txt')!r} over", "keys enter", "title letter 5",
    ]  # fmt: skip
    assert isinstance(made.steps[-1].action, WindowTitle)


@pytest.mark.parametrize(
    ("likenesses", "started"), [((3,), True), ((3, 5), True), ((3, 3), False), ((), False)]
)
def test_the_only_program_that_fits_best_is_opened(likenesses, started):

    made = driver(Open(Phrase("text editor", (Reading("text editor"),))), main("xterm"))
    fits = [FakeMatch(FakeEntry(f"p{n}.desktop", f"P{n}"), n) for n in likenesses]
    made.policy._apps.find = lambda name: fits
    assert (getattr(made.step(), "intent", None) == Launch("p3.desktop", "P3")) is started


def test_a_window_is_opened_by_the_entry_that_is_called_so():
    menu = element("Search", "menu", Rect(0, 0, 40, 20))
    seen = main("mousepad", menu, ways=[("Search",), ("Search", "Find and Replace...")])
    made = driver(Open(phrase_of("the find and replace window")), seen)
    assert made.step().leads_to == ("Find and Replace...",)


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Save it under the new name party_final.txt", "party_final.txt"),
        ("save this under a different name: party.txt", "party.txt"),
        ("save the file with the file name party.txt", "party.txt"),
        ("save it as a new file called party.txt", "party.txt"),
        ("save it as name list.txt", "name list.txt"),
        ("Speicher es unter dem neuen Namen fest.txt", "fest.txt"),
        ("unter neuem Namen fest.txt speichern", "fest.txt"),
        # These are no names, or say more than one.
        ("save it under a new name", None),
        ("save it as a PDF", None),
        ("save it as party.txt on the desktop", None),
        ("save it as party.txt instead of notice.txt", None),
        ("Speichere die Datei unter einem anderen Namen", None),
    ],
)
def test_a_file_is_saved_under_the_name_alone(said, name):
    named = [f.name for c in parse(said).clauses for f in c.forms if isinstance(f, SaveAs)]
    assert named == ([name] if name else [])


def test_a_file_gets_the_new_name_alone():
    form = parse("rename notice.txt to the new name party.txt").clauses[0].forms[0]
    assert form == FileWork(op="rename", name="notice.txt", to="party.txt")
