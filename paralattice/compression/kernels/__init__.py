"""The search for the shortest paths, compiled by numba.

Callers import it late, because numba takes half a second to load.
"""
