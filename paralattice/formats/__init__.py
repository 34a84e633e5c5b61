"""File formats: from lines of text to plain values, and back; no function opens a file.

Each module reads and writes one format.  A reader takes any iterable of lines
and the name of their source, and raises
:class:`~paralattice.errors.FormatError` with line and, where the format has
one, column.
"""
