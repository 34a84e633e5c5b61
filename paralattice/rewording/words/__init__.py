"""What rewording knows of words: classes, relations, forms, entities, spelling."""
