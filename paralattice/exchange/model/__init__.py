"""What exchange works on: operations, candidates, readings."""
