"""The Celery tasks: load by digest, call the library, store, report.

``cluster`` has the six stages of a cluster, ``items`` the tasks that turn one content into one
artefact.  Every task may run twice: what is stored is never computed again.
"""
