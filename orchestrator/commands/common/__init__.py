"""Shared parts of commands: arguments, options, output."""
