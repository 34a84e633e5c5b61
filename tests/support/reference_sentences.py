"""Similarity and global alignment of Nelken & Shieber 2006, written down plainly."""

import math


def cosine_matrix(first, second, measure):
    """Return the cosines of two lists of lists of terms, as lists."""
    sentences = [*first, *second]
    mean = sum(map(len, sentences)) / max(1, len(sentences))

    def bm25(term, terms):
        holders = sum(term in other for other in sentences)
        idf = math.log(1 + (len(sentences) - holders + 0.5) / (holders + 0.5))
        times = terms.count(term)
        return idf * times * 2.2 / (times + 1.2 * (0.25 + 0.75 * len(terms) / mean))

    def vector(terms):
        if measure == "bm25":
            return {term: bm25(term, terms) for term in terms}
        if measure == "cosine":
            return {term: terms.count(term) for term in terms}
        if measure == "overlap":
            return dict.fromkeys(terms, 1.0)
        frequency = {term: sum(term in other for other in sentences) for term in terms}
        return {term: math.log(len(sentences) / frequency[term]) for term in frequency}

    def cosine(one, other):
        product = sum(value * other.get(term, 0.0) for term, value in one.items())
        lengths = math.hypot(*one.values()) * math.hypot(*other.values())
        return product / lengths if product else 0.0

    return [[cosine(vector(one), vector(other)) for other in second] for one in first]


def in_context(values, weight):
    """Return similarities in which the pairs before and after count as well."""

    def at(i, j):
        return values[i][j] if 0 <= i < len(values) and 0 <= j < len(values[i]) else 0.0

    return [
        [
            (at(i, j) + weight * (at(i - 1, j - 1) + at(i + 1, j + 1))) / (1 + 2 * weight)
            for j in range(len(row))
        ]
        for i, row in enumerate(values)
    ]


def characters(sentence):
    """Return the sequences of 3 to 5 characters of words that blanks separate."""
    padded = [f" {word.lower()} " for word in sentence.split()]
    return [
        word[start : start + size]
        for word in padded
        for size in (3, 4, 5)
        for start in range(len(word))
        if start + size <= len(word)
    ]


def best_sum(probabilities):
    """Return the largest sum that a path from the first cell to the last has."""
    sums = {}
    for i, row in enumerate(probabilities):
        for j, probability in enumerate(row):
            before = [sums[cell] for cell in ((i - 1, j - 1), (i - 1, j), (i, j - 1)) if cell in sums]
            sums[i, j] = probability + max(before, default=0.0)
    return sums[i, j]


def limited(pairs, values, limit):
    """Return the pairs that are among the `limit` best of both their sentences."""
    ranked = sorted(pairs, key=lambda pair: (-values[pair[0]][pair[1]], pair))

    def rank(pair, side):
        return [other for other in ranked if other[side] == pair[side]].index(pair)

    return {pair for pair in pairs if rank(pair, 0) < limit and rank(pair, 1) < limit}
