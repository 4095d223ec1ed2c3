"""The page of all macros: the list, a macro's card, and what is asked before it plays."""
