"""The Celery tasks: load by digest, call the library, store, report.

``cluster`` has the seven stages of a cluster, ``items`` the tasks that compute one artefact from one
stored value.  A task may run twice: stored artefacts are never computed again.
"""
