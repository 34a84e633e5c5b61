"""Interpolated Kneser-Ney as it is defined: dictionaries, recursion over shorter contexts, no shortcuts."""

from collections import Counter, defaultdict

MARKS = ("<unk>", "<s>", "</s>")


class ReferenceModel:
    """Probabilities of words after contexts, computed anew for each question."""

    def __init__(self, sentences, order, modified=False, least_count=1):
        seen = Counter(word for words in sentences for word in words)
        self.known = {word for word, count in seen.items() if count >= least_count and word not in MARKS}
        self.order = order
        framed = [["<s>", *map(self.spelled, words), "</s>"] for words in sentences]
        self.counts = [self.adjusted(framed, length) for length in range(1, order + 1)]
        del self.counts[0][("<s>",)]
        self.discounts = [self.discounts_of(counts, modified) for counts in self.counts]
        self.after = [self.by_context(counts) for counts in self.counts]

    def spelled(self, word):
        return word if word in self.known else "<unk>"

    def adjusted(self, framed, length):
        grams = Counter(
            tuple(words[k : k + length]) for words in framed for k in range(len(words) - length + 1)
        )
        if length == self.order:
            return grams
        before = defaultdict(set)
        for words in framed:
            for k in range(1, len(words) - length + 1):
                before[tuple(words[k : k + length])].add(words[k - 1])
        return {gram: count if gram[0] == "<s>" else len(before[gram]) for gram, count in grams.items()}

    @staticmethod
    def discounts_of(counts, modified):
        n1, n2, n3, n4 = (sum(value == count for value in counts.values()) for count in (1, 2, 3, 4))
        if not modified:
            one = n1 / (n1 + 2 * n2) if n1 else 0.5
            return (one, one, one)
        if n1 and n2 and n3:
            y = n1 / (n1 + 2 * n2)
            found = (1 - 2 * y * n2 / n1, 2 - 3 * y * n3 / n2, 3 - 4 * y * n4 / n3)
            if 0 < found[0] <= 1 and 0 < found[1] <= 2 and 0 < found[2] <= 3:
                return found
        return (0.5, 1.0, 1.5)

    @staticmethod
    def by_context(counts):
        after = defaultdict(dict)
        for gram, count in counts.items():
            after[gram[:-1]][gram[-1]] = count
        return after

    def vocabulary(self):
        return {*self.known, "<unk>", "</s>"}

    def probability(self, word, context):
        """Return p(word | context); the context has marks where they belong."""
        context = tuple(context)[max(0, len(context) - self.order + 1) :]
        lower = self.probability(word, context[1:]) if context else 1 / len(self.vocabulary())
        counts = self.after[len(context)].get(context) if len(context) < self.order else None
        if not counts:
            return lower
        discounts = self.discounts[len(context)]
        total = sum(counts.values())
        taken = sum(discounts[min(count, 3) - 1] for count in counts.values())
        count = counts.get(word, 0)
        own = count - discounts[min(count, 3) - 1] if count else 0
        return own / total + taken / total * lower

    def sentence(self, words):
        """Return the probability of each word and of the end."""
        framed = ["<s>", *map(self.spelled, words), "</s>"]
        return [self.probability(framed[k], framed[:k]) for k in range(1, len(framed))]
