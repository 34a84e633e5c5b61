"""The broker: the embedded server, a shared one, and what is seen of queues, workers and runs on it."""
