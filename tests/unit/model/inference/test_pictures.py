"""Pictures are resized and encoded only as far as their features are not known."""

import numpy as np
import pytest

from automation.core.geometry import Rect
from automation.core.timing import StopToken
from model.images.tiles import TileCutter
from model.images.tiling import plan_for
from model.inference.pictures import Pictures
from model.network.features import TileFeatureCache
from model.network.model import Holotron
from model.prompt.conversation import SourceImage
from tests.fakes.model_specs import small_spec
from tests.fakes.tiny_models import SCREEN


@pytest.fixture(scope="module")
def network():
    return Holotron.random(small_spec())


@pytest.fixture
def resizes(monkeypatch):
    """Count how often a picture is resized."""
    counted = []
    resized = TileCutter.resized

    def counting(self, pixels, plan):
        counted.append(plan)
        return resized(self, pixels, plan)

    monkeypatch.setattr(TileCutter, "resized", counting)
    return counted


def screen(network, seed=0):
    width, height = SCREEN
    pixels = np.random.default_rng(seed).integers(0, 256, (height, width, 4), dtype=np.uint8)
    return SourceImage(pixels, plan_for(Rect(0, 0, width, height), network.spec.image))


def test_a_picture_whose_features_are_kept_is_not_resized_again(network, resizes):
    pictures = Pictures(network, TileFeatureCache(budget_bytes=1 << 24))
    image = screen(network)
    first = pictures.features(pictures.cut([image])[0], StopToken())
    assert len(resizes) == 1
    again = pictures.features(pictures.cut([image])[0], StopToken())
    assert len(resizes) == 1
    assert first.equal(again)


def test_a_picture_whose_features_were_dropped_is_resized_once_more(network, resizes):
    pictures = Pictures(network, TileFeatureCache(budget_bytes=0))
    image = screen(network)
    first = pictures.features(pictures.cut([image])[0], StopToken())
    again = pictures.features(pictures.cut([image])[0], StopToken())
    assert len(resizes) == 2
    assert first.equal(again)
