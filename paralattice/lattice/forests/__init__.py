"""Build a lattice from the trees of sentences that mean the same (Pang, Knight and Marcu 2003, section 3).

:func:`~automaton.from_trees` does all at once.  Its steps are :func:`~merging.merge_trees`, which
merges the trees from their roots down, :func:`~automaton.from_forest`, and :func:`~squeezing.squeeze`,
which merges states that equal words lead to or away from.
"""
