"""What a worker process is told by its environment, and how Celery is set up.

Secrets come through the environment alone: a command line can be read by
every user of the machine.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

import paralattice
from paralattice.errors import OptionError

BROKER_VARIABLE = "ORCHESTRATOR_BROKER_URL"
STORE_VARIABLE = "ORCHESTRATOR_STORE"
STORE_ENDPOINT_VARIABLE = "ORCHESTRATOR_STORE_ENDPOINT"
QUEUE_VARIABLE = "ORCHESTRATOR_QUEUE"
FLOWER_VARIABLE = "ORCHESTRATOR_FLOWER_PASSWORD"
FLOWER_USER = "paralattice"
"""Who may see Flower's pages, with the password of that variable."""

QUEUE = f"paralattice-{paralattice.__version__}"
"""Named by the version, so that workers of another one never see our messages."""

TIME_LIMIT_VARIABLE = "ORCHESTRATOR_TASK_TIME_LIMIT"
TASK_TIME_LIMIT = 900
"""Seconds after which a task's process is killed, by default; far above the longest honest batch."""


def task_time_limit() -> int:
    """Return the seconds after which a task's process is killed: what the environment says, or the default.

    Raises
    ------
    OptionError
        The environment says something else than a whole number of seconds above 0.
    """
    text = os.environ.get(TIME_LIMIT_VARIABLE) or str(TASK_TIME_LIMIT)
    if not text.isdecimal() or not int(text):
        raise OptionError(f"{TIME_LIMIT_VARIABLE}={text}: must be a whole number of seconds above 0")
    return int(text)


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the broker and the artefacts are, and the queue between them.

    Attributes
    ----------
    broker_url
        The broker's URL, with its password.
    store
        A folder, or ``s3://BUCKET/PREFIX``.
    queue
        The queue that the workers on that store listen to.
    store_endpoint
        URL of the server that has the bucket; empty for Amazon's own.
    """

    broker_url: str
    store: str
    queue: str = QUEUE
    store_endpoint: str = ""

    @property
    def shown_store(self) -> str:
        """The store with its endpoint, for people to read."""
        return f"{self.store} at {self.store_endpoint}" if self.store_endpoint else self.store

    @classmethod
    def from_environment(cls) -> Settings:
        """Read the environment; an absent broker or store is an empty string."""
        return cls(
            os.environ.get(BROKER_VARIABLE, ""),
            os.environ.get(STORE_VARIABLE, ""),
            os.environ.get(QUEUE_VARIABLE) or QUEUE,
            os.environ.get(STORE_ENDPOINT_VARIABLE, ""),
        )

    def to_environment(self) -> dict[str, str]:
        """Return the variables that make a child process see these settings."""
        return {
            BROKER_VARIABLE: self.broker_url,
            STORE_VARIABLE: self.store,
            QUEUE_VARIABLE: self.queue,
            STORE_ENDPOINT_VARIABLE: self.store_endpoint,
        }


def celery_settings(broker_url: str, queue: str = QUEUE, time_limit: int = TASK_TIME_LIMIT) -> dict[str, Any]:
    """Return Celery's configuration for delivery at least once, bounded and without results."""
    return {
        "broker_url": broker_url,
        "task_default_queue": queue,
        # Nothing but JSON is accepted, so that a message can never run code.
        "task_serializer": "json",
        "accept_content": ["json"],
        "task_ignore_result": True,
        # Acknowledged late: a worker that dies leaves its message to another.
        "task_acks_late": True,
        "task_retry_on_worker_lost": True,
        "task_acks_on_failure_or_timeout": True,
        "task_time_limit": time_limit,
        "task_publish_retry_policy": {"max_retries": 90, "interval_start": 0.1, "interval_max": 2.0},
        "worker_prefetch_multiplier": 1,
        # Loading a model takes seconds; the default of 4 would kill the child for ever.
        "worker_proc_alive_timeout": 120,
        "worker_hijack_root_logger": True,
        "worker_cancel_long_running_tasks_on_connection_loss": False,
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
