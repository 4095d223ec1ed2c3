"""A process of its own whose main memory is limited while its model is at work; says what came of it.

Run as `python -m tests.faults.short_of_memory FOLDER`, with a tiny checkpoint in the folder.
"""

import json
import resource
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch

from automation.core.errors import AssistantError
from automation.core.geometry import Rect
from automation.core.timing import StopToken
from model.images.tiling import plan_for
from model.inference.engine import ModelEngine
from model.inference.options import DecodeSettings, LoadOptions, Request
from model.prompt.conversation import SourceImage
from tests.fakes.model_specs import small_spec
from tests.fakes.tiny_models import talk

SMALL, LARGE = (512, 512), (6144, 4096)
"""Width and height. The large one alone takes 96 MiB as it is cut."""
MORE_BYTES = 1 << 20
"""What the process may take on top of what it has."""


def picture(image, size):
    """Return noise of a size, cut as the checkpoint cuts it."""
    width, height = size
    pixels = np.random.default_rng(1).integers(0, 256, (height, width, 4), dtype=np.uint8)
    return SourceImage(pixels, plan_for(Rect(0, 0, width, height), image))


def allow(more_bytes: int | None) -> None:
    """Let the address space grow by so much and no more; None lifts the limit."""
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    limit = most if more_bytes is None else pages * resource.getpagesize() + more_bytes
    resource.setrlimit(resource.RLIMIT_AS, (limit, most))


def main() -> None:
    """Ask without a limit, with hardly any memory, and without a limit again.

    The last question is not one that failed: oneDNN keeps for good what it could not set up for a
    pass of that length.
    """
    torch.set_num_threads(1)
    engine = ModelEngine()
    engine.load(LoadOptions(Path(sys.argv[1]))).result()
    image = replace(small_spec().image, tile_px=512, max_tiles=12)
    small, large = (talk(picture(image, size)) for size in (SMALL, LARGE))

    def ask(conversation):
        request = Request(conversation, settings=DecodeSettings(max_new_tokens=4))
        try:
            said = list(engine.propose(request, stop=StopToken()).new_ids)
        except AssistantError as error:
            said = [type(error).__name__, str(error), type(error.__cause__).__name__]
        return [engine.status.state, said]

    found = {"before": ask(talk())}
    allow(MORE_BYTES)
    found |= {"large": ask(large), "small": ask(small)}
    allow(None)
    found["after"] = ask(talk())
    engine.close()
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
