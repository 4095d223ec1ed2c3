"""The JSON Schema of a macro file, made from its types; published in `resources/schema`.

python -m automation.macros.schema > resources/schema/macro.schema.json
"""

import json
import sys
from typing import Any, Final

import msgspec

from automation.macros.macro import Macro

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_TITLE: Final = "deskhand macro, version 1"
_ABOUT: Final = (
    "macro.yaml, after YAML was read: values without quotes are numbers, true, false or null only when "
    "written in exactly that way. More must hold than a schema can say; see deskhand macro check."
)

Schema = dict[str, Any]


def schema() -> Schema:
    """Return the schema of the whole file."""
    (found,), parts = msgspec.json.schema_components([Macro], ref_template="#/$defs/{name}")
    for part in (found, *parts.values()):
        if "description" in part:  # a docstring, with the line ends and the indent of the source
            part["description"] = " ".join(part["description"].split())
    return {"$schema": _DIALECT, "title": _TITLE, "description": _ABOUT, **found, "$defs": parts}


def text() -> str:
    """Return the file as it is published."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(text())
