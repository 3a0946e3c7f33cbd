"""Messages to people about what concerns them: a bell on the pages, mail and web push.

It alone writes Message, MessageSettings, PushSubscription, PushKey, PlaceCheck and
StoppedMessages. Read `events`, then `posting`.
"""
