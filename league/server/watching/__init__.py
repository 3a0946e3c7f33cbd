"""What a server says about itself: probes, health, metrics, logs, traces and reports of errors.

Only `health` writes a table. Read `probes` and `health.checks` first.
"""
