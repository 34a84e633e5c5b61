"""What a token is besides its word: the syntactic features that alignment compares.

A tree becomes a sentence of tokens with part of speech, chunk and trace, as
the program chunklink (Buchholz 2000) defines them.
"""
