"""What an edit refuses it refuses whole; ids stay or are fresh; texts typed in a row are one undo."""

import msgspec
import pytest

from automation.core.errors import MacroError
from automation.macros import macro as grammar
from automation.macros.edit.document import Document, History
from automation.macros.edit.tree import Edit, Piece, Splice, Spot
from automation.macros.macro import (
    MAX_DEPTH,
    MAX_STEPS,
    AskMe,
    Call,
    Click,
    Compares,
    ForEach,
    Group,
    If,
    Macro,
    Param,
    Repeat,
    Shows,
    Target,
    Type,
    Until,
    Wait,
)


def wait(step_id, **more):
    return Wait(id=step_id, seconds=1, **more)


def document(*steps, **more):
    return Document(Macro(deskhand=1, name="m", steps=steps, **more))


def ids(edited):
    return [row.id for row in edited.rows]


def nested(depth, inner, name="g"):
    for n in range(depth):
        inner = Group(id=f"{name}{n}", title="G", steps=(inner,))
    return inner


def refused(edited, match, work):
    """Check that the work is refused in these words and leaves everything as it is."""
    told = []
    edited.watch(told.append)
    before = edited.macro, len(edited.rows), edited.undo_words, edited.redo_words
    with pytest.raises(MacroError, match=match):
        work()
    assert (edited.macro, len(edited.rows), edited.undo_words, edited.redo_words) == before
    assert told == []


def test_a_block_is_not_moved_into_itself_however_deep():
    edited = document(nested(3, wait("w")), wait("v"))
    refused(edited, "“g2” cannot be moved into itself", lambda: edited.move(["g2"], Spot("g0")))
    refused(edited, "into itself", lambda: edited.move(["v", "g2"], Spot("g2")))


def test_no_more_steps_than_a_macro_may_have():
    edited = document(*(wait(f"w-{n}") for n in range(MAX_STEPS - 1)))
    two = [wait("a"), wait("b")]
    refused(edited, "20,001 steps, and 20,000 are the most", lambda: edited.insert(two, Spot()))
    refused(edited, "20,002 steps", lambda: edited.duplicate(["w-0", "w-5", "w-9"]))
    edited.insert(two[:1], Spot())
    refused(edited, "20,001 steps", lambda: edited.group(["a"], "One"))


def test_blocks_are_not_nested_deeper_than_a_file_allows():
    edited = document(nested(MAX_DEPTH - 1, wait("w")), wait("v"))
    innermost = Spot("g0", "steps", 0)
    edited.move(["v"], innermost)
    refused(edited, "more than 16 deep", lambda: edited.group(["w"], "Deeper"))
    refused(
        edited, "more than 16 deep", lambda: edited.insert([nested(1, wait("y"), "h")], innermost)
    )
    with_group = document(nested(MAX_DEPTH - 1, wait("w")), Group(id="h", title="", steps=()))
    with_group.move(["h"], Spot("g0"))
    refused(with_group, "16 deep", lambda: with_group.insert([wait("z")], Spot("h")))


def test_a_table_is_not_put_into_another():
    inner = ForEach(id="inner", steps=())
    outer = ForEach(id="outer", steps=(Group(id="g", title="", steps=(wait("w"),)),))
    edited = document(outer, inner, Repeat(id="r", times=2, steps=()))
    refused(edited, "“inner” would stand inside another", lambda: edited.move(["inner"], Spot("g")))
    refused(edited, "one table", lambda: edited.insert([inner], Spot("outer")))
    refused(edited, "one table", lambda: edited.insert([ForEach(id="o", steps=(inner,))], Spot()))
    other = ForEach(id="g", steps=())
    refused(edited, "“g” would stand inside", lambda: edited.change(other))
    edited.change(ForEach(id="r", steps=()))
    assert isinstance(edited.step("r"), ForEach)
    around = document(Group(id="a", title="", steps=(inner,)))
    refused(around, "inner", lambda: around.change(ForEach(id="a", steps=())))


def test_what_no_file_can_hold_comes_into_no_macro():
    edited = document(wait("w"))
    refused(
        edited, "step A b: id: “A b” cannot be used", lambda: edited.insert([wait("A b")], Spot())
    )
    bell = Type(id="t", text="a\x07b")
    refused(edited, "step t: text: the text holds a control", lambda: edited.insert([bell], Spot()))
    refused(edited, "control character", lambda: edited.comment("w", "\x1b"))
    refused(edited, "expected at most 64000", lambda: edited.comment("w", "x" * 64_001))
    refused(edited, "cannot be kept", lambda: edited.comment("w", "\ud800"))
    late = Wait(id="w", seconds=float("nan"))
    refused(edited, "seconds", lambda: edited.change(late))
    refused(edited, "columns", lambda: edited.set_header(columns=["No column"]))
    refused(edited, "speed", lambda: edited.set_header(speed=11))
    refused(
        edited,
        "param Not a name: “Not a name” cannot",
        lambda: edited.set_param("Not a name", Param()),
    )


def test_places_and_steps_that_are_not_there_are_named():
    edited = document(wait("w"), Call(id="c", macro="other"))
    refused(edited, "no step called “x”", lambda: edited.remove(["w", "x"]))
    refused(edited, "no step called “x”", lambda: edited.move(["w"], Spot("x")))
    refused(edited, "“c” has no list “steps”", lambda: edited.insert([wait("v")], Spot("c")))
    refused(edited, "no place 3 in a list of 2", lambda: edited.move(["w"], Spot(index=3)))
    refused(edited, "no list “then”", lambda: edited.insert([wait("v")], Spot("", "then")))
    refused(edited, "nothing to undo", edited.undo)
    refused(edited, "nothing to do again", edited.redo)
    with pytest.raises(MacroError, match="same id"):
        document(wait("w"), wait("w"))


def test_only_steps_of_one_list_make_a_group_and_only_groups_are_taken_apart():
    inside = Group(id="g", title="", steps=(wait("a"),), off=True)
    edited = document(inside, wait("b"), Repeat(id="r", times=2, steps=()))
    refused(edited, "stand in one list", lambda: edited.group(["a", "b"], "Two"))
    refused(edited, "stand in one list", lambda: edited.group([], "None"))
    refused(edited, "“r” is a repeat", lambda: edited.ungroup("r"))
    assert edited.ungroup("g") == ("a",)
    assert edited.step("a").off, "steps that did not run do not begin to"
    seen = Until(condition=Shows(text="x"))
    waits = document(Group(id="g", title="", steps=(), wait=seen))
    refused(waits, "waits for something itself", lambda: waits.ungroup("g"))


def test_a_block_keeps_what_is_inside_it_when_its_values_change():
    edited = document(Group(id="g", title="Old", steps=(wait("a"),)))
    edited.change(Group(id="g", title="New", steps=()))
    assert edited.step("g") == Group(id="g", title="New", steps=(wait("a"),))
    edited.change(Repeat(id="g", times=3, steps=()))
    assert edited.step("g") == Repeat(id="g", times=3, steps=(wait("a"),))
    condition = Shows(text="x")
    other = If(id="g", condition=condition, then=())
    refused(edited, "“g” holds steps, which a if cannot take", lambda: edited.change(other))
    refused(edited, "which a wait cannot take", lambda: edited.change(wait("g")))
    edited.remove(["a"])
    edited.change(other)
    assert edited.insert([wait("n")], Spot("g", "otherwise")) == ("n",)
    assert (edited.rows[1].branch, edited.rows[1].number) == ("otherwise", "1.1")


def test_ids_stay_where_they_are_free_and_are_never_given_twice():
    edited = document(wait("save"), wait("other"))
    assert edited.insert([wait("save"), wait("new"), wait("new")], Spot()) == (
        "save-2",
        "new",
        "new-2",
    )
    assert edited.duplicate(["save"]) == ("save-3",)
    edited.remove(["save-3"])
    assert edited.duplicate(["save-2"]) == ("save-4",), "reports may tell of save-3"
    edited.remove(["new"])
    assert edited.insert([wait("new")], Spot()) == ("new",), "cut and put in again"
    group = Group(id="g", title="", steps=(wait("x"), wait("y")))
    edited.insert([group, group], edited.end())
    assert ids(edited)[-6:] == ["g", "x", "y", "g-2", "x-2", "y-2"]


def test_typing_in_a_row_is_one_undo_and_saving_or_another_step_ends_the_row():
    edited = document(wait("a"), wait("b"))
    for text in ("T", "Th", "The"):
        edited.comment("a", text)
    edited.comment("b", "x")
    edited.comment("b", "xy")
    edited.close_edit()
    edited.comment("b", "xyz")
    edited.undo()
    assert edited.step("b").comment == "xy"
    edited.undo()
    assert (edited.step("b").comment, edited.step("a").comment) == ("", "The")
    edited.comment("b", "y")
    edited.undo()
    edited.undo()
    assert edited.step("a").comment == ""
    edited.redo()
    edited.comment("a", "There")
    edited.undo()
    assert edited.step("a").comment == "The", "what was done again is no row that goes on"


def test_a_new_edit_forgets_what_was_taken_back():
    edited = document(wait("a"))
    edited.set_off(["a"], True)
    edited.undo()
    assert (edited.can_redo, edited.redo_words) == (True, "Turn off step")
    edited.set_breakpoint(["a"], True)
    assert not edited.can_redo


def test_the_history_forgets_the_oldest_beyond_its_bounds():
    few = Document(Macro(deskhand=1, name="m", steps=(wait("a"),)), history=History(most_edits=3))
    for n in range(10):
        few.comment("a", str(n))
        few.close_edit()
    assert [few.undo().words for _ in range(3)] == ["Change comment"] * 3
    assert (few.can_undo, few.step("a").comment) == (False, "6")
    small = History(most_bytes=5_000)
    light = Document(Macro(deskhand=1, name="m", steps=(wait("a"),)), history=small)
    for n in range(5):
        light.comment("a", f"{n}" * 4000)
        light.close_edit()
    light.undo()
    assert not light.can_undo
    light.comment("a", "x" * 60_000)
    assert light.can_undo, "the last edit stays whatever its size"


def test_what_a_draft_puts_in_at_the_place_where_it_takes_out_is_all_done():
    edited = document(wait("a"), wait("b"), wait("c"))
    pieces = Piece(1, 0, (wait("x"),)), Piece(1, 0, (wait("y"),)), Piece(1, 1, (wait("z"),))
    edited.replay(Edit("Draft", (Splice("", "steps", pieces),)))
    assert ids(edited) == ["a", "x", "y", "z", "c"]
    edited.undo()
    assert ids(edited) == ["a", "b", "c"]


def test_edits_of_nothing_are_none():
    edited = document(wait("a"), wait("b"), Group(id="g", title="", steps=()))
    edited.move(["a", "b"], Spot(index=2))
    edited.move(["b"], Spot(index=1))
    edited.move([], Spot())
    edited.remove([])
    edited.set_off(["a"], False)
    edited.set_breakpoint([], True)
    edited.comment("a", "")
    edited.change(wait("a"))
    edited.set_header(speed=10.0, about="")
    assert edited.duplicate([]) == ()
    assert edited.insert([], Spot()) == ()
    assert not edited.can_undo


def test_parameters_that_are_used_stay_and_are_renamed_everywhere():
    steps = (
        Type(id="t", text="{{who}} {{{{who}} {{ who }}", comment="about {{who}}"),
        If(
            id="i",
            condition=Compares(param="who", equals="{{who}}"),
            then=(Call(id="c", macro="{{who}}", values={"who": "{{who}}", "text": "{{amount}}"}),),
        ),
        Click(id="k", target=Target(name="{{who}}", row=("{{who}}",), role="{{who}}")),
        Group(id="g", title="{{who}}", steps=(AskMe(id="q", question="Is {{{who}}} {{amount}}?"),)),
        Wait(id="w", wait=Until(condition=Shows(text="{{whom_ever}} {{nobody"))),
    )
    edited = document(*steps, params={"who": Param(), "unused": Param()}, columns=("amount",))
    refused(
        edited,
        "who is used by “t”, “i”, “c”, “k”, “q”; write",
        lambda: edited.set_param("who", None),
    )
    refused(edited, "amount is used by “c”", lambda: edited.set_header(columns=[]))
    edited.set_param("unused", None)
    refused(edited, "no parameter called unused", lambda: edited.set_param("unused", None))
    refused(edited, "already", lambda: edited.rename_param("who", "amount"))
    refused(edited, "“No” cannot be used", lambda: edited.rename_param("who", "No"))
    long = document(Click(id="k", target=Target(name="{{a}}" * 90)), params={"a": Param()})
    refused(long, "would be too long", lambda: long.rename_param("a", "abc"))
    edited.rename_param("who", "whom")
    assert edited.step("t").text == "{{whom}} {{{{who}} {{whom}}"
    assert edited.step("t").comment == "about {{who}}"
    assert edited.step("i").condition == Compares(param="whom", equals="{{whom}}")
    assert edited.step("c").macro == "{{who}}", "the name of a macro is no text that is filled in"
    assert edited.step("c").values == {"who": "{{whom}}", "text": "{{amount}}"}
    assert edited.step("k").target == Target(name="{{whom}}", row=("{{whom}}",), role="{{who}}")
    assert (edited.step("g").title, edited.step("q").question) == (
        "{{who}}",
        "Is {{{whom}}} {{amount}}?",
    )
    assert edited.step("w") == steps[-1]
    edited.rename_param("amount", "sum")
    assert edited.macro.columns == ("sum",)
    assert edited.step("c").values["text"] == "{{sum}}"
    edited.undo()
    edited.undo()
    assert edited.macro.steps == steps


def test_parameters_and_columns_do_not_share_a_name():
    edited = document(params={"a": Param()}, columns=("b",))
    refused(edited, "b is a column", lambda: edited.set_param("b", Param()))
    refused(edited, "a is a parameter", lambda: edited.set_header(columns=["b", "a"]))
    refused(edited, "stands twice", lambda: edited.set_header(columns=["c", "c"]))
    edited.insert([wait("w")], Spot(), params={"a": Param(ask="Not this"), "c": Param(ask="This")})
    assert edited.macro.params == {"a": Param(), "c": Param(ask="This")}
    assert edited.undo().words == "Add step"
    assert edited.macro.params == {"a": Param()}


def test_what_is_selected_after_an_edit_and_after_its_undo():
    edited = document(wait("a"), wait("b"), wait("c"))
    told = []
    edited.watch(told.append)
    edited.remove(["b"])
    edited.undo()
    edited.remove(["c"])
    edited.move(["a"], Spot(index=2))
    edited.insert([wait("d")], Spot())
    edited.undo()
    assert [change.select for change in told] == [("c",), ("b",), ("b",), ("a",), ("d",), ("b",)]
    assert [change.words for change in told][-2:] == ["Add step", "Add step"]
    end = edited.watch(lambda _change: pytest.fail("it was told after the end"))
    end()
    edited.undo()
    assert msgspec.structs.replace(edited.macro, steps=()) == Macro(deskhand=1, name="m")


def test_a_change_names_no_more_rows_than_it_must():
    edited = document(*(wait(f"w-{n}") for n in range(100)), Group(id="g", title="", steps=()))
    told = []
    edited.watch(lambda change: told.append((change.first, change.removed, change.inserted)))
    edited.insert([wait("x")], Spot(index=7))
    edited.remove(["w-50"])
    edited.set_off(["w-3", "w-5"], True)
    edited.move(["w-10"], Spot(index=9))
    edited.set_header(about="x")
    edited.insert([wait("y")], Spot("g"))
    assert told == [(7, 0, 1), (51, 1, 0), (3, 3, 3), (9, 3, 3), (101, 0, 0), (101, 0, 1)]


def test_kinds_of_steps_stand_in_the_rows_as_they_are():
    group = Group(id="g", title="", off=True, steps=(wait("a"),))
    edited = document(
        If(id="i", condition=Shows(text="x"), then=(wait("t"),), otherwise=(wait("o"), group))
    )
    told = [(row.id, row.depth, row.branch, row.number, row.is_off) for row in edited.rows]
    assert told == [
        ("i", 1, "", "1", False),
        ("t", 2, "then", "1.1", False),
        ("o", 2, "otherwise", "1.2", False),
        ("g", 2, "otherwise", "1.3", True),
        ("a", 3, "", "1.3.1", True),
    ]
    assert [row.id for row in edited.rows[1:3]] == ["t", "o"]
    assert edited.rows[-1].id == "a"
    with pytest.raises(IndexError, match="no row 5"):
        edited.rows[5]
    assert (edited.spot_of("o"), edited.spot_after("g")) == (
        Spot("i", "otherwise", 0),
        Spot("i", "otherwise", 2),
    )
    assert grammar.kind_of(edited.step("g")) == "group"
