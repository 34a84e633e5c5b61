"""The data of exchange: operations, candidates, parsed candidates."""
