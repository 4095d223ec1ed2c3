"""Whatever stands in a macro, its script is Python that does the same steps, and nothing else of it is code."""

import ast
import csv
import sys
from collections import Counter

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from automation.core.proposal import Outcome
from automation.core.text import visible_text
from automation.core.timing import StopToken
from automation.macros import macro as grammar
from automation.macros.checks import refusals
from automation.macros.macro import Box, Landmark, Macro, Param, Place, Target, Until
from automation.macros.names import same_name
from automation.macros.play.conditions import ConditionChecker
from automation.macros.play.linking import Linked, Source, link
from automation.macros.play.program import Broken, Do, Over, Program, RowBegins, RowEnds, Whether
from automation.macros.play.report import StepReport, menu_way
from automation.macros.play.values import (
    BadValue,
    Scope,
    filled,
    filled_condition,
    for_macros,
    open_table,
    scope_for,
    text_problem,
)
from automation.macros.script.calls import Calls, Pictures
from automation.macros.script.parameters import OWN_OPTIONS
from automation.macros.script.policy import (
    AskWhether,
    BeginRow,
    DoStep,
    EndRow,
    GaveUp,
    ScriptError,
)
from automation.macros.script.python_source import comment, docstring, literal
from automation.macros.script.script_writer import written
from automation.macros.walk import escape, walk
from tests.fakes.macro_samples import macros
from tests.fakes.macro_world import NoImages
from tests.fakes.python_names import unbound
from tests.slow import examples

HOSTILE = (
    '"', '"""', "'", "\\", "\\\"", "\n", "\r", "\r\n", "\t", "\0", "\x0c", "\x1c", "\x85", "\u2028",
    "\u202e", "\u2066", "\u200b", "\ufeff", "\u3164", "\ud800", "{", "}", "{x}", "{{", "{{{", "{{x}}", "%s", "%(prog)s", "#",
    ")", "Grüße 東京", "\N{PARTY POPPER}", "*", "a b", "x" * 90, "# -*- coding: utf-7 -*-", "${", "$$",
    '")\nimport os  # ', "\N{FAMILY}",
)  # fmt: skip
PLAIN_VALUES = (
    "Ann", 'He said "no"', "{{x}}", "${secret:y}", "a\\b", "-x", "--json", "Grüße", "x, y",
)  # fmt: skip
ROOMY = settings(
    deadline=None, max_examples=examples(30), suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
)  # fmt: skip
PARAMS = {
    "vendor": Param(),
    "class": Param(ask='What "%s"?', default='a"""\\'),
    "json": Param(default="{{"),
    "hand": Param(default="h"),
    "amount": Param(type="number", least=0, most=1e6, default="12.50"),
    "flag": Param(type="yes_no", default="no"),
    "kind": Param(type="choice", choices=("A", 'b"\n'), default='b"\n'),
    "card": Param(type="secret", default="visa"),
}
COLUMNS = ("item", "for")
TYPED = tuple(name for name in PARAMS if name != "card")
CALLED = {
    "to": Param(),
    "n": Param(type="number", most=10**7),
    "ok": Param(type="yes_no"),
    "s": Param(type="secret", default="mail"),
    "c": Param(type="choice", choices=("A", 'b"\n', "no"), default="A"),
}


@given(st.text() | st.lists(st.sampled_from(HOSTILE)).map("".join))
@settings(deadline=None)
def test_a_literal_is_the_text_and_shows_nothing_that_deceives(text):
    made = literal(text)
    assert ast.literal_eval(made) == text
    assert made.isprintable()


@given(st.text() | st.lists(st.sampled_from(HOSTILE)).map("".join))
@settings(deadline=None)
def test_a_comment_and_a_docstring_end_where_they_end(text):
    source = "\n".join(['"""', docstring(text), '"""', *comment(text, "    "), "x = 1"])
    assert [type(node) for node in ast.parse(source).body] == [ast.Expr, ast.Assign]
    inner = docstring(text, is_one_line=True)
    assert ast.literal_eval(f'"""{inner}"""') == " ".join(shown(text).split())
    assert ast.literal_eval(f'"""{docstring(text)}"""') == shown(text)


def shown(text):
    """Return a text as a docstring shows it."""
    return "\n".join(visible_text(line.rstrip()) for line in text.split("\n"))


@pytest.mark.parametrize(
    ("text", "written_as"),
    [
        ('type "Ada" into Name', 'type "Ada" into Name'),
        ('the "" and the \\', 'the "" and the \\\\'),
        ('a """ b', 'a \\""" b'),
        ('"Ada" and "Bob"', '\\"Ada" and "Bob\\"'),
    ],
)
def test_a_docstring_escapes_no_more_than_it_must(text, written_as):
    assert docstring(text) == written_as
    assert ast.literal_eval(f'"""{written_as}"""') == text


def linked_of(macro):
    """Return a macro with one of another kind for whatever it calls, without any check."""
    other = Macro(deskhand=1, name='x"""\n', steps=(grammar.Type(id="a", text="y"),))
    calls = {same_name(w.step.macro) for w in walk(macro) if isinstance(w.step, grammar.Call)}
    assume(same_name(macro.name) not in calls)  # what calls itself is never linked
    others = {key: Source(other, NoImages()) for key in calls}
    return Linked(Source(macro, NoImages()), others)


@ROOMY
@given(macros())
def test_every_macro_becomes_a_script_that_compiles(macro):
    made = written(linked_of(macro), "made.py")
    tree = ast.parse(made.text)
    made.text.encode()
    compile(tree, "made.py", "exec")
    kinds = {type(node) for node in tree.body}
    assert kinds <= {ast.Expr, ast.ImportFrom, ast.Assign, ast.FunctionDef, ast.If}
    [imported] = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom | ast.Import)]
    assert imported.module == "app.script"
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert not names & {"eval", "exec", "open", "__import__", "getattr"}
    assert not unbound(made.text)


def texts(names):
    """Return texts of a macro: what it means as it is, and names in it."""
    plain = st.sampled_from(HOSTILE) | st.text(max_size=4)
    pieces = plain.map(escape) | st.sampled_from([f"{{{{{name}}}}}" for name in names])
    return st.lists(pieces, max_size=4).map("".join)


def targets(names):
    near = st.builds(
        Landmark, text=texts(names), side=st.sampled_from(["left_of", "above"]),
        dx=st.integers(-5, 5), dy=st.just(0),
    )  # fmt: skip
    place = Place(box=Box(x=-1, y=2, w=3, h=4), window=Box(x=0, y=0, w=9, h=9), scale=1.25)
    return st.builds(
        Target,
        role=st.sampled_from(["button", "menu_item"]),
        name=texts(names),
        row=st.lists(texts(names), max_size=2).map(tuple),
        near=st.lists(near, max_size=1).map(tuple),
        image=st.none() | st.sampled_from(["img/a.png", "img/b.png"]),
        place=st.none() | st.just(place),
    )


def conditions(names):
    flags = st.booleans()
    return st.one_of(
        st.builds(grammar.Shows, text=texts(names), absent=flags),
        st.builds(grammar.Exists, target=targets(names), absent=flags),
        st.builds(grammar.Titled, title=texts(names), absent=flags),
        st.builds(grammar.Holds, target=targets(names), value=texts(names)),
        st.builds(grammar.Changed, box=st.none() | st.just(Box(x=1, y=2, w=3, h=4))),
        st.builds(
            grammar.Compares,
            param=st.sampled_from(names),
            equals=st.sampled_from(["yes", "no", "12.5", 'b"\n', "Ann", "x"]) | texts(names),
        ),
    )


def leaves(names):
    until = st.builds(Until, condition=conditions(names), within_s=st.sampled_from([10.0, 0.5]))
    common = {
        "id": st.just("x"),
        "comment": st.sampled_from(["", 'a\n"""\n# b']),
        "off": st.sampled_from([False, False, False, True]),
        "wait": st.none() | until,
        "expect": st.none() | until,
        "risk": st.sampled_from(["", "effect"]),
        "on_mismatch": st.sampled_from(["default", "skip", "ask_me", "ask_model", "stop"]),
        "pause_s": st.sampled_from([0.0, 1.25]),
        "breakpoint": st.booleans(),
    }
    target, text = targets(names), texts(names)
    typed = text | st.sampled_from(["{{card}}", "${secret:mail}", "$${secret:x}", "a\nb"])
    kinds = {
        grammar.Click: {"target": target, "count": st.integers(1, 3)},
        grammar.Move: {"target": target},
        grammar.Drag: {"target": target, "to": target, "path": st.just(((1, 2), (-3, 4)))},
        grammar.Scroll: {"direction": st.just("up"), "target": st.none() | target},
        grammar.Type: {"text": typed, "target": st.none() | target, "replace": st.booleans()},
        grammar.Keys: {"keys": st.just(("ctrl", "{", '"')), "times": st.integers(1, 2)},
        grammar.Window: {"op": st.just("close"), "title": text, "app": st.just('a"b')},
        grammar.Launch: {"desktop_id": st.just('a".desktop')},
        grammar.Clipboard: {"op": st.just("set"), "text": text.map(lambda t: t + "x")},
        grammar.Wait: {"seconds": st.sampled_from([0.0, 1.5])},
        grammar.CheckThat: {"condition": conditions(names), "within_s": st.just(3.0)},
        grammar.AskMe: {"question": text},
    }
    return st.one_of([st.builds(kind, **(common | more)) for kind, more in kinds.items()])


def calls(names):
    # A script looks at a value where it is used, the player where the macro is called.
    usable = texts(names).filter(lambda text: "*" not in text and not text_problem(text))
    to_text = usable | st.just("{{card}}")
    wanted = {
        "to": to_text,
        "n": st.sampled_from(["3", "1e3", "{{amount}}", "{{vendor}}", "{{flag}}"]),
        "ok": st.sampled_from(["yes", "{{flag}}", "{{class}}"]),
    }
    more = {
        "s": st.sampled_from(["mail", "{{card}}", "{{hand}}"]),
        "c": st.sampled_from(["A", "{{kind}}", "{{flag}}"]),
    }
    values = st.fixed_dictionaries(wanted, optional=more)
    return st.builds(
        grammar.Call, id=st.just("x"), macro=st.just("Other"), values=values, off=st.just(False)
    )


def bodies(names):
    def around(inner):
        steps = st.lists(inner, max_size=3).map(tuple)
        off = st.sampled_from([False, False, True])
        return st.one_of(
            st.builds(grammar.Group, id=st.just("x"), title=st.just('G"\n'), steps=steps, off=off),
            st.builds(
                grammar.Repeat, id=st.just("x"), times=st.integers(1, 2), steps=steps,
                until=st.none() | conditions(names), off=off,
            ),
            st.builds(
                grammar.If, id=st.just("x"), condition=conditions(names), then=steps,
                otherwise=steps, on_mismatch=st.sampled_from(["default", "stop"]),
            ),
        )  # fmt: skip

    return st.lists(st.recursive(leaves(names) | calls(names), around, max_leaves=4), max_size=3)


def numbered(steps, count):
    """Give every step an id of its own."""
    made = []
    for step in steps:
        count[0] += 1
        fields = {"id": f"s{count[0]}"}
        for block in ("steps", "then", "otherwise"):
            if hasattr(step, block):
                fields[block] = numbered(getattr(step, block), count)
        made.append(msgspec.structs.replace(step, **fields))
    return tuple(made)


BODIES, IN_ROWS = bodies(TYPED), bodies((*TYPED, *COLUMNS))
OTHER = st.lists(
    leaves(("to", "n", "ok", "c")).filter(lambda s: "{{card}}" not in repr(s)), max_size=2
)


@st.composite
def plays(draw):
    rows = draw(IN_ROWS)
    steps = [*draw(BODIES)]
    if rows:
        off = draw(st.sampled_from([False, False, True]))
        over = grammar.ForEach(id="x", steps=tuple(rows), off=off)
        steps.insert(draw(st.integers(0, len(steps))), over)
    mode = st.sampled_from(["ask_model", "ask_me", "skip"])
    main = Macro(
        deskhand=1, name='Main """\n', about='x\n"""\\', params=PARAMS, columns=COLUMNS,
        steps=numbered(steps, [0]), on_mismatch=draw(mode), speed=draw(st.sampled_from([10.0, 2.5])),
    )  # fmt: skip
    other = Macro(
        deskhand=1, name="Other", params=CALLED, steps=numbered(draw(OTHER), [0]),
        on_mismatch=draw(mode),
    )  # fmt: skip
    given = {name: draw(st.sampled_from(PLAIN_VALUES)) for name in ("vendor", "class", "json")}
    given["amount"] = draw(st.sampled_from(["3", "12.50", "1e3"]))
    given["flag"] = draw(st.sampled_from(["yes", "no"]))
    given["hand"] = draw(st.sampled_from(["mail", "a b"]))
    cells = st.tuples(st.sampled_from(PLAIN_VALUES), st.sampled_from(PLAIN_VALUES))
    return main, other, given, draw(st.lists(cells, max_size=2)), draw(st.integers(0, 2**16))


class Oracle:
    """Tells what is so on a screen that nobody has: by what is asked and how often."""

    def __init__(self, seed):
        self._seed = seed
        self._asked = Counter()

    def __call__(self, condition, scope):
        if isinstance(condition, grammar.Compares):
            return ConditionChecker(None, None, StopToken()).check(condition, None, scope).is_so
        text = ascii(condition)
        self._asked[text] += 1
        return (sum(text.encode()) + self._seed + self._asked[text]) % 3 == 0


def plain_step(step, usual, picture):
    """Return what a step does: without what only names it, its pictures by their files."""
    mode = usual if step.on_mismatch == "default" else step.on_mismatch
    changed = {"id": "x", "comment": "", "off": False, "on_mismatch": mode}
    return _by_file(msgspec.structs.replace(step, **changed), picture)


def _by_file(value, picture):
    if not isinstance(value, msgspec.Struct):
        return value
    fields = {name: _by_file(getattr(value, name), picture) for name in value.__struct_fields__}
    if isinstance(value, Target) and value.image:
        fields["image"] = picture(value.image)
    return msgspec.structs.replace(value, **fields)


def played(linked, scope, table, oracle, files):  # noqa: C901 - one case per instruction
    """Return what the player's own program comes to, step by step."""
    program, done = Program(linked, scope, table), []

    def picture(source):
        return lambda path: files[source.macro.name, path]

    while True:
        now = program.current()
        match now:
            case Over():
                return done
            case Broken():
                return [*done, "broken"]
            case RowBegins() | RowEnds():
                done.append((type(now).__name__, now.row))
                program.done()
            case Do():
                place = now.place
                usual, images = place.source.macro.on_mismatch, picture(place.source)
                try:
                    step = plain_step(filled(place.step, place.scope), usual, images)
                except BadValue:
                    return [*done, "broken"]
                following = (one.step for one in program.upcoming(20))
                way = () if linked.others else menu_way(place.step, following)
                done.append((step, way))
                program.done()
            case Whether():
                try:
                    condition = filled_condition(now.condition, now.place.scope)
                except BadValue:
                    return [*done, "broken"]
                asked = _by_file(condition, picture(now.place.source))
                is_so = oracle(asked, now.place.scope)
                if not isinstance(condition, grammar.Compares):
                    done.append((asked, is_so))
                program.answer(is_so=is_so)


class FakeRun:
    """Stands where a run is: does nothing, and knows what it was asked for."""

    def __init__(self, oracle, pictures, usual, has_calls):
        self.done = []
        self._oracle, self._pictures = oracle, pictures
        self._usual, self._has_calls = usual, has_calls

    def _picture(self, path):
        return self._pictures.file(path).name

    def ask(self, request):
        """Take a request as a run does."""
        try:
            return self._answer(request)
        except BadValue as error:
            return GaveUp(Outcome.FAILED, str(error))

    def _answer(self, request):
        match request:
            case BeginRow() | EndRow():
                name = "RowBegins" if isinstance(request, BeginRow) else "RowEnds"
                self.done.append((name, request.row))
                return None
            case DoStep():
                step = plain_step(filled(request.step, request.scope), self._usual, self._picture)
                self.done.append((step, () if self._has_calls else request.leads_to))
                return StepReport("x", "x", "x", "done", "x")
            case AskWhether():
                condition = filled_condition(request.step.condition, request.scope)
                asked = _by_file(condition, self._picture)
                is_so = self._oracle(asked, request.scope)
                if not isinstance(condition, grammar.Compares):
                    self.done.append((asked, is_so))
                return is_so


def run_script(made, argv, oracle, folder, monkeypatch):
    """Run the script's `main` with a run that does nothing; return what it was asked for."""
    file = folder / "made.py"
    runs = []

    class Hand(Calls):
        def __init__(
            self, given, *, script, max_steps, rows=0, on_mismatch="ask_model", speed=10.0
        ):
            assert max_steps >= 0
            pictures = Pictures(folder)
            runs.append(FakeRun(oracle, pictures, on_mismatch, "def other(" in made))
            super().__init__(runs[0].ask, pictures)

        def __enter__(self):
            return self

        def __exit__(self, *_left):
            return None

    names = {"__name__": "made", "__file__": str(file)}
    exec(compile(made, str(file), "exec"), names)
    names["Hand"] = Hand
    monkeypatch.setattr(sys, "argv", [str(file), *argv])
    try:
        names["main"]()
    except (ScriptError, BadValue):
        runs[0].done.append("broken")
    return runs[0].done


def options(given):
    """Return a command line that gives these values."""
    words = {name: f"param-{name}" if name in OWN_OPTIONS else name for name in given}
    return [f"--{words[name]}={value}" for name, value in given.items()]


@pytest.mark.timeout(300)
@ROOMY
@given(plays())
def test_a_script_does_the_same_steps_as_the_player(tmp_path_factory, play):
    main, other, given, cells, seed = play
    assume(not refusals(main))
    assume(not refusals(other))
    others = {"Other": Source(other, NoImages())}
    linked = link(Source(main, NoImages()), others.__getitem__)
    scope = scope_for(main, given)
    assume(isinstance(scope, Scope))
    folder = tmp_path_factory.mktemp("script")
    rows = folder / "rows.csv"
    with rows.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([COLUMNS, *cells])
    all_macros = [source.macro for source in linked.all]
    table = for_macros(open_table(rows, ","), all_macros)
    made = written(linked, "made.py")
    assert not unbound(made.text)
    files = {
        (source.macro.name, path): file.rpartition("/")[2]
        for file, (source, path) in made.pictures.items()
    }
    argv = options(given) + ([f"--rows={rows}", "--delimiter=,"] if linked.has_rows else [])
    wanted = played(linked, scope, table, Oracle(seed), files)
    with pytest.MonkeyPatch.context() as patch:
        found = run_script(made.text, argv, Oracle(seed), folder, patch)
    assert found == wanted, made.text
