"""The resources around the library: Celery app, settings, artefact store and embedded broker."""
