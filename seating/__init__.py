"""Who sits where. Standard library only: no Django, no clock, no hidden randomness."""
