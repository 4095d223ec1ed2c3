"""What the prompt side loads: the policy for a remote server uses it without a model runtime."""

import subprocess
import sys

import pytest

SHARED = "conversation dialogue parse profile tools"
LOCAL = f"{SHARED} chat_layout template_check tokenizer"


@pytest.mark.parametrize(
    ("modules", "unwanted"),
    [
        (LOCAL, {"torch", "transformers", "llguidance", "jinja2", "PySide6"}),
        (SHARED, {"torch", "transformers", "tokenizers", "jinja2"}),
    ],
)
def test_it_loads_nothing_that_it_does_not_use(modules, unwanted):
    imports = "\n".join(f"import model.prompt.{module}" for module in modules.split())
    program = f"{imports}\nimport sys\nprint(sorted(set(sys.modules) & {unwanted!r}))"
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ended.stdout == "[]\n"
