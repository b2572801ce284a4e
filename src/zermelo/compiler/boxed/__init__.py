"""Boxed rules: rules as machine code in which every value is one word, whatever its type.

What the typed compiler refuses is compiled here: lists of anything, dicts, sets, texts, objects of
the author's classes, generators, functions as values. A word is a small number or the address of
an object (`objects`), and what happens to it is found out when the rule runs. States and actions
leave a rule as bytes in a fixed number of words (`layout`, `runtime/codes`).

The way through the files: `rules` hands a game's rules to `translate`, which translates all
functions that they reach, without memories that they keep (`memos`). `body` knows the names of one
function and is what `assignments`, `loops`, `formats`, `expressions`, `folds`, `builtin_calls`,
`function_calls`, `method_calls`, `calls`, `attempts`, `patterns` and `statements` build on, each on
the one before. `classes` and `dispatch`, with the files named after it, choose by class at run
time; `statics` lays out constants; `prelude` has Python's library as Python. All of it becomes
functions of words, as are those that every game shares (`runtime/`), and `machine` makes LLVM's
language of them.
"""
