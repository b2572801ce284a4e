"""Machine code: LLVM, the context that it runs in, the cache of objects."""
