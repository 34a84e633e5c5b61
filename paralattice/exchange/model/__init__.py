"""The data of exchange: operations, candidates, readings."""
