"""The decision nodes, end triggers, events and counters of Catan, by number."""
from __future__ import annotations

from typing import Final

from sim.catan.tables import DEV_NAMES, ITEMS, SIDE_WORDS
from sim.catan.topology import EDGE_ENDS
from sim.core import FIRST_GAME_EVENT, EventKind

# the decision nodes, CA-FLOW-02 to -14
SETUP_SETTLEMENT: Final = 0
SETUP_ROAD: Final = 1
PRE_ROLL: Final = 2
DISCARDING: Final = 3
MOVING_ROBBER: Final = 4
STEALING: Final = 5
PROPOSING: Final = 6
ANSWERING: Final = 7
MAIN: Final = 8
RESPONDING: Final = 9
CONFIRMING: Final = 10
FREE_ROAD: Final = 11
NODES: Final = ("SETUP_SETTLEMENT", "SETUP_ROAD", "PRE_ROLL", "DISCARD", "MOVE_ROBBER", "STEAL", "PROPOSE", "ANSWER", "MAIN",
                "RESPOND", "CONFIRM", "FREE_ROAD")

# the end triggers (CA-END-09)
VP_OWN_TURN: Final = 0
VP_TURN_START: Final = 1
VP_OTHER_TURN: Final = 2
MAX_ROUNDS: Final = 3
TRIGGERS: Final = ("vp_own_turn", "vp_turn_start", "vp_other_turn", "max_rounds")

# counters of a player, all over the game; a group of five has one place a resource
PRODUCED: Final = 0
MARITIME_IN: Final = 5
MARITIME_OUT: Final = 10
DOMESTIC_IN: Final = 15
DOMESTIC_OUT: Final = 20
SPENT: Final = 25
LOST_ROBBER: Final = 30
LOST_BANK: Final = 31
DISCARDED: Final = 32
STOLEN_FROM: Final = 33
STOLEN_BY: Final = 34
MONOPOLY_GAIN: Final = 35
MONOPOLY_LOSS: Final = 36
OFFERS_MADE: Final = 37
OFFERS_ACCEPTED: Final = 38
DISCOVERIES_MADE: Final = 39
DISCOVERIES_USED: Final = 40
ROBBER_MOVES: Final = 41
IDLE_TURNS: Final = 42
DEV_BOUGHT: Final = 43
N_COUNTERS: Final = 44

# turns in which something happened to a player for the first time
FIRST_CITY: Final = 0
THIRD_SETTLEMENT: Final = 1
FIRST_DEV: Final = 2
FIRST_VP: Final = 3             # + points - 3, for 3 to 10 points
N_MARKS: Final = 11

ROLLED: Final = FIRST_GAME_EVENT
PRODUCES: Final = ROLLED + 1
DISCOVERS: Final = ROLLED + 2
DISCARDS: Final = ROLLED + 3
ROBBER_GOES: Final = ROLLED + 4
ROBS: Final = ROLLED + 5
TAKES: Final = ROLLED + 6
BUILDS_ROAD: Final = ROLLED + 7
BUILDS_SETTLEMENT: Final = ROLLED + 8
BUILDS_CITY: Final = ROLLED + 9
PAYS: Final = ROLLED + 10
BUYS_DEV: Final = ROLLED + 11
DRAWS_DEV: Final = ROLLED + 12
PLAYS_DEV: Final = ROLLED + 13
GIVES_BANK: Final = ROLLED + 14
GETS_BANK: Final = ROLLED + 15
OFFERS: Final = ROLLED + 16
PROPOSES: Final = ROLLED + 17
COUNTERS: Final = ROLLED + 18
ACCEPTS: Final = ROLLED + 19
REJECTS: Final = ROLLED + 20
GIVES: Final = ROLLED + 21
CANCELS: Final = ROLLED + 22
ROAD_AWARD: Final = ROLLED + 23
ARMY_AWARD: Final = ROLLED + 24
ENDS: Final = ROLLED + 25
EMPTIES: Final = ROLLED + 26
ROAD_ASIDE: Final = ROLLED + 27
GIVEN: Final = ROLLED + 28

EDGE_WORDS: Final = tuple(f"{a}-{b}" for a, b in EDGE_ENDS)

EVENTS: Final = (
    EventKind("rolled", "throws {amount}"),
    EventKind("produces", "gets {amount} {item}", ITEMS),
    EventKind("discovers", "makes {amount} Discoveries"),
    EventKind("discards", "discards {item}", ITEMS),
    EventKind("robber", "moves the robber to hex {amount}"),
    EventKind("robs", "robs seat {amount}"),
    EventKind("takes", "takes {item} from seat {amount}", ITEMS),
    EventKind("road", "builds a road on {amount}", numbers=EDGE_WORDS, logged=True),
    EventKind("settlement", "builds a settlement on {amount}", logged=True),
    EventKind("city", "builds a city on {amount}", logged=True),
    EventKind("pays", "pays {amount} {item}", ITEMS),
    EventKind("dev_bought", "buys a development card", logged=True),
    EventKind("dev_drawn", "draws {item}", DEV_NAMES),
    EventKind("dev_played", "plays {item}", DEV_NAMES, logged=True),
    EventKind("gives_bank", "gives the bank {amount} {item}", ITEMS),
    EventKind("gets_bank", "gets {amount} {item} from the bank", ITEMS),
    EventKind("offers", "offers {amount} for {extra}", numbers=SIDE_WORDS),
    EventKind("proposes", "proposes {amount} for {extra}", numbers=SIDE_WORDS),
    EventKind("counters", "counters with {amount} for {extra}", numbers=SIDE_WORDS),
    EventKind("accepts", "accepts"),
    EventKind("rejects", "rejects"),
    EventKind("gives", "gives seat {extra} {amount} {item}", ITEMS),
    EventKind("cancels", "cancels the offer"),
    EventKind("road_award", "takes the longest road", logged=True),
    EventKind("army_award", "takes the largest army", logged=True),
    EventKind("ends", "reaches the goal", logged=True),
    EventKind("empties", "hands over all {item}, {amount}, to seat {extra}", ITEMS),
    EventKind("road_aside", "nobody has the longest road", logged=True),
    EventKind("given", "is given {amount} x {item}", ITEMS, logged=True),
)
