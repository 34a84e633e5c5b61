"""Pictures of lattices."""
