"""A macro file is read strictly, and every mistake is told with its line, its place and what to do.

What somebody else writes between a reading and a writing is never written over.
"""

import contextlib

import pytest
from msgspec.structs import replace

from automation.core.errors import MacroError
from automation.macros import library as libraries
from automation.macros.codec import is_keepable, open_text, read, write
from automation.macros.edit.session import Conflict, EditSession
from automation.macros.library import Changed, Library, restore
from automation.macros.macro import MAX_DEPTH, MAX_STEPS, Click, Group, Macro, Target, Type, Wait
from automation.macros.problems import MOST, BadMacro
from automation.macros.yaml_file import MAX_NODES, MAX_YAML_BYTES, read_tree, resolve
from tests.fakes.macro_samples import INVOICE

HEAD = "deskhand: 1\nname: x\n"


def _problems(text):
    with pytest.raises(BadMacro) as caught:
        read(text if isinstance(text, bytes) else text.encode())
    return [str(problem) for problem in caught.value.problems]


def _steps(text):
    return _problems(f"{HEAD}steps:\n{text}")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{id: save, do: click, target: {nmae: x}}", "line 4: step save: target: unknown key nmae; did you mean name?"),
        ("{id: a, do: clik}", "line 4: step a: do: “clik” is not one of the words here; did you mean click?"),
        ("{do: wait}", "line 4: step 1: id is missing; add it"),
        ("{id: a, do: type, text: 12}", "line 4: step a: text: 12 is a whole number, expected text; put it in quotes"),
        ("{id: a, do: type, text: {guest}}", 'line 4: step a: text: found keys with values, expected text; put it in quotes; for the value of a parameter write "{{name}}"'),
        ("{id: a, do: type, text: x, enter: yes}", "line 4: step a: enter: “yes” is text, expected true or false; write true or false, without quotes"),
        ("{id: a, do: click, target: {name: x}, count: 9}", "line 4: step a: count: found 9, expected at most 3"),
        ("{id: a, do: click, target: {name: x, press: [1]}}", "line 4: step a: target: press: found 1 items, expected exactly 2"),
        ("{id: a, do: click, target: {image: ../x.png}}", "line 4: step a: target: image: “../x.png” cannot be used; a picture is img/NAME.png, its name of small letters, digits, dots, dashes and underscores"),
        ("{id: a, do: call, macro: m, values: {ok: x, b: 1}}", "line 4: step a: values: b: 1 is a whole number, expected text; put it in quotes"),
        ("{id: a, do: wait, seconds: -1}", "line 4: step a: seconds: found -1, expected at least 0"),
        ("{id: a, do: wait, seconds: .inf}", "line 4: step a: seconds: “.inf” is text, expected a number; write it in digits, without quotes"),
        ("{id: a, do: wait, wait: {condition: {that: txt}}}", "line 4: step a: wait: condition: that: “txt” is not one of the words here; did you mean text?"),
        ("hello", "line 4: step 1: “hello” is text, expected keys with values"),
        ("{id: g, do: group, title: t, steps: [{id: in, do: keys, keys: []}]}", "line 4: step in: keys: found 0 items, expected at least 1"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_step_is_told_in_words(line, said):
    assert _steps(f"  - {line}") == [said]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{id: a, do: if, what: {text: x, that: text}, then: []}", "unknown key what; missing here: condition"),
        ("{id: a, do: if, condtion: {text: x, that: text}, then: []}", "unknown key condtion; did you mean condition?"),
        ("{id: a, do: if, condition: {text: x, that: text}, thn: []}", "unknown key thn; did you mean then?"),
        ("{id: a, do: wait, wiat: {}}", "unknown key wiat; did you mean wait?"),
        ("{id: a, do: wait, ids: b}", "unknown key ids; the keys here are"),
    ],
)  # fmt: skip
def test_an_unknown_key_means_one_that_is_missing_or_still_free(line, said):
    unknown = _steps(f"  - {line}")[-1]
    assert unknown.startswith(f"line 4: step a: {said}")


def test_the_keys_of_a_place_are_all_told_also_those_that_stand_there():
    step = "{id: a, do: repeat, times: 2, steps: [], colour: b}"
    unknown = _steps(f"  - {step}")[-1]
    listed = unknown.partition("the keys here are ")[2].split(", ")
    assert {"do", "id", "times", "steps", "until", "comment", "pause_s"} <= set(listed)


def test_every_mistake_of_one_step_is_told_at_once():
    target = "{name: 5, press: [1, x], image: x.png}"
    told = _steps(f"  - {{id: A, do: click, target: {target}, count: 9, off: 1}}")
    places = ["id", "target: name", "target: press 2", "target: image", "count", "off"]
    assert len(told) == len(places)
    assert all(f": {place}: " in one for place, one in zip(places, told, strict=True))


def test_a_column_that_cannot_be_used_is_told_by_its_name():
    (said,) = _problems("deskhand: 1\nname: x\ncolumns: [Guest]\nsteps: []\n")
    assert "“Guest” cannot be used; a parameter's name has small letters" in said


def test_unless_is_an_if_whose_condition_is_absent():
    (said,) = _steps("  - {id: a, do: unless, condition: {text: x, that: text}, then: []}")
    assert said.endswith("; write do: if, with absent: true in its condition")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "it is empty; it begins with deskhand: 1"),
        ("# only a comment", "it is empty; it begins with deskhand: 1"),
        (b"\xff", "line 1: this is not UTF-8; save it as UTF-8"),
        (b"\xff\xfed\x00", "line 1: this is not UTF-8; save it as UTF-8"),
        ("a: b\nc: \x07", "line 2: the character U+0007 must not stand in a macro; take it out"),
        ("a: b\x00", "line 1: the character U+0000 must not stand in a macro; take it out"),
        ("a: \x85", "line 1: the character U+0085 must not stand in a macro; take it out"),
        ("a\rb", "line 1: the character U+000D must not stand in a macro; take it out"),
        ("%YAML 1.1\n---\na: b", "line 1: a line that begins with % must not stand in a macro"),
        ("a: b\n--- \nc: d", "line 2: a second document begins here; a file holds one macro"),
        (
            "text: {{name}}",
            'line 1: a key must be a plain word; quote it, as in "{{name}}", or close a bracket above',
        ),
        ("[]", "line 1: found a list, expected keys with values"),
        ("deskhand: 2\nname: x", "line 1: deskhand: this file is of version 2, and version 1 is what can be read; get a newer deskhand"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_macro_is_refused_in_words(text, said):
    assert _problems(text)[0] == said


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("&a x", "&a is an anchor"),
        ("*a", "*a is an alias"),
        ("!!python/object/apply:os.system [x]", "is a tag"),
        ("!x y", "!x is a tag"),
        ("! y", "! is a tag"),
        ("!!str y", "is a tag"),
        ('"\\a"', "U+0007"),
        ('"\\0"', "U+0000"),
        ("1e999", "too large"),
        ("1" * 60, "too large or too long"),
        ('"' + "é" * 40_000 + '"', "longer than 64,000 bytes"),
    ],
)
def test_what_yaml_allows_and_a_macro_does_not_is_refused(value, said):
    assert any(said in problem for problem in _problems(f"{HEAD}about: {value}\n"))


def test_merge_keys_and_keys_that_stand_twice_are_refused():
    found = _problems(f"{HEAD}name: y\nmade: {{<<: {{by: run}}}}\n")
    assert "line 3: name stands twice, first in line 2; keep one of them" in found
    assert "line 4: << merges other keys in; write them out" in found


def test_all_mistakes_of_a_file_are_told_at_once_in_their_order():
    found = _problems(
        "deskhand: 1\nname: 7\nparams:\n  a: {type: txt}\n  B: {}\nsteps:\n"
        "  - {id: x, do: clik}\n  - {id: y, do: if, condition: {that: text}, then: [{id: z}], otherwise: [1]}\n"
        "  - {id: w, do: wait, seconds: x, off: 1, commment: y}\n"
    )
    assert [one.split(":")[0] for one in found] == [
        f"line {n}" for n in (2, 4, 5, 7, 8, 8, 8, 9, 9, 9)
    ]


def test_no_more_problems_are_told_than_a_person_reads():
    text = HEAD + "steps:\n" + "  - {id: a, do: nothing, x: &a 1}\n" * 500
    assert len(_problems(text)) == MOST


@pytest.mark.parametrize(
    "text",
    ["yes", "no", "on", "off", "y", "012", "0o17", "0x1F", "1_000", "12:30:00", "2024-05-01", "~", ".5", "1.", "+1", ".inf", "TRUE", "Null", "=", "1e", "0b1"],
)  # fmt: skip
def test_a_word_stays_what_was_written(text):
    assert resolve(text) == text
    assert read(f"{HEAD}about: {text}\n".encode()).about == text


@pytest.mark.parametrize(
    ("text", "value"), [("true", True), ("false", False), ("null", None), ("", None), ("-7", -7), ("0", 0), ("1.50", 1.5), ("2e3", 2000.0)]
)  # fmt: skip
def test_what_is_no_text_is_written_in_one_way(text, value):
    assert resolve(text) == value
    assert type(resolve(text)) is type(value)


def test_the_line_of_every_value_is_known():
    opened = open_text(INVOICE.encode())
    number = INVOICE[: INVOICE.index("- {id: amount")].count("\n") + 1
    assert opened.tree.find(("steps", 2)) == (number, 5)
    assert opened.tree.find(("steps", 2, "target", "label"))[0] == number
    assert opened.tree.find(("steps", 2, "nothing", 3))[0] == number


def _nested(depth):
    step = Wait(id="w", seconds=1)
    for level in range(depth - 1):
        step = Group(id=f"g{level}", title="t", steps=(step,))
    return Macro(deskhand=1, name="deep", steps=(step,))


def test_blocks_nest_as_deep_as_they_may_and_no_deeper():
    macro = _nested(MAX_DEPTH)
    assert read(write(macro)) == macro
    with pytest.raises(BadMacro, match="nested deeper"):
        read(write(_nested(MAX_DEPTH + 5)))
    for opening in ("[", "{a: ", "- "):
        assert (
            "deeper" in _problems(opening * 10_000)[0] or "YAML" in _problems(opening * 10_000)[0]
        )


def test_a_file_with_too_many_values_is_refused_before_it_has_grown(monkeypatch):
    monkeypatch.setattr("automation.macros.yaml_file.MAX_NODES", 100)
    with pytest.raises(BadMacro, match="more than 100 values"):
        read_tree(b"[" + b"0," * 10_000_000 + b"0]")
    monkeypatch.undo()
    with pytest.raises(BadMacro, match="a list holds more than 20,000 values"):
        read_tree(b"[" + b"0," * 10_000_000 + b"0]")
    assert MAX_NODES > 80 * MAX_STEPS


def test_a_file_that_is_too_large_is_refused_unread():
    with pytest.raises(BadMacro, match="larger than 32 MiB"):
        read(b"x" * (MAX_YAML_BYTES + 1))


def test_the_most_steps_fit_into_a_file():
    target = Target(
        window="*Invoices*", app="invoices", role="button", name="New invoice", text="New"
    )
    one = len(write(Macro(deskhand=1, name="n", steps=(Click(id="a", target=target),) * 100))) / 100
    assert one * 3 * MAX_STEPS < MAX_YAML_BYTES


@pytest.mark.parametrize("text", ["a\x07b", "\x00", "\x7f", "\x85", "\ud800", "é" * 32_001])
def test_a_text_that_no_file_can_hold_is_not_written(text):
    with pytest.raises(MacroError, match="cannot be kept"):
        write(Macro(deskhand=1, name="n", steps=(Type(id="a", text=text),)))


def test_a_number_out_of_range_is_not_written():
    with pytest.raises(MacroError, match="cannot be kept"):
        write(Macro(deskhand=1, name="n", steps=(Wait(id="a", seconds=-1),)))


def test_what_is_not_written_is_named_by_its_place_in_the_macro():
    steps = (Wait(id="a"), Wait(id="b", seconds=-1))
    with pytest.raises(MacroError, match=r"steps\[1\]\.seconds"):
        write(Macro(deskhand=1, name="n", steps=steps))


def test_more_steps_than_a_macro_may_have_are_not_written():
    with pytest.raises(MacroError, match="cannot be kept"):
        write(Macro(deskhand=1, name="n", steps=(Wait(id="a"),) * (MAX_STEPS + 1)))


def test_what_is_keepable_is_what_can_be_written():
    assert is_keepable("a\n\tb\r é 🙂")
    assert not is_keepable("\x1b")


def test_a_file_reads_well():
    text = write(read(INVOICE.encode())).decode()
    assert text.startswith(
        "deskhand: 1\nname: File the invoice\nabout: |\n  Opens the form,\n  fills it in and saves it.\n"
    )
    assert (
        '  - id: vendor\n    do: type\n    target: {label: Vendor}\n    text: "{{vendor}}"\n'
        in text
    )
    assert "box: {x: 10, y: 20, w: 80, h: 24}" in text


def test_a_file_that_says_nothing_of_mismatches_asks_the_model_first_and_keeps_saying_nothing():
    silent, own = read(HEAD.encode()), read(f"{HEAD}on_mismatch: ask_me\n".encode())
    assert (silent.on_mismatch, own.on_mismatch) == ("ask_model", "ask_me")
    assert b"on_mismatch" not in write(silent)
    assert b"on_mismatch: ask_me" in write(own)


def macro(name="One", seconds=1.0):
    return Macro(deskhand=1, name=name, steps=(Wait(id="w", seconds=seconds),))


@pytest.fixture
def library(tmp_path):
    return Library(tmp_path / "macros")


@pytest.fixture
def folder(library):
    return library.save(macro())


@pytest.fixture
def written_late(monkeypatch, folder):
    """Return what has somebody write the file once, right before the library's lock is had."""
    real, waiting = libraries.locked, []

    @contextlib.contextmanager
    def locked(file):
        if waiting:
            (folder / "macro.yaml").write_bytes(write(waiting.pop()))
        with real(file):
            yield

    monkeypatch.setattr(libraries, "locked", locked)
    return waiting.append


def seconds(library, folder):
    return library.open_at(folder).macro.steps[0].seconds


def test_a_new_name_keeps_what_was_saved_right_before(library, folder, written_late):
    written_late(macro(seconds=7))
    library.rename(folder, "Uno")
    assert (library.open_at(folder).macro.name, seconds(library, folder)) == ("Uno", 7)


def test_a_new_name_for_what_was_read_is_refused_where_it_is_another(library, folder, written_late):
    mark = library.open_at(folder).mark
    written_late(macro(seconds=7))
    with pytest.raises(Changed, match="was changed meanwhile"):
        library.rename(folder, "Uno", expected=mark)
    assert (library.open_at(folder).macro.name, seconds(library, folder)) == ("One", 7)


@pytest.mark.parametrize(
    "change",
    [
        lambda library, folder: library.save(macro(seconds=2), folder=folder),
        lambda library, folder: library.rename(folder, "Uno"),
    ],
    ids=["save", "rename"],
)
def test_the_list_has_the_name_that_another_process_gave_right_after(
    library, folder, monkeypatch, change
):
    real = libraries.locked

    @contextlib.contextmanager
    def locked(file):
        with real(file):
            yield
        monkeypatch.setattr(libraries, "locked", real)
        Library(file.parent).rename(folder, "Theirs")

    monkeypatch.setattr(libraries, "locked", locked)
    change(library, folder)
    for one in (library, Library(folder.parent)):
        assert [entry.name for entry in one.entries()] == ["Theirs"]


def test_a_save_over_what_was_read_is_refused_where_it_is_another(library, folder, written_late):
    kept = library.open_at(folder)
    library.save(macro(seconds=2), folder=folder, expected=kept.mark)
    mark = library.open_at(folder).mark
    written_late(macro(seconds=7))
    with pytest.raises(Changed, match="nothing was written"):
        library.save(macro(seconds=3), folder=folder, expected=mark)
    assert seconds(library, folder) == 7


def edited(session, to):
    session.document.change(replace(session.document.step("w"), seconds=to))


def test_the_editor_writes_over_nothing_that_was_saved_right_before(library, folder, written_late):
    session = EditSession(library, folder)
    edited(session, 3)
    written_late(macro(seconds=7))
    with pytest.raises(Conflict, match="was changed since it was opened here"):
        session.save()
    assert (seconds(library, folder), session.is_saved) == (7, False)
    session.discard()


def test_the_editor_writes_over_nothing_that_was_saved_right_after_it(library, folder, monkeypatch):
    session, save = EditSession(library, folder), Library.save

    def overtaken(self, *given, **more):
        place = save(self, *given, **more)
        (place / "macro.yaml").write_bytes(write(macro(seconds=7)))
        return place

    with monkeypatch.context() as patch:
        patch.setattr(Library, "save", overtaken)
        edited(session, 3)
        session.save()
    edited(session, 4)
    with pytest.raises(Conflict):
        session.save()
    assert seconds(library, folder) == 7
    session.discard()


def test_a_removed_macro_gets_a_free_folder_where_its_own_was_taken(library, folder):
    library.rename(folder, "Uno")
    kept = library.remove(folder)
    other = library.save(macro("One", 5), new=True)
    assert other == folder
    back = restore(library, kept, "Uno")
    assert (back.name, library.open_at(back).macro.name) == ("uno", "Uno")
    assert seconds(library, other) == 5


def test_a_removed_macro_whose_name_was_taken_stays_where_it_is(library, folder):
    kept = library.remove(folder)
    library.save(macro("ONE", 5), new=True)
    with pytest.raises(MacroError, match="there is another macro called “One”"):
        restore(library, kept, "One")
    assert kept.is_dir()


def test_each_new_folder_is_told_before_it_is_made_and_no_other(tmp_path):
    told = []
    shelf = Library(tmp_path / "macros", lambda slug: told.append((slug, (root / slug).exists())))
    root = tmp_path / "macros"
    first = shelf.save(macro())
    shelf.save(macro(seconds=2))
    shelf.save(macro(seconds=3), folder=first)
    shelf.save(macro("Two"), new=True)
    assert told == [("one", False), ("two", False)]


def test_a_call_never_means_another_macro_after_a_removal(library, folder):
    library.rename(folder, "Settled")
    other = library.save(macro("one", 5), new=True)  # its folder is one-2
    assert library.open_called("one").folder == other
    library.remove(other)
    with pytest.raises(MacroError, match="the one in the folder one is called “Settled”"):
        library.open_called("one")


def test_a_call_by_a_folder_holds_while_its_macro_is_called_so(library, folder):
    again = library.save(macro("One!"), new=True)
    assert again.name == "one-2"
    assert library.open_called("one-2").folder == again
    library.rename(again, "Two")
    with pytest.raises(MacroError, match="call it so if it is meant"):
        library.open_called("one-2")


def test_what_is_wrong_in_one_line_is_told_in_the_order_of_the_file():
    with pytest.raises(BadMacro) as refused:
        read(b"deskhand: 7\n")
    told = [(problem.where, problem.reason[:7]) for problem in refused.value.problems]
    assert told == [("deskhand", "this fi"), ("", "name is")]
