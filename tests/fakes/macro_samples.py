"""Macros for tests: a strategy that draws any legal one, made from the types, and files as written by hand."""

import functools
import io

import numpy as np
from hypothesis import strategies as st
from msgspec import inspect
from PIL import Image

from automation.macros import macro as grammar

_CHARS = st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff")
_GAPS = st.sampled_from(["\n", "\r", "\t", "\r\n", " ", "  "])
_ODD = (
    "yes", "No", "ON", "off", "y", "~", "null", "true", "False", "12", "012", "0o17", "0x1F", "1e5", "1_000", "-", "- a", "? x", "",
    "12:30:00", "2024-05-01", ".inf", "-.INF", ".nan", "<<", "=", "!!str x", "&a", "*a", "a: b", "a #b", "#c", "---", "...", "a, b",
    "{{name}}", "{{{{", "${secret:mail}", "@x", "`x`", "%x", "|", ">", "[a", "{a", "a]", "'", '"', "\\", " a", "a ", "a\tb", "\ta\nb",
    "a\nb", "a\n\nb\n", "\na", " a\nb", "a\n b", "a \nb", "a\n", "\n", "a\n\n", "a\n \nb", "a\n  ", "x" * 1100, "a\u2028b\nc", "\ufeff",
    "\xa0", "\u202e", "é", "日本", "🙂", "y: 1", "1.", ".5", "+1", "-0", "1" * 30, "0.1e-3", "a:b", "a:", ":a", "- a\n- b", "# a\n# b",
    "---\nb", "a\n...\nb", "a\r\nb", "a\rb", "x " * 60, "ünï (x)", "don't", "'a'", "a\\nb", "NaN", "Infinity", "0b1", "190:20:30",
)  # fmt: skip
"""Texts that writers and readers of YAML trip over."""


def texts(least=0, most=60):
    """Return a strategy for texts that a macro may hold, odd ones most of all."""
    fitting = [text for text in _ODD if least <= len(text) <= most]
    mixed = st.lists(st.one_of(_CHARS, _GAPS), min_size=least, max_size=min(most, 20)).map("".join)
    return st.one_of(
        st.sampled_from(fitting), mixed.filter(lambda text: least <= len(text) <= most)
    )


def macros():
    """Return a strategy for every macro that the types allow."""
    return _strategy(inspect.type_info(grammar.Macro))


def _strategy(kind):
    match kind:
        case inspect.StructType():
            return _struct(kind.cls)
        case inspect.UnionType():
            return _one_of(kind.types)
        case inspect.StrType(pattern=str(pattern)):
            plain = pattern.removeprefix("^").removesuffix(r"$(?!\n)")
            return st.from_regex(plain, fullmatch=True)
        case inspect.StrType():
            return texts(kind.min_length or 0, min(kind.max_length or 2000, 2000))
        case inspect.IntType():
            return st.integers(kind.ge, kind.le if kind.lt is None else kind.lt - 1)
        case inspect.FloatType():
            least, most = (
                (-1e300 if kind.ge is None else kind.ge),
                (1e300 if kind.le is None else kind.le),
            )
            return st.floats(
                0 if kind.gt is not None else least,
                most,
                allow_nan=False,
                exclude_min=kind.gt is not None,
            )
        case inspect.LiteralType():
            return st.sampled_from(kind.values)
    return _other(kind)


def _other(kind):
    match kind:
        case inspect.VarTupleType():
            most = 3 if kind.max_length is None else min(kind.max_length, 3)
            return st.lists(
                _strategy(kind.item_type), min_size=kind.min_length or 0, max_size=most
            ).map(tuple)
        case inspect.TupleType():
            return st.tuples(*(_strategy(one) for one in kind.item_types))
        case inspect.DictType():
            return st.dictionaries(_strategy(kind.key_type), _strategy(kind.value_type), max_size=3)
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
    raise TypeError(f"no strategy for {kind}")


@st.composite
def _one_of(draw, kinds):
    return draw(_strategy(kinds[draw(st.integers(0, len(kinds) - 1))]))


@functools.cache
def _struct(cls):
    fields = inspect.type_info(cls).fields

    @st.composite
    def _drawn(draw):
        # Few keys a struct: each is drawn in one macro or another.
        values = {one.name: draw(_strategy(one.type)) for one in fields if one.required}
        optional = [one for one in fields if not one.required]
        for one in (
            draw(st.lists(st.sampled_from(optional), max_size=3, unique_by=id)) if optional else ()
        ):
            values[one.name] = draw(_strategy(one.type))
        return cls(**values)

    return _drawn()


def png(width=160, height=64, level=120):
    """Return the file of a grey picture."""
    out = io.BytesIO()
    Image.fromarray(np.full((height, width, 3), level, np.uint8)).save(out, "PNG")
    return out.getvalue()


INVOICE = """\
# The invoice form, as one writes it by hand.
deskhand: 1
name: File the invoice
about: |
  Opens the form,
  fills it in and saves it.
made: {by: recording, at: "2026-11-22T06:00:00Z", version: 0.1.0}
params:
  vendor: {ask: Vendor?}
  amount: {type: number, least: 0, most: 1e6}
  mail: {type: secret, ask: Which password?}
columns: [item]
steps:
  - id: open-form
    do: click
    target:
      window: "*Invoices*"
      role: button
      name: New          # the tree's word
      near: [{text: Filter, side: right_of, dx: 40, dy: 0}]
      image: img/open-form.png
      press: [80, 32]
      place: {box: {x: 10, y: 20, w: 80, h: 24}, window: {x: 0, y: 0, w: 800, h: 600}, scale: 1.5}
    wait: {condition: {that: text, text: Invoice details}, within_s: 10}
  - {id: vendor, do: type, target: {label: Vendor}, text: "{{vendor}}", replace: true}
  - {id: amount, do: type, target: {label: Amount}, text: "{{amount}}"}
  - {id: password, do: type, target: {role: field, label: Password}, text: "{{mail}}", enter: true}
  - id: items
    do: for_each
    steps:
      - id: pick
        do: click
        target: {role: button, name: Delete, row: ["{{item}}"]}
        risk: irreversible
      - id: known
        do: if
        condition: {that: text, text: Known, absent: true}
        then: [{id: note, do: type, text: "A {{{{brace}}, no and 012"}]
        otherwise:
          - {id: again, do: repeat, times: 3, until: {that: title, title: Done*}, steps: [{id: down, do: keys, keys: [ctrl, down]}]}
  - {id: save, do: keys, keys: [ctrl, s], expect: {condition: {that: text, text: Saved}, within_s: 8}}
  - {id: close, do: window, op: close, title: "*Invoices*"}
  - {id: start, do: launch, desktop_id: org.example.Mail.desktop}
  - {id: other, do: call, macro: Send it, values: {to: "{{vendor}}"}}
  - {id: put, do: clipboard, op: set, text: "x\\ty"}
  - {id: is-there, do: check, condition: {that: value, target: {label: Total}, value: "12"}}
  - {id: sure, do: ask, question: Send it?}
  - {id: drag, do: drag, target: {name: File}, to: {name: Bin}, path: [[1, 2], [3, 4]]}
  - {id: turn, do: scroll, direction: down, target: {role: list}}
  - {id: hover, do: move, target: {text: Help}}
  - {id: rest, do: wait, seconds: 1.5}
  - {id: block, do: group, title: The end, off: true, steps: [{id: nothing, do: click, target: {}}]}
"""


def invoice():
    """Return the sample with every kind of step."""
    from automation.macros.codec import read

    return read(INVOICE.encode())
