"""The compiled loops of the layout of pictures; loaded when something is drawn."""
