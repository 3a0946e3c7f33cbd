#!/usr/bin/env python
from league.config.command import main

if __name__ == "__main__":
    main()
