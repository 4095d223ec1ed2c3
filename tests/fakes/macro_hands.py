"""Random work on macros, the same for the same seed: edits of one, and a recording that goes on."""

import numpy as np

from automation.core import hand_events
from automation.core.errors import MacroError
from automation.core.geometry import Rect, ScreenPoint
from automation.core.hand_events import Context, HandEvent
from automation.core.observation import Frame, ScreenElement, WindowInfo
from automation.macros.edit.tree import Spot
from automation.macros.macro import Click, Group, Param, Target, Type, Wait
from automation.macros.names import image_path
from automation.macros.record.session import SETTLED_US
from tests.fakes.macro_samples import png

MOST_STEPS = 60
LEAST_STEPS = 10


def edit_once(document, session, rng):
    """Do one thing to a macro, or nothing where the format does not allow what was drawn.

    Args:
        document: the macro.
        session: keeps pictures and saves; None where only the document is followed.
        rng: decides what.
    """
    try:
        rng.choice(_EDITS)(document, session, rng)
    except MacroError as error:
        if not any(words in str(error) for words in ("cannot be moved", " deep")):
            raise


def _insert(document, _session, rng):
    if len(document.rows) < MOST_STEPS:
        text = "x" * rng.choice([1, 40, 9000])
        document.insert(
            [Type(id=f"t-{rng.randrange(10**6)}", text=text)], _somewhere(document, rng)
        )


def _insert_picture(document, session, rng):
    data = png(16, 8, rng.randrange(256))
    path = session.add_image(data) if session else image_path(data)
    step = Click(id="picture", target=Target(name="x", image=path))
    document.insert([step], _somewhere(document, rng))


def _remove(document, _session, rng):
    if len(document.rows) > LEAST_STEPS:
        document.remove(_some(document, rng))


def _move(document, _session, rng):
    document.move(_some(document, rng), _somewhere(document, rng))


def _turn(document, _session, rng):
    document.set_off(_some(document, rng), rng.random() < 0.5)


def _comment(document, _session, rng):
    for step_id in _some(document, rng)[:1]:
        document.comment(step_id, f"Said {rng.randrange(10**6)}.")


def _group(document, _session, rng):
    # Where a few blocks held everything, everything may have been removed with them.
    if 0 < len(document.rows) < MOST_STEPS:
        document.group(_some(document, rng)[:1], "Some")


def _undo(document, _session, _rng):
    if document.can_undo:
        document.undo()


def _redo(document, _session, _rng):
    if document.can_redo:
        document.redo()


def _declare(document, _session, rng):
    document.set_param(f"p{rng.randrange(9)}", Param(ask=f"{rng.random()}?"))


def _save(document, session, rng):
    if rng.random() < 0.3:
        if session:
            session.save()
        document.close_edit()


_EDITS = (
    _insert, _insert_picture, _remove, _remove, _move, _move, _turn, _comment, _comment, _group,
    _undo, _redo, _declare, _save,
)  # fmt: skip


def _some(document, rng):
    ids = [row.id for row in document.rows]
    return rng.sample(ids, min(len(ids), rng.randint(1, 3)))


def _somewhere(document, rng):
    if not document.rows:
        return Spot()
    row = rng.choice(list(document.rows))
    if isinstance(row.step, Group) and rng.random() < 0.5:
        return Spot(row.id, "steps", rng.randint(0, len(row.step.steps)))
    return document.spot_of(row.id) if rng.random() < 0.5 else document.spot_after(row.id)


class Hand:
    """Does one thing after the other while a recording goes on."""

    def __init__(self, session):
        self.session, self.now, self.events = session, 1_000_000, 0

    def act_once(self, rng):
        """Click, type, rest, put something in or take something back."""
        rng.choice(
            [self._click, self._click, self._type, self._rest, self._insert, self._take_back]
        )(rng)

    def _put(self, kind, context=None, **fields):
        self.now += 40_000
        self.session.feed(HandEvent(self.now, kind, window=7, **fields), context)
        self.events += 1

    def _click(self, rng):
        name = f"Button {rng.randrange(50)}"
        window = WindowInfo(7, "Orders", "shop", 1, Rect(0, 0, 400, 300), is_active=True)
        button = ScreenElement(name, "button", Rect(50, 50, 80, 30), "tree", window_id=7)
        tile = np.random.default_rng(rng.randrange(10**6)).integers(0, 256, (10, 10, 4), np.uint8)
        pixels = np.tile(tile, (30, 40, 1))
        frame = Frame(pixels, ScreenPoint(0, 0), 0.0)
        context = Context(ScreenPoint(60, 60), frame, window, button, (button,))
        self._put(hand_events.PRESS, context, button=1, x=60, y=60)
        self._put(hand_events.RELEASE, button=1, x=60, y=60)
        self.now += 500_000

    def _type(self, rng):
        for char in f"text {rng.randrange(1000)}":
            self._put(hand_events.KEY_DOWN, keycode=ord(char), keysym=ord(char))
            self._put(hand_events.KEY_UP, keycode=ord(char))

    def _rest(self, _rng):
        self.now += SETTLED_US
        self.session.tick(self.now)

    def _insert(self, rng):
        self.session.insert(Wait(id="wait", seconds=rng.randint(1, 9)))

    def _take_back(self, _rng):
        self.session.undo()
