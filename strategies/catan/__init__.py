"""Ways to play Catan: seven plans on one stock of readings (section 20 of the rules), and random play with weights.

    archetype   the parameters, and which module answers which decision
    pips, ore_wheat_sheep, wood_brick, port, balanced_dev, discovery        the plans
    island      the board, read from the view once a game; ways over free edges
    outlook     one decision: hand, income, rates, and how soon something can be paid
    wishes      what a plan works for: cities, sites, the longest road, cards, each by its worth and its cost
    sites       the set-up
    trails      the longest road
    purchases   what is bought now, and trade with the bank for it
    trading     trade with players
    cards       development cards
    robber      the robber, thefts, discards
    weighted    random play with weights
"""
