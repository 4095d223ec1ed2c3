"""What a bench may have found out on a card, with round figures."""

from automation.core.generation import EngineStatus
from model.bench import Ceilings, LeastWork, Measured, Room, Step

RATES = Ceilings(copy_bytes_per_s=2e12, flop_per_s=4e14)
ROOM = Room(24 * 10**9, 12 * 10**9, 10**9, 2 * 10**9, 5 * 10**8, 7 * 10**9, 25 * 10**9)
FOUND = Measured(
    status=EngineStatus(name="Holo3.1-9B", device="RTX", dtype="bfloat16", is_graphed=True),
    family="qwen3_5",
    room=ROOM,
    work=LeastWork(token_bytes=16 * 10**9, token_flop=16 * 10**9, head_flop=2 * 10**9),
    is_in_passes=False,
    ceilings=RATES,
    token_ms=10.0,
    launched_ms=30.0,
    prompts_ms={512: 40.0, 2304: 120.0},
    encoder_ms=60.0,
    step=Step(1000.0, 60.0, 130.0, 800.0, 2300, 80, is_cut=False),
    products=None,
    left_out=(),
)
