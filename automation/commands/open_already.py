"""Is what a press would open open already? A press closes it then, and looks like an effect.

GTK and Qt say nothing of it in the state of a menu's title, but what stands in an open menu names
the title as its container, and lies in a window of its own.
"""

from typing import Final

from automation.commands.roles import COMBOS, MENU_LIKE
from automation.commands.scene import Scene
from automation.core.observation import ScreenElement, open_menus

_OPENERS: Final = MENU_LIKE | COMBOS | frozenset({"button", "toggle"})


def is_open_already(element: ScreenElement, scene: Scene) -> bool:
    """Tell whether the menu or list that the element opens is up; False where nothing tells."""
    popups = {w.window_id for w in open_menus(scene.observation.windows)} - {element.window_id}
    if not popups or element.role not in _OPENERS:
        return False
    if "expanded" in scene.current(element).states:
        return True
    held = (e for e in scene.near if e.window_id in popups)
    return bool(element.name) and any(e.parent_name == element.name for e in held)
