"""Adapters of model libraries: the only package that imports torch, stanza and the like.

Its top modules import these libraries only when a model is loaded, because stanza and torch take seconds.

* ``parser`` parses sentences, ``parser_files`` finds a parser's files, ``engines`` loads them.
* ``chart``, ``shift_reduce`` and ``perceptron`` are the parsers and the tagger; ``training`` trains them.
* ``interface`` is what they have in common; ``inference`` runs their models.
* ``text``, ``normalisation``, ``web_pages`` and ``thot_aligner`` adapt other libraries.
"""
