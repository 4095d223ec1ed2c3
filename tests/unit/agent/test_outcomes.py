"""How a run says what ended it."""

import pytest

from automation.agent.outcomes import finish_for
from automation.core.errors import LoadError


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("there is no display", "There is no display."),
        ("config.json is missing", "config.json is missing."),
        ("llm_config.hidden_size is 96", "llm_config.hidden_size is 96."),
        ("model-00002-of-00003.safetensors is cut", "model-00002-of-00003.safetensors is cut."),
    ],
)
def test_a_name_at_the_start_of_a_sentence_is_written_as_it_is(said, told):
    assert finish_for(LoadError(said)).message == told
