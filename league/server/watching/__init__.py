"""Observability of a server: probes, health, metrics, logs, traces and reports of errors.

Only `health` writes a table. Read `probes` and `health.checks` first.
"""
