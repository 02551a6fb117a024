"""The phases: a module a role. Each says what is legal, what it does and what ends it."""
