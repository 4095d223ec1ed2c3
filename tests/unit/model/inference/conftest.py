"""One thread for every test: with more, tiny networks wait for each other's threads."""

import pytest
import torch


@pytest.fixture(autouse=True, scope="session")
def _one_thread():
    torch.set_num_threads(1)
