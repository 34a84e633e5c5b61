"""What ``import paralattice`` offers: from texts to lattices and new sentences in a few calls."""
