"""Stanza's shift-reduce constituency parser and its tagger (Qi et al. 2020), run on batches."""
