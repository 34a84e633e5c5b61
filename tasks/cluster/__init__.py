"""The stages of a cluster: parse, chunk, align, merge or exchange, build, sample."""
