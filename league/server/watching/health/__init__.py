"""The health of the server: what is measured, what it means, and the alarm of its owner.

It alone writes HealthCheck (`records`). Read `checks` first; `measures` knows nothing of pages.
"""
