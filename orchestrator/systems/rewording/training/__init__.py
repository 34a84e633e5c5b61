"""Training of rewording models: from documents or sentence pairs to a model's folder."""
