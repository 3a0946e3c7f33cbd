"""python -m league: the command `manche`."""

from league.config.command import main

if __name__ == "__main__":
    main()
