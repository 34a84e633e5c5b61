"""The loops of language models, compiled by numba.

Callers import these modules late, because numba takes half a second to load.
"""
