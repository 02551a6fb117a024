"""`python -m evenhand` is `evenhand`."""
from evenhand.cli import main

if __name__ == "__main__":
    main()
