"""What a token costs apart from the network. Run: python -m tests.benchmarks.decode_loop.

Writes replies with a network that takes no time and has Holotron-12B's vocabulary: choosing the
token, text, loop watch, stop, and the engine's thread. Also how long a stop takes to be heard.
Prints and writes `build/benchmarks/decode_loop.json`; status 1 above the limits. The row of
131,072 logits lies in main memory here; on a GPU choosing is its work.
"""

import json
import os
import platform
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path

import torch

from automation.core.errors import Stopped
from automation.core.timing import StopToken
from model.inference.decode import Decoder, Reply
from model.inference.options import DecodeSettings, LoadOptions, Request, Sampling
from model.prompt.conversation import Conversation, Message
from model.spec import TokenSpec

ROWS = 131_072
TOKENS = TokenSpec(18, 19, 20, 1, 0, (12,), ROWS)
STEPS = 400
LIMIT_US = 3000.0
STOP_LIMIT_MS = 200.0
STOPS = 20
OUTPUT = Path("build/benchmarks/decode_loop.json")


class NoNetwork:
    """Logits that differ from token to token, at no cost."""

    def __init__(self):
        self.rows = torch.randn(97, ROWS, generator=torch.Generator().manual_seed(1))
        self.at = 0

    @property
    def logits(self):
        """Return (rows,) float32."""
        return self.rows[self.at % 97]

    def feed(self, tokens):
        """Go on."""
        self.at += len(tokens)


class Words:
    """Every token is a word."""

    def push(self, token):
        """Return a word."""
        return f"w{token} "

    def finish(self):
        """Return nothing."""
        return ""


def token_us(sampling):
    """Return microseconds a token, median of five replies."""
    taken = []
    for _ in range(5):
        settings = DecodeSettings(STEPS, sampling)
        reply = Reply(Words(), is_thinking=False, on_text=lambda _: None)
        decoder = Decoder(NoNetwork(), TOKENS, settings)
        began = time.perf_counter()
        decoder.run(reply, StopToken())
        taken.append(1e6 * (time.perf_counter() - began) / len(reply.ids))
    return round(statistics.median(taken), 1)


def stop_ms(folder):
    """Return milliseconds from a stop to the end of `propose`: median and worst."""
    from model.inference.engine import ModelEngine

    engine = ModelEngine()
    engine.load(LoadOptions(folder=folder)).result()
    talk = Conversation((Message("user", "Write."),))
    settings = DecodeSettings(20_000, Sampling(1.5), refuses_loops=False)
    taken = []
    while len(taken) < STOPS:
        stop, at = StopToken(), []
        timer = threading.Timer(0.2, lambda s=stop, a=at: (a.append(time.perf_counter()), s.stop()))
        timer.start()
        try:
            engine.propose(Request(talk, settings=settings), stop=stop)
        except Stopped:
            taken.append(1000 * (time.perf_counter() - at[0]))
        timer.cancel()
    engine.close()
    return {"median": round(statistics.median(taken), 1), "worst": round(max(taken), 1)}


def main():
    """Measure, print, write and judge."""
    from model.checkpoint.tiny import write_tiny_checkpoint

    torch.set_num_threads(1)
    report = {"machine": platform.machine(), "cores": os.cpu_count(), "load": os.getloadavg()}
    report["token_us"] = {
        "greedy": token_us(Sampling()),
        "temperature": token_us(Sampling(0.8)),
        "temperature and top_p": token_us(Sampling(0.8, 0.95)),
    }
    with tempfile.TemporaryDirectory() as folder:
        write_tiny_checkpoint(Path(folder) / "tiny")
        report["stop_ms"] = stop_ms(Path(folder) / "tiny")
    print(json.dumps(report, indent=2))
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    OUTPUT.write_text(json.dumps(report, indent=2) + "\n")
    is_slow = report["token_us"]["greedy"] > LIMIT_US or report["stop_ms"]["worst"] > STOP_LIMIT_MS
    return 1 if is_slow else 0


if __name__ == "__main__":
    sys.exit(main())
