"""Reading documents: their sentences are clustered by key terms, and the clusters form a corpus."""
