"""A step contract of twelve tools, as the Holo family documents it, for tests of the grammar.

Kept apart from the profiles on purpose: the grammar has to hold any bounded schema.
"""

COORDINATE = {"type": "integer", "minimum": 0, "maximum": 1000}
BUTTON = {"enum": ["left", "right", "middle"]}
KEY = {"type": "string", "maxLength": 20}
KEYS = {"type": "array", "items": KEY, "minItems": 1, "maxItems": 5}
FLAG = {"type": "boolean"}


def text(most):
    return {"type": "string", "maxLength": most}


def number(least, most):
    return {"type": "integer", "minimum": least, "maximum": most}


def record(**properties):
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def tool(name, **arguments):
    return record(tool_name={"const": name}, **arguments)


POINT = {"element": text(60), "x": COORDINATE, "y": COORDINATE}
GOAL = record(goal=text(60), status={"enum": ["open", "done"]})
TOOLS = (
    tool("update_plan", goals={"type": "array", "items": GOAL, "minItems": 1, "maxItems": 4}),
    tool("write_desktop", content=text(200), press_enter=FLAG, overwrite=FLAG),
    tool("click_desktop", **POINT, button=BUTTON),
    tool("double_click_desktop", **POINT),
    tool("drag_to_desktop", **POINT),
    tool(
        "scroll_desktop",
        direction={"enum": ["up", "down", "left", "right"]},
        scroll_size=number(1, 100),
    ),
    tool("move_to_desktop", **POINT),
    tool("key_down_desktop", key=KEY),
    tool("key_up_desktop", key=KEY),
    tool("hotkey_desktop", keys=KEYS, repeat_count=number(1, 20)),
    tool("hold_and_tap_key_desktop", held=KEYS, key=KEY, times=number(1, 20)),
    tool("answer", content=text(200)),
)
STEP = record(note=text(120), thought=text(240), tool_call={"anyOf": list(TOOLS)})

CLICK = {
    "note": "",
    "thought": "The Save button is at the bottom of the dialog.",
    "tool_call": {
        "tool_name": "click_desktop",
        "element": "Save button",
        "x": 512,
        "y": 730,
        "button": "left",
    },
}
