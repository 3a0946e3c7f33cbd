"""Archives and imports at the desk, and the jobs behind them.

It writes no table.
Read `imports` first.
"""
