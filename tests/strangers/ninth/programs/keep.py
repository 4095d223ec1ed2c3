"""What a program tells of itself: facts that it notes down and fields that are read.

Both go to the file named by STRANGERS_STATE, whenever something has changed.
"""

import json
import os
from pathlib import Path

facts = {}
fields = {}
_last = [None]


def counted(name):
    """What counts under the name how often it has been called."""
    facts.setdefault("clicks " + name, 0)

    def count(*_):
        facts["clicks " + name] += 1

    return count


def keep():
    state = {**facts, **{name: field() for name, field in fields.items()}}
    text = json.dumps(state, ensure_ascii=False)
    if text == _last[0]:
        return
    _last[0] = text
    path = os.environ["STRANGERS_STATE"]
    new = Path(path + ".new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)
