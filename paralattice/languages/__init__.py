"""Languages: how texts are split into sentences and tokens, and tokens become running text again."""
