"""The command line and the engine behind it: runs, their results, judging and measures."""
