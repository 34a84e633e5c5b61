"""Files read and written: text decoded, problems collected, files written whole; lines on the terminal."""
