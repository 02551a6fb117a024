"""The strategies of Catan (section 20 of the rules)."""
