"""The loops of the alignment, compiled with numba.

The modules are imported lazily, because numba takes half a second to load.
"""
