"""Sign-ups for sessions and tournaments: answers, the waiting list, and check-in at the door.

Only this room writes SignUpSettings, PersonalLink, SignUpSheet and SignUp. Read `sign_ups` first,
then `roster`.
"""
