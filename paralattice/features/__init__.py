"""Derives the syntactic features of tokens, which the alignment compares.

A tree becomes a sentence of tokens with part of speech, chunk and chain, as
the program chunklink (Buchholz 2000) defines them.
"""
