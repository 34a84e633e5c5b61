"""Training of models of paraphrase by translation: documents or sentence pairs in, a model's folder out."""
