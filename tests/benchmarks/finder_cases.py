"""Targets as a recorder would write them down, and where they really are when the window changed."""

from collections import Counter
from dataclasses import dataclass

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame, ScreenElement
from automation.core.timing import StopToken
from automation.macros.found import Missed
from automation.macros.macro import Box, Landmark, Place, Target
from automation.screen.rows import shares_row

CONTROLS = frozenset(
    {"button", "toggle", "checkbox", "radio", "field", "password", "combo", "tab", "link", "menu",
     "menu_item", "list_item", "cell", "spinner", "slider", "column_header"}
)  # fmt: skip
CROP = (160, 64)
RENAMED = {"Search": "Look for it"}
REACH_PX = 4


@dataclass(frozen=True)
class Case:
    """One thing of a recorded window."""

    program: str
    element: ScreenElement
    target: Target
    picture: Frame


class Pictures:
    """The picture of one case."""

    def __init__(self, frame):
        self._frame = frame

    def image(self, path):
        return self._frame


def cases_of(shown):
    """Return a case for everything in a recorded window that one can press."""
    times = Counter((e.role, e.name) for e in shown.elements)
    return [
        _case(shown, e, is_alone=times[(e.role, e.name)] == 1)
        for e in shown.elements
        if e.role in CONTROLS and e.name
    ]


def _case(shown, element, *, is_alone):
    window = shown.window
    row = () if is_alone else _row(shown, element)
    crop, press = _crop(shown, element.box.center)
    inside = [x.name for x in shown.lines if element.box.contains(x.box.center)]
    target = Target(
        window=window.title,
        app=window.app,
        role=element.role,
        name=element.name,
        row=row,
        text=" ".join(inside) if len(inside) == 1 else "",
        near=_landmarks(shown, element),
        image="img/x.png",
        press=press,
        place=Place(
            box=Box(
                x=element.box.x - window.rect.x,
                y=element.box.y - window.rect.y,
                w=element.box.w,
                h=element.box.h,
            ),
            window=Box(x=window.rect.x, y=window.rect.y, w=window.rect.w, h=window.rect.h),
        ),
    )
    return Case(shown.program, element, target, crop)


def _row(shown, element):
    texts = [
        e.name
        for e in shown.elements
        if e.role in ("text", "cell", "label") and shares_row(e.box, element.box)
    ]
    return tuple(dict.fromkeys(texts))[:1]


def _crop(shown, point):
    """Return the picture around a pixel, kept inside of the window, and the pixel in it."""
    window, (width, height) = shown.window.rect, CROP
    x = max(window.x, min(point.x - width // 2, window.right - width))
    y = max(window.y, min(point.y - height // 2, window.bottom - height))
    part = shown.observation.frame.crop(Rect(x, y, width, height).intersection(window))
    at = (point.x - part.origin.x, point.y - part.origin.y)
    return Frame(part.pixels.copy(), ScreenPoint(0, 0), 0.0), at


def _landmarks(shown, element):
    """Return the nearest text on each side, at most four."""
    point, box = element.box.center, element.box
    texts = [(x.name, x.box) for x in shown.lines] or [
        (e.name, e.box) for e in shown.elements if e.role in ("label", "text", "button", "link")
    ]
    best = {}
    for text, there in texts:
        if box.contains(there.center) or not any(c.isalnum() for c in text) or len(text) > 60:
            continue
        side, far = _side(box, there)
        if side and (side not in best or far < best[side][0]):
            middle = there.center
            best[side] = (
                far,
                Landmark(text=text, side=side, dx=point.x - middle.x, dy=point.y - middle.y),
            )
    return tuple(mark for _, mark in sorted(best.values(), key=lambda each: each[0]))


def _side(box, there):
    """Return where the thing lies from a text, and how far."""
    if shares_row(box, there):
        left = there.right <= box.x + REACH_PX
        gap = box.x - there.right if left else there.x - box.right
        return ("right_of" if left else "left_of"), max(0, gap)
    above = there.bottom <= box.y + REACH_PX
    gap = box.y - there.bottom if above else there.y - box.bottom
    aside = max(0, there.x - box.right, box.x - there.right)
    return ("below" if above else "above"), max(0, gap) + 2 * aside


def truth(case, shown):
    """Return the box where the thing is; None when it is not there, or nobody could say which.

    Things that the tree tells twice under one name are the same only by their row.
    """
    name = case.element.name
    if shown.way == "renamed":
        name = RENAMED.get(name, name)
    found = [e for e in shown.elements if (e.role, e.name) == (case.element.role, name)]
    if case.target.row:
        texts = [e for e in shown.elements if e.name == case.target.row[0]]
        found = [e for e in found if any(shares_row(e.box, t.box) for t in texts)]
    return found[0].box if len(found) == 1 else None


def without(target, *fields):
    """Return the target without some of its evidence."""
    empty = {"near": (), "row": (), "image": None, "press": None, "place": None}
    changes = {field: empty.get(field, "") for field in fields}
    kept = {f: getattr(target, f) for f in target.__struct_fields__}
    return Target(**{**kept, **changes})


def outcome(finder, case, target, shown, *, lowest="landmarks"):
    """Search, and return how it ended (`right`, `wrong`, or why not), and what was answered."""
    answer = finder.find(
        target, shown.observation, Pictures(case.picture), StopToken(), lowest=lowest
    )
    if isinstance(answer, Missed):
        return answer.why, answer
    box = truth(case, shown)
    is_right = box is not None and box.grown(2).contains(answer.point)
    return ("right" if is_right else "wrong"), answer
