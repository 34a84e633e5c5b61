"""A cluster's stages: parse, chunk, align, merge, build, sample."""
