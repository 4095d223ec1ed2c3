"""A macro with pictures for the editor's tests, kept in a library of its own."""

import io

from PIL import Image, ImageDraw

from automation.macros import macro as grammar
from automation.macros.library import Library
from automation.macros.macro import Box, Landmark, Macro, Param, Place, Target, Until
from automation.macros.names import image_path
from automation.macros.play.health import Health
from automation.macros.play.report import Report, StepReport

WINDOW = Box(x=0, y=0, w=1000, h=700)


def picture(words, *, is_button=False, size=(160, 64)):
    """Return a PNG of a field or a button with words on it, as a recording keeps it."""
    image = Image.new("RGB", size, "#F0F1F2")
    draw = ImageDraw.Draw(image)
    if is_button:
        draw.rectangle((22, 17, 137, 46), fill="#2F66C8")
        draw.text((48, 26), words, fill="white")
    else:
        draw.text((22, 2), "Label", fill="#555555")
        draw.rectangle((22, 17, 137, 46), fill="white", outline="#2F66C8")
        draw.text((30, 26), words, fill="#222222")
        draw.text((22, 50), "Note", fill="#555555")
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def _place():
    return Place(box=Box(x=200, y=290, w=116, h=30), window=WINDOW, press=(58, 15))


class Pictures:
    """Pictures by the path under which they are kept."""

    def __init__(self):
        self.files = {}

    def of(self, words, *, is_button=False):
        """Draw a picture and return its path."""
        data = picture(words, is_button=is_button)
        path = image_path(data, words)
        self.files[path] = data
        return path

    def target(self, name, role="field"):
        """Return a target with a picture, a place and a landmark."""
        is_button = role == "button"
        return Target(
            window="Ledger*",
            role=role,
            name=name,
            label="" if is_button else name,
            text=name if is_button else "",
            near=(Landmark(text="Invoice number", side="below", dx=0, dy=64),),
            image=self.of(name, is_button=is_button),
            press=(80, 32),
            place=_place(),
        )


def _shows(text, within=10.0):
    return Until(condition=grammar.Shows(text=text), within_s=within)


def invoice():
    """Return (macro, pictures by path): eight rows, as in the drawing of the editor."""
    pictures = Pictures()
    target = pictures.target
    steps = (
        grammar.Click(id="new", target=target("New invoice", "button"), wait=_shows("Draft")),
        grammar.Type(id="vendor", text="{{vendor}}", target=target("Vendor"), replace=True),
        grammar.Type(id="number", text="{{number}}", target=target("Invoice number")),
        grammar.Type(
            id="amount", text="{{amount}}", target=target("Amount"), on_mismatch="ask_model"
        ),
        grammar.If(
            id="later",
            condition=grammar.Shows(text="Attach later?"),
            comment="one-time dialog, added from a run",
            then=(grammar.Click(id="no", target=target("No", "button")),),
        ),
        grammar.Drag(
            id="pdf", target=target("newest PDF", "icon"), to=target("drop area", "group")
        ),
        grammar.Click(
            id="save",
            target=target("Save invoice", "button"),
            breakpoint=True,
            expect=_shows("Saved", 8.0),
        ),
        grammar.Clipboard(id="copy", op="copy", off=True),
    )
    macro = Macro(
        deskhand=1,
        name="File an invoice",
        params={"vendor": Param(), "number": Param(), "amount": Param(type="number")},
        steps=steps,
    )
    return macro, pictures.files


def long_macro(count):
    """Return (macro, pictures): as many clicks as wanted, with a few pictures among them."""
    pictures = Pictures()
    targets = [pictures.target(f"Button {n}", "button") for n in range(40)]
    steps = tuple(grammar.Click(id=f"s{n}", target=targets[n % 40]) for n in range(count))
    return Macro(deskhand=1, name="Long", steps=steps), pictures.files


def kept(root, made):
    """Keep a macro in a library under a folder and return the library."""
    macro, files = made
    library = Library(root)
    library.save(macro, files)
    return library


def step_report(step_id, **values):
    """Return what became of a step."""
    return StepReport(
        **{"id": step_id, "do": "click", "macro": "File an invoice", "state": "done"}
        | {"sentence": "", "ms": 240.0, "find_ms": 18.0, "rung": "tree"}
        | values
    )


def report():
    """Return what a run made of the invoice."""
    steps = (
        step_report("new"),
        step_report("vendor", find_ms=15.0),
        step_report("number", find_ms=14.0),
        step_report("amount", rung="text", find_ms=212.0),
        step_report("later", rung="", find_ms=0.0, ms=6.0),
        step_report("pdf", rung="image_near", find_ms=41.0),
        step_report("save", find_ms=17.0, ms=8400.0),
    )
    return Report(
        v=1,
        macro="File an invoice",
        digest="",
        run="r1",
        started="2026-11-20T10:00:00+00:00",
        outcome="done",
        message="",
        steps=steps,
        counts={"done": 7},
        rungs={"tree": 4, "text": 1, "image_near": 1},
    )


def health():
    """Return the health after that run."""
    return Health().after(report())
