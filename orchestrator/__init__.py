"""The program: commands, corpora, documents, runs, engine, systems, judging, measures, reports, checks."""
