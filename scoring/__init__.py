"""From results to exact, explained standings and ratings.

Only `ledger` writes facts, only `projection` writes standings, only `rating` writes ratings. Read
`pure.standings`, then `projection`.
"""

from problems import catalogue

catalogue.add_folder(__file__)
