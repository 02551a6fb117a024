"""Three ways to play Puerto Rico, money, hybrid and shipping (chapter 10 of the rules), on shared estimates.

    archetype   the parameters, and which module answers which question
    money, hybrid, shipping         the three plans
    board       boards and ships as plain numbers, read from the view once for a decision
    outlook     how long the game will last, and what a doubloon and a good are worth until then
    estimates   the numbers behind all that
    roles       what a role card brings the one who takes it, and the others
    tiles, colonists, buildings, goods, cargo       the decisions of each phase
"""
