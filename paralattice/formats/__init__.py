"""Reads and writes file formats; no function opens a file.

Each module converts one format to plain values and back.  A reader takes any
iterable of lines and the name of their source, and raises
:class:`~paralattice.errors.FormatError` with the line and, if known, the column.
"""
