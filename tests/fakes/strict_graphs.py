"""A CUDA graph as far as a processor can play one: stricter than the real thing about what it is fed.

The tensor functions of a pass are written down once. A replay calls them again on the same tensors and
runs none of the pass's Python; what lay outside is reached by its address, and it is an error if its
owner has let go of it. Whatever would wait for the device is refused while the pass is written down.
"""

import ctypes
from dataclasses import dataclass, field

import torch
from torch.multiprocessing.reductions import StorageWeakRef
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves, tree_map

WAITS = {
    "aten::item", "aten::_local_scalar_dense", "aten::nonzero", "aten::is_nonzero", "aten::equal",
}  # fmt: skip
WARM_UPS = 2


class Freed(AssertionError):
    """A replay reads memory that its owner has let go of."""


@dataclass(frozen=True)
class Made:
    """A tensor that a call returned."""

    number: int


@dataclass(frozen=True)
class Outside:
    """A tensor that was there before, by its address."""

    address: int
    dtype: torch.dtype
    shape: tuple
    strides: tuple
    offset: int


@dataclass
class Call:
    """One call of a tensor function."""

    function: object
    arguments: tuple
    named: dict
    results: list = field(default_factory=list)


class Script(TorchDispatchMode):
    """Writes down what a pass calls."""

    def __init__(self):
        super().__init__()
        self.calls = []
        self._outside = {}
        self._numbers = {}
        self._kept = []
        """Every tensor that was made, as a graph's own memory is."""

    def number_of(self, tensor):
        """Return the number of a tensor that a call made; None for others."""
        number = self._numbers.get(id(tensor))
        return number if number is not None and self._kept[number] is tensor else None

    def _name(self, value):
        if not isinstance(value, torch.Tensor):
            return value
        if (number := self.number_of(value)) is not None:
            return Made(number)
        storage = value.untyped_storage()
        self._outside.setdefault(storage.data_ptr(), (StorageWeakRef(storage), storage.nbytes()))
        place = (value.stride(), value.storage_offset())
        return Outside(storage.data_ptr(), value.dtype, tuple(value.shape), *place)

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        assert function._schema.name not in WAITS, f"{function} waits for the device"
        call = Call(function, tree_map(self._name, args), tree_map(self._name, kwargs or {}))
        given = {id(leaf) for leaf in tree_leaves((args, kwargs))}
        made = function(*args, **(kwargs or {}))
        for tensor in tree_leaves(made):
            is_new = isinstance(tensor, torch.Tensor) and id(tensor) not in given
            call.results.append(len(self._kept) if is_new else None)
            if is_new:
                self._numbers[id(tensor)] = len(self._kept)
                self._kept.append(tensor)
        self.calls.append(call)
        return made

    def replay(self):
        """Call everything again; return what was made, by number."""
        made = {}

        def value(name):
            match name:
                case Made():
                    return made[name.number]
                case Outside():
                    return self._at(name)
                case _:
                    return name

        for call in self.calls:
            arguments, named = (
                tree_map(value, part, is_leaf=lambda one: isinstance(one, Made | Outside))
                for part in (call.arguments, call.named)
            )
            results = tree_leaves(call.function(*arguments, **named))
            numbered = zip(call.results, results, strict=True)
            made |= {number: tensor for number, tensor in numbered if number is not None}
        return made

    def _at(self, name):
        weak, nbytes = self._outside[name.address]
        if not nbytes:
            return torch.empty(name.shape, dtype=name.dtype)
        if weak.expired():
            raise Freed(f"a replay reads freed memory: {name.dtype} {name.shape}")
        raw = (ctypes.c_char * nbytes).from_address(name.address)
        flat = torch.frombuffer(raw, dtype=name.dtype)
        return flat.as_strided(name.shape, name.strides, name.offset)


class StrictGraphs:
    """Makes such graphs, and counts.

    Args:
        problem: raised in the middle of making one.
        wrong: what becomes of a replay's result.
    """

    def __init__(self, problem=None, wrong=None):
        self.made = 0
        self.replays = 0
        self._problem = problem
        self._wrong = wrong or (lambda logits: logits)

    def __call__(self, work):
        """Make a graph of a pass; nothing of the pass is kept."""
        self.made += 1
        for _ in range(WARM_UPS):
            work()
        script = Script()
        with script:
            result = work()
            if self._problem is not None:
                raise self._problem
        number = script.number_of(result)
        kept = result.clone()

        def replay():
            self.replays += 1
            return kept.copy_(self._wrong(script.replay()[number]))

        return replay
