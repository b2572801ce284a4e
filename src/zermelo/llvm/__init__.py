"""Rules in plain Python, straight to machine code through LLVM."""
