"""The parts of Numba that are used here, without types: what it says of its own is hardly any."""

from __future__ import annotations

import warnings
from typing import Any

import llvmlite as _llvmlite
import numba as _numba
from llvmlite import binding as _binding
from llvmlite import ir as _ir
from numba import extending as _extending
from numba.core import cgutils as _cgutils
from numba.core import config as _config
from numba.core import errors as _errors
from numba.core import extending as _core_extending
from numba.core import imputils as _imputils
from numba.core import serialize as _serialize
from numba.core import typed_passes as _typed_passes
from numba.core import types as _types
from numba.core import untyped_passes as _untyped_passes
from numba.core.callconv import CPUCallConv as _CPUCallConv
from numba.core.codegen import JITCodeLibrary as _JITCodeLibrary
from numba.core.compiler import Compiler as _Compiler
from numba.core.compiler import CompileResult as _CompileResult
from numba.core.compiler_machinery import PassManager as _PassManager
from numba.core.dispatcher import Dispatcher as _Dispatcher
from numba.core.registry import cpu_target as _cpu_target
from numba.core.runtime import _nrt_python
from numba.core.transforms import canonicalize_cfg as _canonicalize_cfg
from numba.core.typeconv import Conversion as _Conversion
from numba.core.types.functions import BaseFunction as _BaseFunction
from numba.cpython.unsafe.tuple import tuple_setitem as _tuple_setitem

from zermelo.compiler.shortcuts import take

# What is wrong with rules is said by us; Numba would say it to the author's terminal, in colours.
warnings.filterwarnings("ignore", ".*First-class function type feature is experimental")
take()

VERSIONS: tuple[str, str] = (str(_numba.__version__), str(_llvmlite.__version__))

njit: Any = _numba.njit
errors: Any = _errors
types: Any = _types
ir: Any = _ir  # LLVM's language, which intrinsics are written in
intrinsic: Any = _extending.intrinsic
overload: Any = _extending.overload
overload_method: Any = _extending.overload_method
tuple_setitem: Any = _tuple_setitem
config: Any = _config
add_symbol: Any = _binding.add_symbol
binding: Any = _binding  # LLVM itself
runtime_functions: Any = _nrt_python.c_helpers  # of Numba's own, by name: their addresses
cpu_target: Any = _cpu_target
serialize: Any = _serialize
CompileResult: Any = _CompileResult
Compiler: Any = _Compiler
PassManager: Any = _PassManager
typed_passes: Any = _typed_passes
untyped_passes: Any = _untyped_passes
canonicalize_cfg: Any = _canonicalize_cfg
JITCodeLibrary: Any = _JITCodeLibrary
CPUCallConv: Any = _CPUCallConv
BaseFunction: Any = _BaseFunction
Dispatcher: Any = _Dispatcher
Intrinsic: Any = _core_extending._Intrinsic

# What a type of our own is made of.
cgutils: Any = _cgutils
imputils: Any = _imputils
models: Any = _extending.models
register_model: Any = _extending.register_model
lower_builtin: Any = _extending.lower_builtin
lower_cast: Any = _extending.lower_cast
lower_constant: Any = _imputils.lower_constant
typeof_impl: Any = _extending.typeof_impl
typeof: Any = _numba.typeof
Conversion: Any = _Conversion
