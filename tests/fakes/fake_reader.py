"""A reader that finds what the test says, by the rules of the real one, without display and OCR."""

from collections.abc import Sequence

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import NumberRange, Observation, ScreenElement, TableRows
from automation.core.ports import ElementReader
from automation.desktop.elements import nodes

PLACE = Rect(10, 10, 80, 20)


def element(
    name: str,
    role: str = "button",
    box: Rect = PLACE,
    *,
    states: frozenset[str] = frozenset({"enabled", "showing"}),
    window_id: int = 0,
    **more,
) -> ScreenElement:
    """Return an element of the tree; its handle is made from name, role and box."""
    handle = (":fake", f"/{role}/{name}/{box.x}/{box.y}")
    return ScreenElement(
        name, role, box, "tree", states=states, window_id=window_id, **{"handle": handle, **more}
    )


def line(name: str, box: Rect = PLACE, *, window_id: int = 0, **more):
    """Return a line of text as OCR reads it."""
    return ScreenElement(name, "text", box, "ocr", window_id=window_id, **more)


class FakeReader:
    """Answers from two lists that the test may replace at any time.

    An element without a window id belongs to the active window, whichever that is.
    """

    def __init__(
        self, elements: Sequence[ScreenElement] = (), lines: Sequence[ScreenElement] = ()
    ) -> None:
        """Take what the tree and what OCR would find."""
        self.elements = list(elements)
        self.lines = list(lines)
        self.numbers: dict[tuple[str, str], NumberRange] = {}
        """Where sliders and number boxes stand, by their handles."""
        self.rows_told: dict[tuple[str, str], TableRows] = {}
        """How many rows the tables of things have, by the things' handles."""
        self.tips: dict[tuple[str, str], str] = {}
        """What a program says of things besides their names, by their handles."""
        self.readings = 0
        """How often text was read by OCR."""

    def tree(
        self, observation: Observation, *, whole_screen: bool = False
    ) -> Sequence[ScreenElement]:
        """Return the elements of the active window and its popups, or all."""
        return [e for e in self.elements if whole_screen or _is_in_front(e, observation)]

    def text(self, observation: Observation, region: Rect | None = None) -> Sequence[ScreenElement]:
        """Return the lines in the region, or in the active window; password fields hide theirs."""
        self.readings += 1
        secrets = [e.box for e in self.elements if "secret" in e.states]
        read = [x for x in self.lines if not any(s.contains(x.box.center) for s in secrets)]
        if region is None:
            return [x for x in read if _is_in_front(x, observation)]
        return [x for x in read if region.contains(x.box.center)]

    def at(self, observation: Observation, point: ScreenPoint) -> ScreenElement | None:
        """Return the smallest element under the pixel."""
        window = nodes.window_at(observation, point)
        hit = [
            e
            for e in self.elements
            if e.box.contains(point)
            and (not e.window_id or not window or e.window_id == window.window_id)
        ]
        return min(hit, key=lambda e: e.box.area, default=None)

    def refreshed(self, element: ScreenElement) -> ScreenElement | None:
        """Return the element as it is in the list; None when it is gone or came from OCR."""
        if element.handle is None:
            return None
        return next((e for e in self.elements if e.handle == element.handle), None)

    def number(self, element: ScreenElement) -> NumberRange | None:
        """Return where the element stands, if the test says so."""
        return self.numbers.get(element.handle) if element.handle else None

    def rows(self, element: ScreenElement) -> TableRows | None:
        """Return the rows of the table of an element, if the test says so."""
        return self.rows_told.get(element.handle) if element.handle else None

    def described(self, element: ScreenElement) -> Sequence[str]:
        """Return the tip, if the test says so."""
        tip = self.tips.get(element.handle) if element.handle else None
        return (tip,) if tip else ()

    def focused(self, observation: Observation) -> ScreenElement | None:
        """Return the element in front that has the focus."""
        return next((e for e in self.tree(observation) if "focused" in e.states), None)


def _is_in_front(element: ScreenElement, observation: Observation) -> bool:
    ids = {w.window_id for w in nodes.active_group(observation)}
    return not element.window_id or element.window_id in ids


_TYPED: ElementReader = FakeReader()
