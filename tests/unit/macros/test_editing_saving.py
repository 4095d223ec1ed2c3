"""A save on its way while the macro is edited further: what each of both keeps, and what a kill leaves."""

import pytest

from automation.core.errors import MacroError
from automation.macros import codec
from automation.macros.codec import write
from automation.macros.edit import draft_file as drafts
from automation.macros.edit.draft_file import FOLDER, LOG
from automation.macros.edit.tree import Spot
from automation.macros.macro import Click, Target
from automation.macros.macro_files import FileError
from tests.fakes.macro_samples import png

NAME = "One"


@pytest.fixture
def session(opened):
    return opened()


def killed(session):
    """Let go of a session as a kill does: what its draft says stays as it is."""
    log = session.folder / FOLDER / LOG
    data = log.read_bytes()
    session.close()
    log.parent.mkdir(mode=0o700, exist_ok=True)
    log.write_bytes(data)


def said(macro):
    return [step.comment or step.id for step in macro.steps]


def on_disk(library, name=NAME):
    return said(library.open(name).macro)


def recovered(opened, name=NAME):
    """Open it again; return what it says, how much of that the draft brought, and what undo leaves."""
    session = opened(name)
    found = said(session.document.macro), session.note[:16]
    while session.document.can_undo:
        session.document.undo()
    return *found, said(session.document.macro)


def test_a_save_writes_what_stood_when_it_began_and_the_next_one_the_rest(session, library):
    session.document.comment("a", "First")
    saving = session.saving()
    session.document.comment("b", "Second")
    assert session.is_saving
    session.take_saved(saving())
    assert not session.is_saving
    assert not session.is_saved
    assert on_disk(library) == ["First", "b"]
    assert said(session.saved) == ["First", "b"]
    session.save()
    assert session.is_saved
    assert on_disk(library) == ["First", "Second"]


def test_an_edit_during_a_save_is_an_undo_of_its_own(session):
    session.document.comment("a", "Fir")
    saving = session.saving()
    session.document.comment("a", "First")
    session.take_saved(saving())
    session.document.undo()
    assert said(session.document.macro) == ["Fir", "b"]
    assert session.is_saved


@pytest.mark.parametrize("is_edited_before", [True, False])
@pytest.mark.parametrize("is_taken", [True, False])
def test_a_kill_after_the_file_was_written_brings_back_what_came_since(
    opened, session, library, is_taken, is_edited_before
):
    before = "First" if is_edited_before else "a"
    if is_edited_before:
        session.document.comment("a", "First")
    saving = session.saving()
    session.document.comment("b", "Second")
    saved = saving()
    if is_taken:
        session.take_saved(saved)
    assert b'"whole"' not in (session.folder / FOLDER / LOG).read_bytes(), "10,000 steps again"
    killed(session)
    assert on_disk(library) == [before, "b"]
    assert recovered(opened) == ([before, "Second"], "1 edit was recov", [before, "b"])


def test_a_kill_before_the_file_was_written_brings_back_all(opened, session):
    session.document.comment("a", "First")
    session.saving()
    session.document.comment("b", "Second")
    killed(session)
    assert recovered(opened) == (["First", "Second"], "2 edits were rec", ["a", "b"])


def test_edits_of_several_saves_in_one_draft_come_back_once(opened, session):
    for comment in ("First", "Second", "Third"):
        session.document.comment("a", comment)
        saving = session.saving()
        session.document.comment("b", comment)
        session.take_saved(saving())
    killed(session)
    assert recovered(opened) == (["Third", "Third"], "1 edit was recov", ["Third", "Second"])


@pytest.mark.parametrize("is_taken", [True, False])
def test_a_draft_that_is_written_anew_during_a_save_fits_both_files(
    opened, session, library, is_taken, monkeypatch
):
    monkeypatch.setattr(drafts, "_GROWTH_BYTES", 1)
    session.document.comment("a", "First")
    monkeypatch.setattr(session._draft, "_bound", 1)
    saving = session.saving()
    session.document.comment("b", "Second")
    assert (session.folder / FOLDER / LOG).read_bytes().count(b'"whole"') == 1
    session.document.comment("b", "Third")
    saved = saving()
    if is_taken:
        session.take_saved(saved)
    killed(session)
    assert on_disk(library) == ["First", "b"]
    found, _note, undone = recovered(opened)
    assert (found, undone) == (["First", "Third"], ["First", "b"])


def test_a_save_that_could_not_be_noted_keeps_later_edits_too(opened, session, monkeypatch):
    session.document.comment("a", "First")
    append = session._draft.append

    def refuse(_line):
        raise FileError(session.folder, "write", OSError(28, "No space left on device"))

    monkeypatch.setattr(session._draft, "append", refuse)
    saving = session.saving()
    monkeypatch.setattr(session._draft, "append", append)
    session.document.comment("b", "Second")
    session.take_saved(saving())
    killed(session)
    assert recovered(opened) == (["First", "Second"], "1 edit was recov", ["First", "b"])


def test_edits_that_were_not_safe_are_written_once_the_save_is_done(opened, session, monkeypatch):
    session.document.comment("a", "First")
    saving = session.saving()
    append = session._draft.append

    def refuse(_line):
        raise FileError(session.folder, "write", OSError(28, "No space left on device"))

    monkeypatch.setattr(session._draft, "append", refuse)
    session.document.comment("b", "Second")
    assert session.trouble
    monkeypatch.setattr(session._draft, "append", append)
    session.take_saved(saving())
    assert not session.trouble
    killed(session)
    assert recovered(opened) == (["First", "Second"], "1 edit was recov", ["First", "b"])


def test_a_damaged_line_behind_a_save_is_kept_aside_and_told(opened, session):
    session.document.comment("a", "First")
    session.saving()()
    log = session.folder / FOLDER / LOG
    with log.open("ab") as file:
        file.write(b"00000000 damaged\nand more\n")
    killed(session)
    again = opened()
    assert said(again.document.macro) == ["First", "b"]
    assert "the draft was damaged" in again.note


def test_what_cannot_be_saved_stays_with_all_edits(opened, session, library, monkeypatch):
    def no_room(*_given, **_more):
        raise MacroError("no room")

    monkeypatch.setattr(library, "save", no_room)
    session.document.comment("a", "First")
    saving = session.saving()
    session.document.comment("b", "Second")
    with pytest.raises(MacroError, match="no room"):
        saving()
    session.give_up_saving()
    assert not session.is_saving
    session.document.comment("b", "Third")
    killed(session)
    assert recovered(opened)[0] == ["First", "Third"]


def test_a_save_that_is_tried_again_brings_back_what_came_since_the_last_time(opened, session):
    session.document.comment("a", "First")
    session.saving()
    session.give_up_saving()
    session.document.comment("b", "Second")
    session.document.undo()
    saving = session.saving()
    session.document.comment("b", "Third")
    saving()
    killed(session)
    assert recovered(opened) == (["First", "Third"], "1 edit was recov", ["First", "b"])


def test_there_is_one_save_at_a_time(session):
    session.saving()
    with pytest.raises(AssertionError):
        session.saving()
    session.give_up_saving()
    session.save()


def test_a_name_that_is_given_during_a_save_is_kept(session, library):
    session.document.comment("a", "First")
    saving = session.saving()
    library.rename(session.folder, "Other")
    session.take_saved(saving())
    assert session.is_saved
    assert session.document.macro.name == "Other"
    assert on_disk(library, "Other") == ["First", "b"]


def test_a_save_brings_the_texts_that_it_made_and_none_are_made_beside_it(session, monkeypatch):
    session.document.set_off(["a", "b"], True)
    saving = session.saving()
    assert not session.write_some()
    made, real = [], codec.emit_item
    monkeypatch.setattr(codec, "emit_item", lambda item: made.append(item) or real(item))
    session.take_saved(saving())
    assert len(made) == 2
    assert session.write_some()
    session.save_as("Copy")
    assert len(made) == 2


def test_edits_during_a_save_under_another_name_belong_to_that(opened, session, library):
    session.document.comment("a", "First")
    path = session.add_image(png(8, 8, 1))
    session.document.insert([Click(id="c", target=Target(image=path))], Spot(index=2))
    first = session.folder
    saved = session.saving_as("Two")()
    session.document.comment("b", "Second")
    later = session.add_image(png(8, 8, 2))
    session.document.insert([Click(id="d", target=Target(image=later))], Spot(index=3))
    session.take_saved(saved)
    assert on_disk(library) == ["a", "b"]
    assert on_disk(library, "Two") == ["First", "b", "c"]
    assert (session.folder, session.document.macro.name) == (library.folder("Two"), "Two")
    assert session.image(path) == png(8, 8, 1)
    assert session.image(later) == png(8, 8, 2)
    assert not (first / FOLDER).exists()
    killed(session)
    assert recovered(opened, "Two")[0] == ["First", "Second", "c", "d"]


def test_a_copy_whose_later_edits_cannot_be_kept_leaves_them_with_the_first(
    opened, session, monkeypatch
):
    session.document.comment("a", "First")
    saving = session.saving_as("Two")
    session.document.comment("b", "Second")
    saved = saving()

    def refuse(_macro):
        raise FileError(session.folder, "write", OSError(28, "No space left on device"))

    monkeypatch.setattr(saved.draft, "rewrite", refuse)
    session.take_saved(saved)
    assert "not safe" in session.trouble
    assert recovered(opened)[0] == ["First", "Second"]


def test_the_file_is_the_same_as_any_other_writer_makes(session, library):
    session.document.comment("a", "First")
    session.take_saved(session.saving()())
    data = (session.folder / "macro.yaml").read_bytes()
    assert data == write(session.saved)
    assert library.open(NAME).macro == session.saved


def test_what_is_taken_back_to_what_was_saved_before_is_not_saved_during_a_save(session, library):
    session.document.comment("a", "First")
    saving = session.saving()
    session.document.undo()
    assert not session.is_saved
    session.take_saved(saving())
    assert not session.is_saved
    assert on_disk(library) == ["First", "b"]


def test_a_save_of_the_very_same_leaves_it_saved(session):
    session.saving()
    assert session.is_saved
    session.document.comment("a", "First")
    assert not session.is_saved
    session.give_up_saving()
    session.document.undo()
    assert session.is_saved


def test_what_is_taken_back_during_a_save_that_nobody_waited_for_is_kept(opened, session):
    session.document.comment("a", "First")
    saving = session.saving()
    session.document.undo()
    saving()
    session.close()
    assert recovered(opened) == (["a", "b"], "1 edit was recov", ["First", "b"])
