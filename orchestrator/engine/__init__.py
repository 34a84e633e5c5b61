"""The run engine: work items, their scheduler, and the workers that compute them."""
