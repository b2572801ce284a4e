"""The searches as compiled code: one file a kernel."""
