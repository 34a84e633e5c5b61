"""The stages of a cluster: parse, chunk, align, merge, build, sample."""
