"""The algorithms that draw rounds: construction, exhaustive search, simulated annealing, known
designs, lower bounds and the order of seats.

It writes no table. Read `instance` and `cost` first; `seating.draw` chooses among the algorithms.
"""
