"""The settings of a worker process, from its environment, and Celery's configuration.

Secrets are passed only in the environment, because every user of the machine can read
a command line.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

import paralattice
from paralattice.errors import OptionError
from workers.source_digest import code_digest

BROKER_VARIABLE = "ORCHESTRATOR_BROKER_URL"
STORE_VARIABLE = "ORCHESTRATOR_STORE"
STORE_ENDPOINT_VARIABLE = "ORCHESTRATOR_STORE_ENDPOINT"
QUEUE_VARIABLE = "ORCHESTRATOR_QUEUE"
WORKER_VARIABLE = "ORCHESTRATOR_WORKER_NAME"
"""The name of a worker, which the worker sets for its children."""
LOG_VARIABLE = "ORCHESTRATOR_WORKER_LOG"
"""The place of a worker's log on its machine; set by ``orchestrator worker``, for messages about failures."""
FLOWER_VARIABLE = "ORCHESTRATOR_FLOWER_PASSWORD"
FLOWER_USER = "paralattice"
"""The user name for Flower's pages; the password is in :data:`FLOWER_VARIABLE`."""

QUEUE = f"paralattice-{paralattice.__version__}"
"""Contains the version, so that workers of other versions never see our messages."""


def own_queue() -> str:
    """Return the beginning of the queues of workers that run the code of this process."""
    return f"{QUEUE}-{code_digest()}"


TIME_LIMIT_VARIABLE = "ORCHESTRATOR_TASK_TIME_LIMIT"
TASK_TIME_LIMIT = 900
"""Seconds after which a task's process is killed, by default; far more than any legitimate batch takes."""


def task_time_limit() -> int:
    """Return the seconds after which a task's process is killed, from the environment or by default.

    Raises
    ------
    OptionError
        The variable is not a whole number above 0.
    """
    text = os.environ.get(TIME_LIMIT_VARIABLE) or str(TASK_TIME_LIMIT)
    if not text.isdecimal() or not int(text):
        raise OptionError(f"{TIME_LIMIT_VARIABLE}={text}: must be a whole number of seconds above 0")
    return int(text)


@dataclass(frozen=True, slots=True)
class Settings:
    """The locations of broker and store, and the queue.

    Attributes
    ----------
    broker_url
        The broker's URL, with its password.
    store
        A folder, or ``s3://BUCKET/PREFIX``.
    queue
        The queue of the workers on that store.
    store_endpoint
        URL of the bucket's server; empty for Amazon S3.
    """

    broker_url: str
    store: str
    queue: str = QUEUE
    store_endpoint: str = ""

    @property
    def shown_store(self) -> str:
        """The store with its endpoint, for display."""
        return f"{self.store} at {self.store_endpoint}" if self.store_endpoint else self.store

    @classmethod
    def from_environment(cls) -> Settings:
        """Return the settings in the environment; a missing broker or store is an empty string."""
        return cls(
            os.environ.get(BROKER_VARIABLE, ""),
            os.environ.get(STORE_VARIABLE, ""),
            os.environ.get(QUEUE_VARIABLE) or QUEUE,
            os.environ.get(STORE_ENDPOINT_VARIABLE, ""),
        )

    def to_environment(self) -> dict[str, str]:
        """Return the environment variables that pass these settings to a child process."""
        return {
            BROKER_VARIABLE: self.broker_url,
            STORE_VARIABLE: self.store,
            QUEUE_VARIABLE: self.queue,
            STORE_ENDPOINT_VARIABLE: self.store_endpoint,
        }


def celery_settings(broker_url: str, queue: str = QUEUE, time_limit: int = TASK_TIME_LIMIT) -> dict[str, Any]:
    """Return Celery's configuration: delivery at least once, a time limit, and no results."""
    return {
        "broker_url": broker_url,
        "task_default_queue": queue,
        # Only JSON is accepted, so that a message cannot run code.
        "task_serializer": "json",
        "accept_content": ["json"],
        "task_ignore_result": True,
        # Acknowledged late: if a worker dies, its message goes to another one.
        "task_acks_late": True,
        "task_retry_on_worker_lost": True,
        "task_time_limit": time_limit,
        "task_publish_retry_policy": {"max_retries": 90, "interval_start": 0.1, "interval_max": 2.0},
        "worker_prefetch_multiplier": 1,
        # Loading a model takes longer than the default of 4 seconds, after which the child would be killed.
        "worker_proc_alive_timeout": 120,
        # Control characters in log lines are escaped, those of colours too.
        "worker_log_color": False,
        "broker_connection_retry_on_startup": True,
        "broker_connection_max_retries": None,
        "broker_transport_options": {
            "visibility_timeout": 2 * time_limit + 300,
            "unacked_restore_interval": 10,
            "unacked_restore_throttle": 1,
            "health_check_interval": 25,
            "socket_timeout": 30,
            "socket_connect_timeout": 10,
            "socket_keepalive": True,
        },
    }
