"""The compiled loops of lattices, loaded at first use."""
