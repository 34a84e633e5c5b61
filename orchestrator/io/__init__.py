"""Input and output: files that are written whole, text that is decoded, lines on the terminal."""
