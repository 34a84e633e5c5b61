"""``python -P -m orchestrator``: runs the console script with a given interpreter."""

from orchestrator.cli import main

if __name__ == "__main__":
    main()
