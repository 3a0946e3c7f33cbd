"""Metrics for Prometheus: requests as they are answered, and figures that are read at each scrape.

It writes no table. Read `scrape` first.
"""
