#!/usr/bin/env python
from league.__main__ import main

if __name__ == "__main__":
    main()
