"""Listings of a screen from names and roles, for tests of whoever aims by short names."""

from automation.core.geometry import Rect
from automation.core.observation import ScreenElement
from automation.screen.refs import Listed, Listing, operations_of


def element(name, role, place=0, *states, value=None):
    """Return an element of the tree; greyed out with the word `disabled`."""
    enabled = () if "disabled" in states else ("enabled",)
    kept = frozenset((*enabled, *(state for state in states if state != "disabled")))
    box = Rect(10, 10 + 30 * place, 120, 22)
    return ScreenElement(name, role, box, "tree", kept, value, handle=(":1.7", f"/{place}"))


def listing(*things):
    """Return things as a look lists them, called e1, e2, ...; each is a name, a role and states."""
    elements = [
        element(name, role, n, *states) for n, (name, role, *states) in enumerate(things, 1)
    ]
    return Listing(
        tuple(Listed(f"e{n}", one, operations_of(one)) for n, one in enumerate(elements, 1))
    )
