"""What lies on the table beside the players' boards: supplies, tiles, ships, the trading house, doubloons on cards."""
from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sim import core
from sim.chance import FIRST_GAME_PURPOSE, Chance
from sim.core import EVERYBODY, NOBODY, Game, fold, fold_vec
from sim.puerto_rico import laws
from sim.puerto_rico.events import SHUFFLED
from sim.puerto_rico.player import NO_GOODS, Player
from sim.puerto_rico.setup import Setup
from sim.puerto_rico.tables import N_CARDS, N_GOODS, NO_GOOD

DRAW_PILE: Final = FIRST_GAME_PURPOSE
"""The purpose of the first shuffle of the plantations (PR-SET-09)."""
RESHUFFLE: Final = FIRST_GAME_PURPOSE + 1
"""The purpose of the shuffles of the discard pile; their index is their number."""
BUILDINGS_IN_PLAY: Final = FIRST_GAME_PURPOSE + 2
"""The purpose of a random choice of buildings, reserved for the expansion."""

NO_TILE: Final = -1

_NO_CARGO: Final = vec[i64]([i64(NO_GOOD)] * 6)
_NO_LOAD: Final = vec[i64]([i64(0)] * 6)
_NO_MONEY: Final = vec[i64]([i64(0)] * N_CARDS)


class Table(core.State):
    """The pieces. A fresh table has everything in the supply; `State` adds where the round stands.

    Each attribute stands with its copy in one line, so that none is forgotten.
    """

    def __init__(self, game: Game, setup: Setup, chance: Chance, old: Table | None) -> None:
        super().__init__(setup.seats, chance, game, old)
        self.setup: Setup = setup
        self.players: list[Player] = ([Player(None) for _ in range(setup.seats)] if old is None
                                      else [Player(p) for p in old.players])
        self.bank: i64 = setup.bank if old is None else old.bank
        self.vp_supply: i64 = setup.vp_supply if old is None else old.vp_supply
        self.on_paper: i64 = i64(0) if old is None else old.on_paper        # VP earned beyond the supply (PR-END-04)
        self.colonists: i64 = setup.colonists if old is None else old.colonists
        self.ship: i64 = setup.ship if old is None else old.ship            # colonists on the ship, besides the supply
        self.quarries: i64 = setup.quarries if old is None else old.quarries
        self.supply: vec[i64] = setup.goods[:] if old is None else old.supply[:]
        self.stock: vec[i64] = setup.copies[:] if old is None else old.stock[:]  # buildings not yet built
        self.row: vec[i64] = NO_GOODS[:] if old is None else old.row[:]     # face-up tiles by kind
        self.discard: vec[i64] = NO_GOODS[:] if old is None else old.discard[:]
        self.unseen: vec[i64] = setup.tiles[:] if old is None else old.unseen[:]  # the draw pile by kind (PR-INFO-05)
        self.pile: vec[i64] = vec[i64]() if old is None else old.pile       # its order; never changed in place
        self.pile_next: i64 = i64(0) if old is None else old.pile_next      # the place in it of the next tile
        self.reshuffles: i64 = i64(0) if old is None else old.reshuffles
        self.house: vec[i64] = NO_GOODS[:] if old is None else old.house[:]
        self.house_load: i64 = i64(0) if old is None else old.house_load
        self.cargo: vec[i64] = _NO_CARGO[:setup.n_ships] if old is None else old.cargo[:]  # kinds, ships by size
        self.load: vec[i64] = _NO_LOAD[:setup.n_ships] if old is None else old.load[:]
        self.card_money: vec[i64] = _NO_MONEY[:] if old is None else old.card_money[:]
        self.box: vec[i64] = vec[i64]() if old is None else old.box         # how many pieces there are; never changed

    def pay_out(self, p: Player, doubloons: i64) -> i64:
        """Doubloons from the bank, as far as it has them (PR-GEN-07); returns how many."""
        if doubloons > self.bank:
            doubloons = self.bank
        self.bank -= doubloons
        p.doubloons += doubloons
        return doubloons

    def take_colonist(self) -> bool:
        """One colonist out of the supply, or off the ship if the supply is empty; False if there is none."""
        if self.colonists > 0:
            self.colonists -= 1
        elif self.ship > 0:
            self.ship -= 1
        else:
            return False
        return True

    def take_goods(self, p: Player, good: i64, wanted: i64) -> i64:
        """Goods from the supply, as far as it has them (PR-GEN-10, PR-CRAFT-04); returns how many."""
        if wanted > self.supply[good]:
            wanted = self.supply[good]
        self.supply[good] -= wanted
        p.goods[good] += wanted
        return wanted

    def pile_size(self) -> i64:
        """Tiles in the draw pile."""
        return len(self.pile) - self.pile_next

    def shuffle_in(self, purpose: i64, index: i64, tiles: vec[i64]) -> None:
        """Make a new draw pile of tiles given by kind."""
        pieces = vec[i64](capacity=64)
        for kind in range(i64(N_GOODS)):
            self.unseen[kind] = tiles[kind]
            for _nth in range(tiles[kind]):
                pieces = append(pieces, kind)
        self.pile = self.chance.order(purpose, index, pieces)
        self.pile_next = 0

    def draw_tile(self) -> i64:
        """The next tile of the draw pile, NO_TILE if both piles are empty (PR-SETTLER-06, PR-BLD-hacienda b)."""
        if self.pile_next == len(self.pile) and not self.reshuffle():
            return NO_TILE
        tile: i64 = self.pile[self.pile_next]
        self.pile_next += 1
        self.unseen[tile] -= 1
        return tile

    def reshuffle(self) -> bool:
        """Shuffle the discard pile into a new draw pile; False if it is empty too."""
        n: i64 = 0
        for kind in self.discard:
            n += kind
        if n == 0:
            return False
        self.shuffle_in(RESHUFFLE, self.reshuffles, self.discard)
        self.tell(SHUFFLED, NOBODY, 0, n, 0, EVERYBODY)
        self.reshuffles += 1
        for kind in range(i64(N_GOODS)):
            self.discard[kind] = 0
        return True

    def seal(self) -> None:
        """Count the pieces of this table; from now on none may appear or vanish."""
        self.box = laws.count_pieces(self)

    def digest_table(self, digest: i64) -> i64:
        """A digest with all the pieces in it."""
        digest = fold(fold(fold(fold(digest, self.bank), self.vp_supply), self.on_paper), self.colonists)
        digest = fold(fold(fold(digest, self.ship), self.quarries), self.reshuffles)
        digest = fold_vec(fold_vec(fold_vec(digest, self.stock), self.supply), self.house)
        digest = fold_vec(fold_vec(fold_vec(digest, self.row), self.discard), self.pile[self.pile_next:])
        digest = fold_vec(fold_vec(fold_vec(digest, self.cargo), self.load), self.card_money)
        for p in self.players:
            digest = p.digest(digest)
        return digest
