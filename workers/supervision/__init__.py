"""Child processes that end with their owner, and calls with a time limit."""
