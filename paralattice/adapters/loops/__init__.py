"""Loops of the networks, compiled to machine code."""
