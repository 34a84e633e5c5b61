"""Builds a lattice from the trees of equivalent sentences (Pang, Knight and Marcu 2003, section 3).

:func:`~automaton.from_trees` does it in one call.  Its steps are :func:`~merging.merge_trees`, which
merges the trees top-down, :func:`~automaton.from_forest`, and :func:`~squeezing.squeeze`, which merges
states that equal words enter or leave.
"""
