"""Evidence of a cluster: coreference of entities and events, conflicting values."""
