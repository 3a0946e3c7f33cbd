from hypothesis import settings

settings.register_profile("games", deadline=None, max_examples=40)
settings.load_profile("games")
