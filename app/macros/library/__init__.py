"""The page of macros, the form before a run, and what is read before a macro is trusted."""
