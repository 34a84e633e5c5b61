"""The infrastructure around the library: Celery app, settings, artefact store, broker and supervision."""
