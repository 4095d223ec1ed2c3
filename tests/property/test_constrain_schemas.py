"""Whatever bounded schema a profile brings, what passes its grammar passes the schema."""

import json

import jsonschema
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.slow import examples
from tests.unit.model.inference.grammar_rig import (
    allowed,
    fed,
    grammar,
    longest_bytes,
    text_of,
    walked,
)

NAMES = st.text(st.sampled_from('abxyé_ "\\'), min_size=1, max_size=5)
SCALARS = st.one_of(
    st.builds(lambda most: {"type": "string", "maxLength": most}, st.integers(0, 6)),
    st.builds(
        lambda least, span: {"type": "integer", "minimum": least, "maximum": least + span},
        st.integers(-1200, 1200),
        st.integers(0, 1500),
    ),
    st.just({"type": "boolean"}),
    st.just({"type": "null"}),
    st.builds(lambda value: {"const": value}, st.one_of(NAMES, st.integers(-5, 5))),
    st.builds(lambda values: {"enum": values}, st.lists(NAMES, min_size=1, max_size=4)),
)


def records(parts):
    properties = st.dictionaries(NAMES, parts, max_size=3)
    return properties.flatmap(
        lambda found: st.builds(
            lambda required: {"type": "object", "properties": found, "required": required},
            st.lists(st.sampled_from(sorted(found)), unique=True) if found else st.just([]),
        )
    )


def lists(parts):
    return st.builds(
        lambda items, most: {"type": "array", "items": items, "maxItems": most},
        parts,
        st.integers(0, 3),
    )


def unions(parts):
    return st.builds(lambda options: {"anyOf": options}, st.lists(parts, min_size=1, max_size=3))


SCHEMAS = st.recursive(
    SCALARS, lambda parts: records(parts) | lists(parts) | unions(parts), max_leaves=5
)
SEPARATORS = st.sampled_from([(", ", ": "), (",", ":")])


@settings(max_examples=examples(60), deadline=None)
@given(records(SCHEMAS), SEPARATORS, st.integers(0, 2**32 - 1))
def test_every_reply_ends_within_its_bound_and_is_valid(schema, separators, seed):
    shaped = grammar(schema, item_separator=separators[0], key_separator=separators[1])
    rng = np.random.default_rng(seed)
    constraint, most = shaped.start(), longest_bytes(schema, *separators)
    ids, _ = walked(constraint, lambda mask: int(rng.choice(allowed(mask))), most + 1)
    written = text_of(ids)
    jsonschema.validate(json.loads(written), schema)
    assert len(written.encode()) <= most
    printed = json.dumps(json.loads(written), separators=separators, ensure_ascii=False)
    assert fed(shaped.start(), printed)
