"""Knowledge about words: classes, relations, forms, entities, spelling."""
