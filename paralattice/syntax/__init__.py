"""Trees and what is read from them: chunk features, heads, roles, governors, events, phrases."""
