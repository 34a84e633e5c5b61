"""Codecs: lines of text in, plain values out, and back, without paths and without files.

Each module reads and writes one format.  A reader takes any iterable of lines
and the name of their source, and raises
:class:`~paralattice.errors.FormatError` with line and, where the format has
one, column.
"""
