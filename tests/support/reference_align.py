"""The alignment as the paper writes it: slow, plain, and read against the paper line by line.

Nothing here shares code with the library but the values that it is given.
"""

from dataclasses import dataclass

GAP = -1
TOLERANCE = 1e-12


@dataclass(frozen=True)
class Reference:
    """A cluster, a version, the scores, and the words that are stop words."""

    sentences: tuple
    version: object
    options: object
    stop_words: frozenset

    def allowed(self, word):
        """Table 2: whether the version may match the word at all."""
        if word == "," and not self.version.commas:
            return False
        return self.version.stop_words or word.lower() not in self.stop_words

    def same_word(self, one, other):
        if self.options.casefold:
            return one.casefold() == other.casefold()
        return one == other

    def matched(self, first, i, second, j):
        """Figure 4, for token `i` of sentence `first` and token `j` of sentence `second` (0-based)."""
        one, other = self.sentences[first].tokens[i], self.sentences[second].tokens[j]
        if not self.allowed(one.word) or not self.allowed(other.word):
            return False
        if not self.same_word(one.word, other.word):
            return False
        if not self.version.syntactic:
            return True
        if one.pos != other.pos:
            return False
        score = self.compare_iobs(one.iob, other.iob) + self.compare_traces(one.chain, other.chain)
        if score < self.options.threshold - TOLERANCE:
            return False
        place = (i + 1) / len(self.sentences[first].tokens)
        other_place = (j + 1) / len(self.sentences[second].tokens)
        return abs(place - other_place) <= self.options.position_limit + TOLERANCE

    def compare_iobs(self, one, other):
        if one == other:
            return self.options.iob_exact
        if one[1:] == other[1:]:
            return self.options.iob_partial
        return self.options.iob_none

    def compare_traces(self, one, other):
        one, other = list(one)[1:-1], list(other)[1:-1]
        score = 0.0
        i, j = len(one) - 1, len(other) - 1
        while i >= 0 and j >= 0:
            score += self.compare_iobs(one[i], other[j]) * self.options.trace_weight
            i -= 1
            j -= 1
        return score - abs(len(one) - len(other)) * self.options.trace_length_discount

    def matrix(self, first, second):
        """Figure 3."""
        rows, columns = len(self.sentences[first].tokens), len(self.sentences[second].tokens)
        best = [[0] * (columns + 1) for _ in range(rows + 1)]
        for i in range(1, rows + 1):
            for j in range(1, columns + 1):
                best[i][j] = max(
                    best[i - 1][j - 1] + self.step(first, i, second, j),
                    best[i - 1][j] + self.options.gap,
                    best[i][j - 1] + self.options.gap,
                )
        return best

    def step(self, first, i, second, j):
        matched = self.matched(first, i - 1, second, j - 1)
        return self.options.match if matched else self.options.mismatch

    def score(self, first, second):
        return self.matrix(first, second)[-1][-1]

    def scores(self):
        """The scores of all pairs, 0 on and below the diagonal."""
        count = len(self.sentences)
        return [[self.score(i, j) if i < j else 0 for j in range(count)] for i in range(count)]

    def traced(self, first, second):
        """The way back from the corner: aligned pairs, and what the path's steps and its border sum to."""
        best = self.matrix(first, second)
        i, j = len(best) - 1, len(best[0]) - 1
        pairs, total = [], 0
        while i > 0 and j > 0:
            step = self.step(first, i, second, j)
            if best[i][j] == best[i - 1][j - 1] + step:
                i, j, total = i - 1, j - 1, total + step
                if self.matched(first, i, second, j):
                    pairs.append((i, j))
            elif best[i][j] == best[i][j - 1] + self.options.gap:
                j, total = j - 1, total + self.options.gap
            else:
                i, total = i - 1, total + self.options.gap
        return pairs[::-1], total

    def merged(self):
        """The order of the joins, and the columns as a list of sets of (sentence, token)."""
        count = len(self.sentences)
        scores = self.scores()
        if count == 1:
            return [], [{(0, token)} for token in range(len(self.sentences[0].tokens))]
        pairs = [(i, j) for i in range(count) for j in range(i + 1, count)]
        first, second = max(pairs, key=lambda pair: (scores[pair[0]][pair[1]], -pair[0], -pair[1]))
        columns = [{(first, token)} for token in range(len(self.sentences[first].tokens))]
        pool, order = [first], [(first, second)]
        self.join(second, first, columns)
        pool.append(second)
        for sentence in range(count):
            if sentence not in pool:
                partner = max(
                    pool, key=lambda member: (scores[min(member, sentence)][max(member, sentence)], -member)
                )
                self.join(sentence, partner, columns)
                order.append((sentence, partner))
                pool.append(sentence)
        return order, columns

    def join(self, sentence, partner, columns):
        pairs, _ = self.traced(min(sentence, partner), max(sentence, partner))
        aligned = dict(pairs) if sentence < partner else {j: i for i, j in pairs}
        for token in range(len(self.sentences[sentence].tokens)):
            if token in aligned:
                column = next(place for place in columns if (partner, aligned[token]) in place)
                column.add((sentence, token))
            else:
                columns.append({(sentence, token)})
