"""What several commands share: arguments, options, output."""
