"""SQL for the sums and the order that `scoring.pure` defines; tests compare both.

It writes no table. Read `fact_filters`, then `points_sql`.
"""
