"""The broker: an embedded or shared server, and the inspection of its queues, workers and runs."""
