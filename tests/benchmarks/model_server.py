"""What the client of a model server costs, and how soon a stop is there. Run: python -m tests.benchmarks.model_server.

The server is a fake one in a process of its own, so that its time is not the client's; both read the same
monotonic clock. The window's gaps are those of a timer in the main thread of a Qt program in which another thread
asks, while the server does everything that can go wrong. Prints the figures and writes `build/benchmarks/model_server.json`; ends with status 1 when one is
not what it must be.
"""

import io
import json
import os
import statistics
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from itertools import count, pairwise
from pathlib import Path

from PIL import Image

from automation.core.errors import Stopped
from automation.core.generation import TextDelta
from automation.core.timing import StopToken
from model.server.asking import Ask, Picture, ServerError, Turn
from model.server.client import Limits, ServerClient
from tests.kit.model_server import ModelServer, Said
from tests.kit.wire_faults import all_faults, redirects
from tests.unit.model.images.ui_pictures import ui_picture

OUTPUT = Path("build/benchmarks/model_server.json")
OWN_MS, STOP_MS = 30, 50
GAP_MS, TICK_MS = 100, 10
ROUNDS, SESSIONS, EACH = 60, 100, 5
REPLY = json.dumps({"note": None, "thought": "the button is there", "x": 512, "y": 300}) * 2


def serve():
    """Serve until the standard input ends; answers by the first word of the text."""
    times = {}

    def answer(asked):
        times["received"] = time.monotonic()
        word, _, rest = asked.text.partition(" ")

        def write(link):
            if word == "silent":
                link.start()
                link.event(link.chunks(Said("some"))[1])
                link.until_closed()
            else:
                link.say(Said(rest or REPLY, piece=4))
                times["done"] = time.monotonic()

        return write

    def told(link):
        link.json(times | {"closed": server.closed_s})

    server = ModelServer(answer, at={"/times": told})
    sys.stdout.write(f"{server.url}\n")
    sys.stdout.flush()
    sys.stdin.read()


def serve_faults():
    """Serve until the standard input ends: one fault after the other, then whole replies."""
    other = ModelServer()
    faults = all_faults(other.root)
    numbers = count()

    def answer(_):
        number = next(numbers)
        return faults[number].write if number < len(faults) else Said(REPLY, piece=4)

    server = ModelServer(answer)
    sys.stdout.write(f"{server.url} {len(faults)}\n")
    sys.stdout.flush()
    sys.stdin.read()


@contextmanager
def serving(what="--serve"):
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.benchmarks.model_server", what],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        yield process.stdout.readline().strip()
    finally:
        process.kill()
        process.communicate()


def own_ms(client):
    """Return what a request with a picture of 1080p takes beyond the server's time, in milliseconds."""
    out = io.BytesIO()
    Image.fromarray(ui_picture(1920, 1080)).save(out, "png")
    ask = Ask((Turn("user", "point", (Picture(out.getvalue(), 1920, 1080),)),))
    taken = []
    for _ in range(ROUNDS + 3):
        started = time.monotonic()
        client.reply(ask, StopToken())
        total = time.monotonic() - started
        times = client.told("/times", StopToken())
        taken.append((total - (times["done"] - times["received"])) * 1000)
    return len(out.getvalue()), taken[3:]


def stop_ms(client):
    """Return the milliseconds from a stop to the closed stream, seen by the server, and to the end of the call."""
    closed, ended = [], []
    for at in range(ROUNDS):
        stop, heard, when = StopToken(), threading.Event(), []

        def work(stop=stop, heard=heard, when=when):
            try:
                client.reply(Ask((Turn("user", "silent"),)), stop, lambda _: heard.set())
            except Stopped:
                when.append(time.monotonic())

        thread = threading.Thread(target=work)
        thread.start()
        heard.wait(20)
        asked = time.monotonic()
        stop.stop()
        thread.join()
        ended.append((when[0] - asked) * 1000)
        while len(times := client.told("/times", StopToken())["closed"]) <= at:
            time.sleep(0.01)
        closed.append((times[at] - asked) * 1000)
    return closed, ended


def parallel(client):
    """Return how many of the replies of parallel sessions were lost, and how many were those of others."""

    def session(number):
        lost = mixed = 0
        for turn in range(EACH):
            text = f"{number} {turn} " + "x" * (number + turn)
            try:
                reply = client.reply(Ask((Turn("user", f"say {text}"),)), StopToken())
                mixed += reply.text != text
            except ServerError:
                lost += 1
        return lost, mixed

    with ThreadPoolExecutor(SESSIONS) as pool:
        return [sum(counts) for counts in zip(*pool.map(session, range(SESSIONS)), strict=True)]


def elsewhere():
    """Return how many redirects were answered, and how many connections another origin got."""
    with ModelServer() as other:
        count = 0
        for _ in range(5):
            for fault in redirects(other.root):
                with ModelServer([fault.write]) as server:
                    try:
                        ServerClient(server.url, "tiny", key=lambda: "a-key-of-mine").reply(
                            Ask((Turn("user", "Hi"),)), StopToken()
                        )
                    except ServerError:
                        count += 1
        return count, other.connections


def window_gaps():
    """Return how many faults were asked for, and the gaps of a timer of the main thread meanwhile, in milliseconds."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtCore import QObject, Qt, QTimer, Signal
    from PySide6.QtWidgets import QApplication, QLabel

    class Heard(QObject):
        said = Signal(str)

    application, heard, label, ticks, asked = QApplication([]), Heard(), QLabel(), [], []
    heard.said.connect(label.setText, Qt.ConnectionType.QueuedConnection)
    label.show()

    def work():
        limits = Limits(connect_s=60, total_s=0.9, idle_s=0.4)
        for _ in range(int(faults)):
            client = ServerClient(url, "tiny", key=lambda: "a-key-of-mine", limits=limits)
            with suppress(ServerError):
                client.reply(Ask((Turn("user", "Hi"),)), StopToken(), said)
            asked.append(client)

    def said(part):
        if isinstance(part, TextDelta):
            heard.said.emit(part.text)

    asking = threading.Thread(target=work)

    def tick():
        ticks.append(time.monotonic())
        if len(asked) == int(faults):
            application.quit()

    timer = QTimer(timerType=Qt.TimerType.PreciseTimer, interval=TICK_MS)
    timer.timeout.connect(tick)
    with serving("--serve-faults") as told:
        url, faults = told.split()
        asking.start()
        timer.start()
        application.exec()
        asking.join()
    return len(asked), [(after - before) * 1000 for before, after in pairwise(ticks)]


def summary(taken):
    ordered = sorted(taken)
    return {
        "median": round(statistics.median(ordered), 1),
        "p95": round(ordered[int(len(ordered) * 0.95)], 1),
        "worst": round(ordered[-1], 1),
    }


def main():
    with serving() as url:
        client = ServerClient(url, "tiny", limits=Limits(connect_s=60))
        size, own = own_ms(client)
        closed, ended = stop_ms(client)
        lost, mixed = parallel(client)
    refused, connections = elsewhere()
    faults, gaps = window_gaps()
    figures = {
        "own ms of a request with a picture of 1080p": summary(own) | {"PNG bytes": size},
        "stop to closed stream, ms": summary(closed),
        "stop to the end of the call, ms": summary(ended),
        "parallel replies": {"sessions": SESSIONS, "asked": SESSIONS * EACH, "lost": lost, "mixed": mixed},
        "redirects": {"refused": refused, "connections elsewhere": connections},
        f"gaps of the window's thread during {faults} faults, ms": summary(gaps)
        | {f"above {GAP_MS}": sum(gap > GAP_MS for gap in gaps)},
    }  # fmt: skip
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    OUTPUT.write_text(json.dumps(figures, indent=1), encoding="utf-8")
    for name, values in figures.items():
        print(f"{name}: {values}")
    is_good = summary(own)["median"] <= OWN_MS and summary(closed)["median"] <= STOP_MS
    is_smooth = max(gaps) <= GAP_MS
    return 0 if is_good and is_smooth and not (lost or mixed or connections) else 1


if __name__ == "__main__":
    if "--serve" in sys.argv:
        sys.exit(serve())
    sys.exit(serve_faults() if "--serve-faults" in sys.argv else main())
