from hypothesis import settings

# as for the games: no test may fail because the machine is busy
settings.register_profile("scoring", deadline=None, max_examples=40)
settings.load_profile("scoring")
