"""The loops of the alignment, compiled with numba.

Numba takes half a second to load, so the modules are imported when they are
needed.
"""
