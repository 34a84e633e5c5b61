"""``python -P -m orchestrator``: the console script, by the interpreter that is named."""

from orchestrator.cli import main

if __name__ == "__main__":
    main()
