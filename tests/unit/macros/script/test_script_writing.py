"""How a macro reads as a script: one call a step, values by name, blocks as Python has them."""

import ast

import pytest

from automation.macros.codec import read
from automation.macros.macro import Param
from automation.macros.names import same_name
from automation.macros.play.linking import Linked, Source
from automation.macros.script.parameters import Variable, handed_on
from automation.macros.script.python_source import one_line
from automation.macros.script.script_writer import written
from tests.fakes.macro_world import NoImages
from tests.fakes.python_names import unbound

STEPS = """\
deskhand: 1
name: Order a book
about: Orders one and tells who wants it.
params:
  title: {ask: Which book?}
  gift: {type: yes_no, default: "no"}
  card: {type: secret}
steps:
  - {id: a, do: click, target: {role: button, name: New}, comment: The first time.}
  - {id: b, do: type, text: "The {{title}}", target: {label: Book}, enter: true}
  - {id: c, do: type, text: "{{card}}", target: {role: field, label: Card}}
  - {id: d, do: if, condition: {that: param, param: gift, equals: "yes"}, then: [{id: e, do: click, target: {role: button, name: New}, off: true}]}
  - {id: f, do: repeat, times: 3, until: {that: text, text: Done}, steps: [{id: g, do: wait, wait: {condition: {that: text, text: More}, within_s: 3}}]}
  - {id: h, do: click, target: {role: menu, name: File}}
  - {id: i, do: click, target: {role: menu_item, name: Print}}
"""
WRITTEN = '''\
# What the steps press and read; `place` only says where to look first.
NEW_BUTTON = Target(role="button", name="New")
BOOK_PLACE = Target(label="Book")
CARD_FIELD = Target(role="field", label="Card")
FILE_MENU = Target(role="menu", name="File")
PRINT_MENU_ITEM = Target(role="menu_item", name="Print")


def order_a_book(hand: Hand, *, title: str, gift: bool = False, card: Secret) -> None:
    """Orders one and tells who wants it."""
    # The first time.
    # Click button “New”
    hand.click(NEW_BUTTON)
    # Type “The {{title}}” into “Book”, then Enter
    hand.type("The {{title}}", into=BOOK_PLACE, enter=True, values={"title": title})
    # Type “{{card}}” into field “Card”
    hand.type(card, into=CARD_FIELD)
    if gift:
        # Click button “New”
        # hand.click(NEW_BUTTON)
        pass
    for _ in range(3):
        if hand.sees(shows("Done")):
            break
        # Wait
        hand.wait_until(shows("More"), within_s=3)
    else:
        hand.check(shows("Done"))
    # Click menu “File”
    hand.click(FILE_MENU, leads_to=("Print",))
    # Click menu item “Print”
    hand.click(PRINT_MENU_ITEM)


def main() -> None:
    """Read the command line and do it."""
    parser = script_arguments(__doc__)
    parser.add_argument("--title", required=True, help="Which book?")
    parser.add_argument("--gift", type=yes_no, metavar="yes|no", default=False, help="gift")
    parser.add_argument("--card", type=Secret, metavar="NAME", required=True, help="card")
    given = parser.parse_args()
    with Hand(given, script=__file__, max_steps=28) as hand:
        order_a_book(hand, title=given.title, gift=given.gift, card=given.card)


if __name__ == "__main__":
    run(main)
'''


def script_of(text, *others):
    """Return the script of a macro that calls these."""
    called = {same_name(macro.name): Source(macro, NoImages()) for macro in map(_read, others)}
    return written(Linked(Source(_read(text), NoImages()), called), "order.py").text


def _read(text):
    return read(text.encode())


def test_a_script_reads_as_the_macro_does():
    head, _, rest = script_of(STEPS).partition("yes_no\n\n")
    assert rest == WRITTEN
    assert head.startswith('"""Order a book\n\nOrders one and tells who wants it.\n\nIt drives')
    assert "\n    deskhand script order.py --help " in head
    assert head.endswith(
        "from app.script import Hand, Secret, Target, run, script_arguments, shows, "
    )


def test_a_macro_that_is_called_is_a_function_that_is_called():
    main = """\
deskhand: 1
name: Main
columns: [who]
steps:
  - {id: r, do: for_each, steps: [{id: c, do: call, macro: tell all, values: {who: "{{who}} x"}}]}
"""
    other = """\
deskhand: 1
name: Tell all
on_mismatch: skip
params: {who: {}}
steps: [{id: t, do: type, text: "{{who}}"}]
"""
    made = script_of(main, other)
    assert '    for row in hand.rows(table):\n        who = row["who"]\n' in made
    assert '        tell_all(hand, who=f"{who} x")\n' in made
    assert "def tell_all(hand: Hand, *, who: str) -> None:" in made
    assert 'hand.type("{{who}}", values={"who": who}, on_mismatch="skip")' in made
    assert '    table = read_table(given, "who")\n' in made
    assert "max_steps=4 * len(table), rows=len(table)" in made


@pytest.mark.parametrize(
    ("own", "param", "reader"),
    [
        ("{}", "{type: choice, choices: [p, q]}", "one_of"),
        ("{}", "{type: number}", "number"),
        ("{}", "{type: yes_no}", "yes_no"),
        ("{type: number}", "{}", "text_of"),
    ],
)
def test_what_stands_between_two_texts_with_names_in_them_is_imported(own, param, reader):
    main = f"""\
deskhand: 1
name: Main
params: {{n: {{}}, m: {own}}}
steps:
  - {{id: c, do: call, macro: Tell, values: {{a: "Hello {{{{n}}}}", b: "{{{{m}}}}", c: "x {{{{n}}}}"}}}}
"""
    other = f"""\
deskhand: 1
name: Tell
params: {{a: {{}}, b: {param}, c: {{}}}}
steps: [{{id: t, do: type, text: "{{{{a}}}}{{{{c}}}}"}}]
"""
    made = script_of(main, other)
    [imported] = [node for node in ast.parse(made).body if isinstance(node, ast.ImportFrom)]
    assert reader in {one.name for one in imported.names}
    assert not unbound(made)


def test_a_name_that_nobody_binds_is_seen():
    bound = "from a import b\ndef f(c: b) -> None:\n    for d in c:\n        print(b, d, e)\n"
    assert unbound(bound) == {"e"}
    assert unbound("x = f'{y}'\n") == {"y"}


VARIABLES = {
    "a_text": Variable("a_text", Param()),
    "a_number": Variable("a_number", Param(type="number", least=1)),
    "a_yes": Variable("a_yes", Param(type="yes_no")),
    "a_secret": Variable("a_secret", Param(type="secret")),
}
TEXT, NUMBER, YES, SECRET = (
    Param(),
    Param(type="number"),
    Param(type="yes_no"),
    Param(type="secret"),
)


@pytest.mark.parametrize(
    ("text", "param", "expected"),
    [
        ("{{a_text}}", TEXT, "a_text"),
        ("{{a_number}}", TEXT, "text_of(a_number)"),
        ("{{a_yes}}", TEXT, "text_of(a_yes)"),
        ("{{a_secret}}", TEXT, "a_secret.name"),
        ("{{a_text}}", NUMBER, "number()(a_text)"),
        ("{{a_number}}", NUMBER, "number()(text_of(a_number))"),
        ("{{a_number}}", Param(type="number", least=1), "a_number"),
        ("{{a_text}}", YES, "yes_no(a_text)"),
        ("{{a_text}}", SECRET, "Secret(a_text)"),
        ("{{a_text}}", Param(type="choice", choices=('"',)), r'one_of("\"")(a_text)'),
        ('x "{{{{ {{a_text}} {', TEXT, r'f"x \"{{{{ {a_text} {{"'),
        ("2.50", NUMBER, 'Number("2.50")'),
        ("yes", YES, "True"),
        ("mail", SECRET, 'Secret("mail")'),
    ],
)  # fmt: skip
def test_a_call_gives_what_the_called_macro_wants(text, param, expected):
    assert one_line(handed_on(text, param, VARIABLES)) == expected


def test_names_are_pythons_and_none_is_given_twice():
    made = script_of("""\
deskhand: 1
name: Hand
params: {class: {}, hand: {}, json: {}, row: {}, help: {}}
steps:
  - {id: a, do: click, target: {name: "1", role: button}}
  - {id: b, do: click, target: {name: "東京"}}
  - {id: c, do: click, target: {name: "東京", role: text}}
""")
    assert "def hand_(" in made
    for one in ("class_: str", "hand_2: str", "json_: str", "row_: str", "help_: str"):
        assert one in made
    for one in (
        'THE_1_BUTTON = Target(role="button", name="1")',
        "PLACE = Target(name=",
        "TEXT = Target(",
    ):
        assert one in made
    assert '"--param-json", dest="json_"' in made
    assert "hand_2=given.hand_2" in made
