"""Input and output: text files, atomic writes, collected problems, tables, lines on the terminal."""
