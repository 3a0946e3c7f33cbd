"""From a file somebody else has written to what the club would do by hand. Pure: no database here.

`sheets` and `xlsx` read tables, `mapping` finds the columns, `players`, `seasons` and `records` say
what the rows mean. `league.operations.exchange.imports` carries it out.
"""
