"""`transformers serve` with a Qwen3-VL of random weights, on a free loopback port, in a process of its own.

What it answers means nothing; how it resizes pictures, counts tokens, streams and ignores fields is real. The
network is the smallest that the library's own classes make, the words are those of SmolLM2's vocabulary.
`Qwen3VLProcessor` as the library has it wants torchvision, for videos; here it takes pictures alone.
"""

import os
import sys
import time
from contextlib import contextmanager
from pathlib import Path

from tests.kit.llama_server import served

READY_S = 170
"""Two busy cores need a quarter of it; the file of weights is read, and PyTorch loaded, before it answers."""
MODEL = "tests/tiny-Qwen3-VL"
MARKS = ("<|vision_start|>", "<|vision_end|>", "<|image_pad|>", "<|video_pad|>")
TEMPLATE = """\
{%- for message in messages -%}
<|im_start|>{{ message.role }}
{% for part in message.content -%}
{%- if part.type == 'image' -%}<|vision_start|><|image_pad|><|vision_end|>{%- else -%}{{ part.text }}{%- endif -%}
{%- endfor -%}<|im_end|>
{% endfor -%}
{%- if add_generation_prompt -%}<|im_start|>assistant
{% endif -%}
"""
"""As Qwen3-VL's for turns and pictures: no system turn of its own, and no word of tools."""
MIN_PIXELS, MAX_PIXELS = 65_536, 16_777_216
"""Of Qwen3-VL's preprocessor file."""


@contextmanager
def transformers_server(folder):
    """Run a server and yield the address below which it serves `/chat/completions`.

    Args:
        folder: an empty one, for the cache of models that the server lists and loads from.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith("HF_")}
    own = {"HF_HOME": str(folder), "HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1"}
    name = "tests.kit.transformers_server"
    with served(name, folder, ready_s=READY_S, env=kept | own) as url:
        yield url


def _make(hub, processor_of):
    """Write the model where the library looks for one of that name."""
    import torch
    from transformers import AutoTokenizer, Qwen3VLConfig, Qwen3VLForConditionalGeneration

    from tests.kit.llama_server import weights

    tokenizer = AutoTokenizer.from_pretrained(weights().parent, gguf_file=weights().name)
    tokenizer.add_special_tokens({"additional_special_tokens": list(MARKS)})
    start, end, image, video = tokenizer.convert_tokens_to_ids(list(MARKS))
    vision = {
        "depth": 1,
        "hidden_size": 64,
        "intermediate_size": 64,
        "num_heads": 2,
        "out_hidden_size": 64,
        "num_position_embeddings": 256,
        "deepstack_visual_indexes": [0],
    }
    text = {
        "vocab_size": len(tokenizer),
        "hidden_size": 64,
        "intermediate_size": 64,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "num_key_value_heads": 1,
        "head_dim": 32,
        "max_position_embeddings": 32_768,
        "rope_parameters": {"rope_type": "default", "rope_theta": 1e6, "mrope_section": [6, 5, 5]},
    }
    config = Qwen3VLConfig(
        text_config=text, vision_config=vision, image_token_id=image, video_token_id=video,
        vision_start_token_id=start, vision_end_token_id=end, tie_word_embeddings=False,
    )  # fmt: skip
    torch.manual_seed(1)
    repository = hub / f"models--{MODEL.replace('/', '--')}"
    snapshot = repository / "snapshots" / ("0" * 40)
    snapshot.mkdir(parents=True)
    (repository / "refs").mkdir()
    (repository / "refs/main").write_text("0" * 40)
    Qwen3VLForConditionalGeneration(config).save_pretrained(snapshot)
    processor_of(tokenizer).save_pretrained(snapshot)


def _serve(folder):
    from transformers import AutoProcessor, Qwen3VLConfig, Qwen3VLProcessor
    from transformers.cli.serve import Serve
    from transformers.models.qwen2_vl.image_processing_pil_qwen2_vl import Qwen2VLImageProcessorPil

    class PicturesOnly(Qwen3VLProcessor):
        def __init__(self, image_processor=None, tokenizer=None, chat_template=None):
            super().__init__(image_processor, tokenizer, chat_template=chat_template)

    AutoProcessor.register(Qwen3VLConfig, PicturesOnly, exist_ok=True)
    size = {"shortest_edge": MIN_PIXELS, "longest_edge": MAX_PIXELS}
    pictures = Qwen2VLImageProcessorPil(patch_size=16, merge_size=2, size=size)
    _make(Path(folder) / "hub", lambda tokenizer: PicturesOnly(pictures, tokenizer, TEMPLATE))
    server = Serve(MODEL, device="cpu", host="127.0.0.1", port=0, non_blocking=True).server
    while not server.started:
        time.sleep(0.05)
    (sockets,) = (one.sockets for one in server.servers)
    sys.stdout.write(f"http://127.0.0.1:{sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    _serve(*sys.argv[1:])
