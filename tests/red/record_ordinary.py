"""Records the screens of `ordinary.zip` from real programs, each on a private desktop; by hand.

`python -m tests.red.record_ordinary FOLDER s|l NAME -- PROGRAM ARGUMENT ...` starts a program on a small or a
large desktop, waits until it stands still, and writes `s-NAME.json` and `s-NAME.webp`; for each `--menu
WORD` before the dashes it opens that menu and writes `s-NAME-WORD`. The set was made so with galculator,
mousepad, pcmanfm, gucharmap, geany, lxappearance, gtk3-widget-factory, ristretto, featherpad, qpdfview,
LibreOffice, Qt's designer and linguist, small Tk and Qt programs, and pages in Chromium.
"""

import argparse
import json
import os
import time
from contextlib import closing
from pathlib import Path

import numpy as np
from PIL import Image

from automation.core.geometry import Rect
from automation.desktop.elements.reader import DesktopReader
from automation.desktop.virtual import VirtualDesktop
from tests.desktop.elements_rig import ESCAPE, Rig
from tests.kit.waiting import wait_for

SIZES = {"s": (1280, 800), "l": (1920, 1080)}
STILL = 3
POLL_S = 0.25


def still(rig, reader):
    """Return a look and its tree once nothing has changed for some looks."""
    last, same = None, 0
    while same < STILL:
        time.sleep(POLL_S)
        observation = rig.look()
        tree = tuple(reader.tree(observation))
        now = (observation.frame.pixels.tobytes(), tree)
        same, last = (same + 1 if now == last else 0), now
    return observation, tree


def write(path, observation, tree):
    """Write what was seen: the part of the picture with windows, the windows and the tree."""
    windows = [w for w in observation.windows if not (w.is_minimised or w.is_tooltip)]
    places = [observation.frame.rect.intersection(w.frame or w.rect) for w in windows]
    x, y = min(p.x for p in places), min(p.y for p in places)
    right, bottom = max(p.right for p in places), max(p.bottom for p in places)
    pixels = observation.frame.crop(Rect(x, y, right - x, bottom - y)).pixels[:, :, 2::-1]
    picture = Image.fromarray(np.ascontiguousarray(pixels))
    picture.save(path.with_suffix(".webp"), lossless=True, quality=100, method=6)
    size = (observation.frame.rect.w, observation.frame.rect.h)
    told = {
        "size": size, "at": (x, y), "windows": [_window(w) for w in windows],
        "elements": [
            [e.role, e.name, *_box(e.box), sorted(e.states), e.value, e.window_id, e.parent_name]
            for e in tree
        ],
    }  # fmt: skip
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    path.with_suffix(".json").write_text(text, encoding="utf-8")


def _window(window):
    told = {
        name: getattr(window, name) for name in ("window_id", "title", "app", "pid", "executable")
    }
    told |= {"rect": _box(window.rect), "frame": _box(window.frame) if window.frame else None}
    marks = ("is_active", "is_popup", "is_menu", "is_dialog")
    return told | {name: True for name in marks if getattr(window, name)}


def _box(rect):
    return [rect.x, rect.y, rect.w, rect.h]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("size", choices=SIZES)
    parser.add_argument("name")
    parser.add_argument("--menu", action="append", default=[])
    parser.add_argument("program", nargs="+")
    asked = parser.parse_args()
    path = asked.folder / f"{asked.size}-{asked.name}"
    with VirtualDesktop.start(SIZES[asked.size]) as desktop:
        os.environ.update(desktop.env)
        rig = Rig(desktop)
        with closing(DesktopReader()) as reader:
            reader.warm_up()
            desktop.spawn(asked.program)
            wait_for(lambda: any(not w.is_popup for w in rig.windows.windows()))
            observation, tree = still(rig, reader)
            write(path, observation, tree)
            for word in asked.menu:
                rig.click(next(e for e in tree if e.name == word).box.center)
                wait_for(lambda: any(w.is_popup for w in rig.windows.windows()))
                write(asked.folder / f"{path.name}-{word}", *still(rig, reader))
                rig.key(ESCAPE)
                wait_for(lambda: not any(w.is_popup for w in rig.windows.windows()))
        rig.close()


if __name__ == "__main__":
    main()
