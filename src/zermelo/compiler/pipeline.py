"""The steps in which Numba compiles a function of ours, without those that have nothing to do here.

Numba's own way is for all of Python: it looks for closures, `with`, loops over mixed types, whole
arrays and loops to be shared out, of which rules and kernels, as they are translated, have none;
between its steps it works out which variables live where, though only the last one asks, and it
notes each step for profilers. That was a fifth of the time to compile.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from zermelo.compiler.untyped import (
    Compiler,
    PassManager,
    canonicalize_cfg,
    typed_passes,
    untyped_passes,
)

NEEDED: Final = (
    untyped_passes.TranslateByteCode,
    untyped_passes.FixupArgs,
    untyped_passes.IRProcessing,
    untyped_passes.RewriteSemanticConstants,
    untyped_passes.DeadBranchPrune,
    untyped_passes.GenericRewrites,
    untyped_passes.ReconstructSSA,
    untyped_passes.DeadBranchPrune,
    typed_passes.NopythonTypeInference,
    typed_passes.PreLowerStripPhis,
    typed_passes.InlineOverloads,
    typed_passes.NoPythonSupportedFeatureValidation,
    typed_passes.IRLegalization,
    typed_passes.NativeLowering,
    typed_passes.NoPythonBackend,
)


class Passes(PassManager):  # type: ignore[misc]
    """The steps, one after the other."""

    def _runPass(self, _index: int, step: Any, state: Any) -> None:  # noqa: N802 (Numba's name)
        step.analysis = self._analysis
        step.run_initialization(state)
        step.run_pass(state)
        step.run_finalizer(state)
        state.func_ir.blocks = canonicalize_cfg(state.func_ir.blocks)


@cache
def passes() -> Passes:
    """Those that are needed; they keep nothing of a function."""
    found = Passes("zermelo")
    for step in NEEDED:
        found.add_pass(step, step.__name__)
    found.finalize()
    return found


class Pipeline(Compiler):  # type: ignore[misc]
    """How each function is compiled."""

    def define_pipelines(self) -> list[Passes]:
        """See `passes`."""
        return [passes()]
