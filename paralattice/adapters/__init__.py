"""Adapters of model libraries: the only package that imports torch, stanza and the like.

Its top modules import these libraries only when a model is loaded, because stanza and torch take seconds.

* ``parser`` parses sentences, ``parser_files`` finds a parser's files, ``engines`` loads them.
* ``chart`` is the parser of the package, which also tags; ``training`` trains it.  ``stanza_engine`` runs
  the models of stanza.
* ``interface`` is what they have in common; ``inference`` runs their models.
* ``text``, ``normalisation`` and ``web_pages`` adapt other libraries.
"""
