"""The only place that calls other people's models: parsing, tokens and sentence ends.

Importing a module of this package imports no model library; that happens
where a model is loaded, for stanza and torch take seconds.
"""
