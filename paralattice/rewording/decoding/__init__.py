"""The decoder, and rewording by it (Quirk et al. 2004, section 3.4)."""
