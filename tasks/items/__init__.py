"""Tasks that turn one content into one artefact, in any order."""
