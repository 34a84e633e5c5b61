"""Scores of a causal language model: how probable each word of a sentence is after those before it.

The model is a small Llama (Touvron et al. 2023), which ``orchestrator models download`` fetches and
converts once.  The weights have 8 bits with a scale for each row, and all products are of whole
numbers, as in the parser.
"""
