"""Writes the state of a program to its file whenever it has changed."""

import json
import os
from pathlib import Path


class Keep:
    """What is read again and again, and the last text that was written."""

    def __init__(self):
        self.reads = {}
        self.counts = {}
        self.last = None

    def add(self, name, read):
        self.reads[name] = read

    def known(self, *names):
        for name in names:
            self.counts.setdefault(name, 0)

    def count(self, name):
        self.counts[name] = self.counts.get(name, 0) + 1

    def write(self, **more):
        state = {name: read() for name, read in self.reads.items()}
        state |= {"clicks " + name: number for name, number in self.counts.items()}
        text = json.dumps(state | more, ensure_ascii=False)
        if text != self.last:
            path = Path(os.environ["STRANGERS_STATE"])
            path.with_suffix(".new").write_text(text, encoding="utf-8")
            path.with_suffix(".new").replace(path)
            self.last = text
        return True


def number_of(field):
    """Read the number that stands in a field of GTK, also before the field is left."""

    def read():
        text = field.get_text().strip()
        return int(text) if text.isdecimal() else text

    return read
