"""Tasks that compute one artefact from one stored value, in any order."""
