"""What a cluster's sentences tell: who is who, which events are the same, which values conflict."""
