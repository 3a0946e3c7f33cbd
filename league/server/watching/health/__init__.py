"""Health of the server: measured figures, their meaning, and the alarm of its owner.

Only this room writes HealthCheck (`records`). Read `checks` first; `measures` does not use pages.
"""
