"""The six Celery tasks of a cluster: parse, chunk, align, merge, build, sample.

A task loads by digest, makes one library call a version, stores, and publishes
the next stage.  Every task may run twice: what is stored is never computed again.
"""
