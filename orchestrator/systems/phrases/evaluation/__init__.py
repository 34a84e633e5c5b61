"""``orchestrator phrases evaluate``: the automatic evaluations of Pang, Knight and Marcu (2003)."""
