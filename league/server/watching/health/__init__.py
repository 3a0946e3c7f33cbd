"""Health of the server: measured figures, their meaning, and the alarm of its owner.

It alone writes HealthCheck (`records`). Read `checks` first; `measures` knows nothing of pages.
"""
