"""The same sums and order, reckoned by the database; tests compare them with `scoring.pure`.

It writes no table.
Read `fact_filters`, then `points_sql`.
"""
