"""A macro open for editing: what is saved, what a draft brings back, and what is never written over."""

import hashlib
import os
import stat

import msgspec
import pytest

from automation.core.errors import MacroError
from automation.macros import codec
from automation.macros.edit import draft_file
from automation.macros.edit import draft_file as drafts
from automation.macros.edit.draft_file import FOLDER, LOG
from automation.macros.edit.session import Conflict, EditSession
from automation.macros.edit.tree import Spot
from automation.macros.macro import Click, Group, Macro, Param, Target, Type, Wait
from automation.macros.macro_files import OpenForEditing
from tests.fakes.macro_samples import png

NAME = "One"


def killed(session):
    """Let go of a session as a kill does: no flush, no clearing up."""
    log = session.folder / FOLDER / LOG
    held = {one.name: one.read_bytes() for one in log.parent.iterdir() if one.is_file()}
    session.close()
    log.parent.mkdir(mode=0o700, exist_ok=True)
    for name, data in held.items():
        (log.parent / name).write_bytes(data)


def no_room(*_given, **_more):
    raise MacroError("no room")


def said(session):
    return [step.comment or step.id for step in session.document.macro.steps]


def test_edits_that_were_not_saved_come_back_and_can_be_undone(opened):
    first = opened()
    first.document.comment("a", "Draft")
    first.document.remove(["b"])
    first.document.insert([Group(id="g", title="", steps=(Wait(id="c"),))], Spot())
    first.document.undo()
    first.document.redo()
    assert not first.is_saved
    first.close()
    again = opened()
    assert "5 edits were recovered that had not been saved" in again.note
    assert again.document.macro == first.document.macro
    assert not again.is_saved
    for _ in range(5):
        again.document.undo()
    assert (said(again), again.document.can_undo) == (["a", "b"], False)
    assert again.is_saved


def test_a_draft_is_private_and_goes_when_it_is_saved_or_not_wanted(opened):
    session = opened()
    session.document.comment("a", "Draft")
    session.add_image(png())
    folder = session.folder / FOLDER
    modes = {stat.S_IMODE(one.stat().st_mode) for one in folder.rglob("*") if one.is_file()}
    assert modes == {0o600}
    assert {stat.S_IMODE(one.stat().st_mode) for one in (folder, folder / "img")} == {0o700}
    session.save()
    assert sorted(one.name for one in folder.iterdir()) == ["img", "lock"]
    session.close()
    assert not folder.exists()
    session = opened()
    session.document.comment("a", "Other")
    session.discard()
    assert not folder.exists()
    assert said(opened()) == ["Draft", "b"]


def test_a_macro_is_edited_in_one_window_at_a_time(opened, library):
    session = opened()
    with pytest.raises(MacroError, match="is open for editing in another window"):
        EditSession(library, NAME)
    session.close()
    assert opened().note == ""


def test_a_file_that_was_changed_meanwhile_is_not_written_over(opened, library):
    session = opened()
    session.document.comment("a", "Mine")
    file = session.folder / "macro.yaml"
    file.write_text(file.read_text().replace("id: b", "id: hand"))
    with pytest.raises(Conflict, match=r"was changed since it was opened here.*another name"):
        session.save()
    assert "hand" in file.read_text()
    folder = session.save_as("Two")
    assert (session.is_saved, session.folder, session.document.macro.name) == (True, folder, "Two")
    assert said(session) == ["Mine", "b"]
    assert [step.id for step in library.open(NAME).macro.steps] == ["a", "hand"]
    assert opened().note == "", "the edits are those of the other macro"
    session.document.comment("b", "More")
    session.save()
    assert library.open("Two").macro.steps[1].comment == "More"


def test_a_macro_with_a_double_is_saved_in_its_own_folder_and_one_that_is_gone_nowhere(
    opened, library, tmp_path
):
    session = opened()
    session.document.comment("a", "Mine")
    twin = tmp_path / "macros" / "a-twin"
    twin.mkdir()
    (twin / "macro.yaml").write_bytes((session.folder / "macro.yaml").read_bytes())
    assert session.save() == tmp_path / "macros" / "one"
    assert library.open_at(session.folder).macro.steps[0].comment == "Mine"
    session.document.comment("b", "More")
    (session.folder / "macro.yaml").unlink()
    with pytest.raises(Conflict, match="not in its folder any more"):
        session.save()
    assert not any(step.comment for step in library.open_at(twin).macro.steps)


def test_edits_go_along_with_another_name(opened, library):
    session = opened()
    session.document.comment("a", "Mine")
    library.rename(session.folder, "Uno")
    assert session.take_rename()
    assert not session.take_rename()
    assert (session.document.macro.name, said(session)) == ("Uno", ["Mine", "b"])
    session.save()
    kept = library.open_at(session.folder).macro
    assert (kept.name, kept.steps[0].comment) == ("Uno", "Mine")
    session.document.undo()
    assert session.document.macro.name == "Uno"


def test_a_name_that_nobody_told_of_is_taken_when_it_is_saved(opened, library):
    session = opened()
    session.document.comment("a", "Mine")
    library.rename(session.folder, "Uno")
    session.save()
    kept = library.open_at(session.folder).macro
    assert (kept.name, kept.steps[0].comment) == ("Uno", "Mine")


def test_another_name_is_taken_only_where_nothing_else_is_other(opened, library):
    session = opened()
    session.document.comment("a", "Mine")
    file = session.folder / "macro.yaml"
    library.rename(session.folder, "Uno")
    file.write_text(file.read_text().replace("id: b", "id: hand"))
    assert not session.take_rename()
    with pytest.raises(Conflict, match="was changed since it was opened here"):
        session.save()
    assert session.document.macro.name == NAME


def test_a_file_that_was_refused_is_not_read_again_before_it_changes(opened, library, monkeypatch):
    session = opened()
    file = session.folder / "macro.yaml"
    before = file.read_text()
    file.write_text(before.replace("id: b", "id: hand"))
    assert not session.take_rename()
    read = []
    real = library.open_at
    monkeypatch.setattr(library, "open_at", lambda *args: read.append(args) or real(*args))
    assert not session.take_rename()
    assert read == []
    file.write_text(before)
    library.rename(session.folder, "Uno")
    assert session.take_rename()
    assert read


def test_what_was_found_before_a_save_is_not_taken_after_it(opened, library):
    session = opened()
    look = session.rename_look()
    library.rename(session.folder, "Uno")
    found = look()
    session.save()
    library.rename(session.folder, "Due")
    assert not session.take_rename(found)
    assert session.take_rename()
    assert session.document.macro.name == "Due"


def test_a_copy_under_another_name_is_written_from_what_was_written_before(opened, monkeypatch):
    session, made = opened(), []
    session.save()
    monkeypatch.setattr(codec, "emit_item", made.append)
    session.save_as("Copy")
    assert made == []


def test_edits_that_wait_on_the_disk_outlive_another_name(opened, library):
    first = opened()
    first.document.comment("a", "Mine")
    folder = first.folder
    first.close()
    library.rename(folder, "Uno")
    again = opened("Uno")
    assert "1 edit was recovered" in again.note
    assert (again.document.macro.name, said(again)) == ("Uno", ["Mine", "b"])


def test_a_macro_that_is_open_for_editing_is_not_removed(opened, library):
    session = opened()
    session.document.comment("a", "Mine")
    with pytest.raises(OpenForEditing, match="close it there first"):
        library.remove(session.folder)
    session.close()
    kept = library.remove(session.folder)
    assert not session.folder.exists()
    assert "Mine" in (kept / FOLDER / LOG).read_text()


def test_a_draft_of_another_content_is_kept_aside_and_told(opened):
    session = opened()
    session.document.comment("a", "Draft")
    session.close()
    file = session.folder / "macro.yaml"
    laid_out = f"# by hand\n{file.read_text()}"
    file.write_text(laid_out)
    same = opened()
    assert said(same) == ["Draft", "b"], "what the file means is the same"
    same.close()
    file.write_text(laid_out.replace("seconds: 2", "seconds: 3"))
    other = opened()
    assert "changed since, by other means; they are kept in" in other.note
    assert (said(other), other.is_saved) == (["a", "b"], True)
    kept = other.folder / ".draft-kept-1" / LOG
    assert "Draft" in kept.read_text()
    other.document.comment("b", "More")
    other.close()
    assert said(opened()) == ["a", "More"]


def test_a_kill_after_saving_brings_nothing_back(opened):
    session = opened()
    session.document.comment("a", "Saved")
    begin_anew = session._draft.begin_anew
    session._draft.begin_anew = lambda _digest: None  # where the kill comes
    session.save()
    killed(session)
    session._draft.begin_anew = begin_anew
    again = opened()
    assert (again.note, said(again), again.is_saved) == ("", ["Saved", "b"], True)
    assert not (again.folder / FOLDER / LOG).exists()


def test_a_kill_before_saving_brings_all_back(opened, library, monkeypatch):
    session = opened()
    session.document.comment("a", "Draft")
    monkeypatch.setattr(library, "save", no_room)
    with pytest.raises(MacroError, match="no room"):
        session.save()
    session.document.comment("b", "More")
    session.close()
    assert said(opened()) == ["Draft", "More"]


def test_a_full_disk_while_saving_tears_no_draft(opened, library, monkeypatch):
    session = opened()
    session.document.comment("a", "One")
    monkeypatch.setattr(library, "save", no_room)
    whole = os.write

    def full(descriptor, data):
        whole(descriptor, bytes(data[:20]))
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(MacroError, match="no room"):
        session.save()
    monkeypatch.setattr(os, "write", whole)
    session.document.comment("b", "Two")
    session.close()
    assert said(opened()) == ["One", "Two"]


def test_edits_that_come_to_nothing_leave_no_draft(opened):
    session = opened()
    session.document.comment("a", "x")
    session.document.undo()
    killed(session)
    again = opened()
    assert (again.note, again.is_saved, again.document.can_undo) == ("", True, False)
    again.close()
    assert not (again.folder / FOLDER).exists()


def test_pictures_are_safe_before_their_step_and_saved_with_it(opened, library):
    session = opened()
    path = session.add_image(png(level=9), "Amount")
    unused = session.add_image(png(level=10))
    session.document.insert([Click(id="c", target=Target(image=path))], Spot())
    session.close()
    again = opened()
    assert again.image(path) == png(level=9)
    again.save()
    assert library.open(NAME).image(path) == png(level=9)
    assert not (library.folder(NAME) / unused).exists()
    with pytest.raises(MacroError, match="is no PNG"):
        again.add_image(b"no picture")


@pytest.fixture
def picked_twice(opened, library):
    """Return a session whose step had a picture when it was opened, then got two others."""
    steps = (Click(id="c", target=Target(image="img/first.png")),)
    library.save(Macro(deskhand=1, name=NAME, steps=steps), {"img/first.png": png(level=1)})
    session = opened()
    for level in (2, 3):
        path = session.add_image(png(level=level))
        session.document.change(Click(id="c", target=Target(image=path)))
        session.document.close_edit()
    return session


def shown(kept):
    return kept.image(kept.macro.steps[0].target.image)


def test_pictures_that_undo_names_again_can_be_saved_after_a_save(picked_twice, library):
    picked_twice.save()
    picked_twice.document.undo()
    picked_twice.save()
    assert shown(library.open(NAME)) == png(level=2)
    picked_twice.document.undo()
    picked_twice.save()
    assert shown(library.open(NAME)) == png(level=1)
    folder = picked_twice.folder / FOLDER
    picked_twice.close()
    assert not folder.exists()


def test_pictures_that_undo_names_again_come_along_to_another_name(picked_twice, library):
    picked_twice.save_as("Two")
    for level in (2, 1):
        picked_twice.document.undo()
        picked_twice.save()
        assert shown(library.open("Two")) == png(level=level)


def test_a_draft_that_cannot_be_kept_aside_says_what_to_do(opened, monkeypatch):
    monkeypatch.setattr(draft_file, "_MOST_KEPT", 2)
    session = opened()
    session.document.comment("a", "x")
    session.close()
    log = session.folder / FOLDER / LOG
    log.write_bytes(b"no draft at all\n")
    (session.folder / ".draft-kept-1").mkdir()
    with pytest.raises(MacroError, match=r"1 drafts.*move or delete the folders .draft-kept-"):
        opened()
    assert log.read_bytes() == b"no draft at all\n"


def test_recorded_steps_come_with_their_pictures_and_parameters_as_one_edit(opened, library):
    session = opened()
    target = Target(name="Save", image="img/save-1.png", press=(1, 1))
    steps = (
        Click(id="a", target=target),
        Group(id="g", title="", steps=(Click(id="s", target=target),)),
    )
    typed = Type(id="t", text="{{secret}}")
    given = session.insert(
        (*steps, typed),
        {"img/save-1.png": png()},
        session.document.end(),
        params={"secret": Param(type="secret")},
    )
    assert given == ("a-2", "g", "t")
    path = session.document.step("s").target.image
    assert path == session.document.step("a-2").target.image
    assert path.startswith("img/save-")
    assert session.image(path) == png()
    session.save()
    assert library.open(NAME).macro.params == {"secret": Param(type="secret")}
    session.document.undo()
    assert (said(session), session.document.macro.params) == (["a", "b"], {})


@pytest.mark.parametrize("cut", [1, 10, 200])
def test_a_line_that_was_cut_off_is_left_out_and_the_draft_goes_on(opened, cut):
    session = opened()
    session.document.comment("a", "Whole")
    session.document.comment("b", "Torn " * 60)
    session.close()
    log = session.folder / FOLDER / LOG
    os.truncate(log, log.stat().st_size - cut)
    again = opened()
    assert said(again) == ["Whole", "b"]
    again.document.comment("b", "Other")
    again.close()
    assert said(opened()) == ["Whole", "Other"]


def test_damage_in_the_middle_is_told_and_kept(opened):
    session = opened()
    for n in range(4):
        session.document.comment("a", f"Number {n}")
    session.close()
    log = session.folder / FOLDER / LOG
    damaged = log.read_bytes().replace(b"Number 2", b"Number X")
    log.write_bytes(damaged)
    again = opened()
    assert said(again) == ["Number 1", "b"]
    assert "could not be read is kept in" in again.note
    assert (again.folder / ".draft-kept-1" / LOG).read_bytes() == damaged
    log.write_bytes(b"no draft at all\n")
    again.close()


@pytest.mark.parametrize("data", [b"no draft at all\n", b"\0" * 100, b"00000000 {}\n"])
def test_a_draft_that_is_none_is_kept_aside(opened, data):
    session = opened()
    session.document.comment("a", "x")
    session.close()
    (session.folder / FOLDER / LOG).write_bytes(data)
    again = opened()
    assert (said(again), again.is_saved) == (["a", "b"], True)
    assert "cannot be read; they are kept in" in again.note
    assert (again.folder / ".draft-kept-1" / LOG).read_bytes() == data


def test_no_link_is_followed(opened, tmp_path):
    session = opened()
    session.document.comment("a", "x")
    session.close()
    log, away = session.folder / FOLDER / LOG, tmp_path / "away"
    away.write_bytes(log.read_bytes())
    log.unlink()
    log.symlink_to(away)
    before = hashlib.sha256(away.read_bytes()).digest()
    with pytest.raises(MacroError, match="cannot read"):
        opened()
    log.unlink()
    log.parent.joinpath("lock").unlink()
    log.parent.rmdir()
    log.parent.symlink_to(tmp_path)
    with pytest.raises(MacroError, match="it is a link"):
        opened()
    assert hashlib.sha256(away.read_bytes()).digest() == before


def test_a_long_draft_is_written_anew_as_one_line(opened, monkeypatch):
    monkeypatch.setattr(drafts, "_GROWTH_BYTES", 20_000)
    session = opened()
    log = session.folder / FOLDER / LOG
    sizes = []
    for n in range(100):
        session.document.comment("a", f"{n} " * 300)
        session.document.close_edit()
        sizes.append(log.stat().st_size)
    assert max(sizes) < 25_000
    session.document.comment("b", "Last")
    session.close()
    again = opened()
    assert again.document.macro == session.document.macro
    while again.document.can_undo:
        again.document.undo()
    assert said(again) == ["a", "b"]


def test_a_full_disk_is_told_and_the_draft_is_whole_once_there_is_room(opened, monkeypatch):
    session = opened()
    session.document.comment("a", "One")
    whole = os.write

    def full(descriptor, data):
        whole(descriptor, bytes(data[:20]))
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    session.document.comment("b", "Two")
    assert "not safe before the macro is saved: cannot write" in session.trouble
    assert "No space left" in session.trouble
    monkeypatch.setattr(os, "write", whole)
    assert said(session) == ["One", "Two"]
    session.document.remove(["a"])
    assert session.trouble == ""
    session.close()
    assert said(opened()) == ["Two"]


def test_steps_with_one_id_are_told_apart_when_they_are_opened(opened):
    session = opened()
    file = session.folder / "macro.yaml"
    session.close()
    file.write_text(file.read_text().replace("id: b", "id: a"))
    again = opened()
    assert [step.id for step in again.document.macro.steps] == ["a", "a-2"]
    assert "steps that had one id (“a”)" in again.note
    assert not again.is_saved
    again.document.comment("a-2", "Second")
    again.close()
    assert said(opened()) == ["a", "Second"]


def test_a_draft_that_does_not_fit_is_kept_and_the_rest_recovered(opened):
    session = opened()
    session.document.comment("a", "Fits")
    session.document.comment("b", "Not")
    session.close()
    log = session.folder / FOLDER / LOG
    lines = [line for line, _end in drafts.decode(log.read_bytes())]
    odd = msgspec.structs.replace(lines[2].done.parts[0], steps=(Wait(id="nowhere"),))
    lines[2] = drafts.Line(done=msgspec.structs.replace(lines[2].done, parts=(odd,)))
    log.write_bytes(b"".join(map(drafts.encode, lines)))
    again = opened()
    assert said(again) == ["Fits", "b"]
    assert "the rest does not fit" in again.note
    assert (again.folder / ".draft-kept-1" / LOG).exists()
    again.document.comment("b", "Goes on")
    again.close()
    assert said(opened()) == ["Fits", "Goes on"]


OF_A_LOG_OF_OPERATIONS = (
    b'009df716 {"base":"06c5c018ad90caf0b400c992caed8b093afbbbcc3597024684f24866d14a7122"}'
    b"\n"
    b'407f7f43 {"done":{"words":"Add 2 steps","parts":[{"of":"list","block":"","branch":"s'
    b'teps","pieces":[[0,0,[{"do":"wait","id":"c","seconds":3.0},{"do":"wait","id":"d","se'
    b'conds":4.0}]]]}],"before":["a"],"after":["c","d"]}}'
    b"\n"
    b'b7285671 {"done":{"words":"Group 2 steps","parts":[{"of":"list","block":"","branch":'
    b'"steps","pieces":[[2,2,[{"do":"group","id":"part","title":"Part","steps":[{"do":"wai'
    b't","id":"a","seconds":1.0},{"do":"wait","id":"b","seconds":2.0}]}]]]}],"before":["a"'
    b',"b"],"after":["part"]}}'
    b"\n"
    b'e32376d3 {"done":{"words":"Move step","parts":[{"of":"list","block":"","branch":"ste'
    b'ps","pieces":[[0,1,[]]]},{"of":"list","block":"part","branch":"steps","pieces":[[1,0'
    b',[{"do":"wait","id":"c","seconds":3.0}]]]}],"before":["c"],"after":["c"]}}'
    b"\n"
    b'00d3c59d {"done":{"words":"Move step","parts":[{"of":"list","block":"part","branch":'
    b'"steps","pieces":[[0,1,[]]]},{"of":"list","block":"","branch":"steps","pieces":[[0,0'
    b',[{"do":"wait","id":"a","seconds":1.0}]]]}],"before":["a"],"after":["a"]}}'
    b"\n"
    b'bacd8111 {"done":{"words":"Change comment","parts":[{"of":"values","steps":[{"do":"w'
    b'ait","id":"d","comment":"Wri","seconds":4.0}]}],"before":["d"],"after":["d"],"key":"'
    b'comment d"}}'
    b"\n"
    b'68d7fd0e {"done":{"words":"Change comment","parts":[{"of":"values","steps":[{"do":"w'
    b'ait","id":"d","comment":"Written","seconds":4.0}]}],"before":["d"],"after":["d"],"ke'
    b'y":"comment d"}}'
    b"\n"
    b'e4de7a1b {"done":{"words":"Duplicate step","parts":[{"of":"list","block":"","branch"'
    b':"steps","pieces":[[3,0,[{"do":"group","id":"part-2","title":"Part","steps":[{"do":"'
    b'wait","id":"c-2","seconds":3.0},{"do":"wait","id":"b-2","seconds":2.0}]}]]]}],"befor'
    b'e":["part"],"after":["part-2"]}}'
    b"\n"
    b'e992d8ed {"done":{"words":"Add parameter who","parts":[{"of":"header","macro":{"desk'
    b'hand":1,"name":"One","params":{"who":{}}}}]}}'
    b"\n"
    b'155b3ad9 {"done":{"words":"Turn off 2 steps","parts":[{"of":"values","steps":[{"do":'
    b'"wait","id":"a","off":true,"seconds":1.0},{"do":"group","id":"part","off":true,"titl'
    b'e":"Part","steps":[]}]}],"before":["a","part"],"after":["a","part"]}}'
    b"\n"
    b'54a60e83 {"done":{"words":"Remove step","parts":[{"of":"list","block":"","branch":"s'
    b'teps","pieces":[[3,1,[]]]}],"before":["part-2"],"after":["b"]}}'
    b"\n"
    b'fa891f4d {"done":{"words":"Remove step","parts":[{"of":"list","block":"","branch":"s'
    b'teps","pieces":[[3,0,[{"do":"group","id":"part-2","title":"Part","steps":[{"do":"wai'
    b't","id":"c-2","seconds":3.0},{"do":"wait","id":"b-2","seconds":2.0}]}]]]}],"before":'
    b'["b"],"after":["part-2"]}}'
    b"\n"
    b'a05c4dd2 {"done":{"words":"Take group apart","parts":[{"of":"list","block":"","branc'
    b'h":"steps","pieces":[[2,1,[{"do":"wait","id":"c","off":true,"seconds":3.0},{"do":"wa'
    b'it","id":"b","off":true,"seconds":2.0}]]]}],"before":["part"],"after":["c","b"]}}'
    b"\n"
)
"""A draft as the program wrote it while edits were operations: going and coming stand in one piece."""


def test_a_draft_of_before_the_snapshots_is_recovered_whole(opened):
    session = opened()
    session.close()
    log = session.folder / FOLDER / LOG
    log.parent.mkdir(mode=0o700, exist_ok=True)
    log.write_bytes(OF_A_LOG_OF_OPERATIONS)
    again = opened()
    assert again.note.startswith("12 edits were recovered")
    found = [(row.number, row.id, row.is_off) for row in again.document.rows]
    assert found == [
        ("1", "a", True), ("2", "d", False), ("3", "c", True), ("4", "b", True),
        ("5", "part-2", False), ("5.1", "c-2", False), ("5.2", "b-2", False),
    ]  # fmt: skip
    assert list(again.document.macro.params) == ["who"]
    assert again.document.step("d").comment == "Written"
    assert again.document.undo_words == "Take group apart"
    undone = 0
    while again.document.can_undo:
        again.document.undo()
        undone += 1
    assert undone == 11, "texts typed in a row are one undo"
    assert again.is_saved
