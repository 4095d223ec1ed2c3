"""Makes the README's picture from the running program: python packaging/pictures.py [FILE].

A private desktop with a compositor, the demo's form, and a card that waits: nothing is painted by
hand, so the picture shows what the program shows.
"""

import os
import sys
import tempfile
import threading
from pathlib import Path

from PIL import Image

from app.gui.demo import DemoSession, paint_background, wait_for_window
from app.settings import Settings, user_folders
from automation.core.events import Proposed, RunEvent, Task
from automation.core.observation import Frame
from automation.core.timing import StopToken
from automation.desktop.capture import ScreenGrabber
from automation.desktop.virtual import VirtualDesktop

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "resources" / "pictures" / "overlay.png"
SIZE = (1280, 760)
ARMED_S = 1.2
TASK = Task("click Save card", policy="commands")
SETTINGS = Settings(theme="light", mark="sea-kite:paper kite")


def main() -> int:
    """Write the picture."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURE
    with (
        tempfile.TemporaryDirectory() as home,
        VirtualDesktop.start(size=SIZE, compositor=True) as desktop,
    ):
        os.environ.update(desktop.env)
        os.environ["DESKHAND_HOME"] = home
        paint_background(desktop)
        _take(desktop, target)
    print(f"{target}: {target.stat().st_size // 1000} kB")
    return 0


def _take(desktop: VirtualDesktop, target: Path) -> None:
    folders = user_folders()
    folders.create()
    proposed = threading.Event()

    def _listen(happening: RunEvent) -> None:
        if isinstance(happening, Proposed):
            proposed.set()

    session = DemoSession(folders, SETTINGS, _listen, is_private=False)
    form = desktop.spawn(
        [sys.executable, "-m", "app.gui.demo_form", "--at", "60", "90", "560", "560"]
    )
    wait_for_window("Library card", form)

    def _work(stop: StopToken) -> None:
        fill = Task('type "Ada Lovelace" into Name, check Large print', approve="auto")
        session.do(fill, stop)
        proposed.clear()
        run = threading.Thread(target=session.do, args=(TASK, stop))
        run.start()
        proposed.wait()
        threading.Event().wait(ARMED_S)
        _save(ScreenGrabber().grab(), target)
        session.stop()
        run.join()

    session.run(_work)
    form.terminate()
    form.wait()


def _save(frame: Frame, target: Path) -> None:
    rgb = frame.pixels[:, :, 2::-1]
    target.parent.mkdir(parents=True, exist_ok=True)
    palette = Image.fromarray(rgb.copy()).quantize(256, dither=Image.Dither.NONE)
    palette.save(target, optimize=True)


if __name__ == "__main__":
    sys.exit(main())
