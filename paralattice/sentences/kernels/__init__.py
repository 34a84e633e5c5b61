"""The loops of sentence alignment, compiled by numba.

Numba takes half a second to load, so the modules are imported where they are
needed.
"""
