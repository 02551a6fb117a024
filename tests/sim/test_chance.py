"""Keyed chance: known answers, luck that is shared where it should be, and draws given beforehand."""
from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from sim import chance
from sim.chance import AGENT, Chance, Scripted, ScriptEnded, Stream

SEED = 20261129
DECK = 17
M62 = 2**62 - 1
WORDS = st.integers(0, M62)


def pieces(*kinds: int) -> vec[i64]:
    return vec[i64]([i64(kind) for kind in kinds])


def order(seed: int, block: int, kinds: list[int]) -> list[int]:
    return [int(kind) for kind in Chance(seed, block).order(DECK, 0, pieces(*kinds))]


@pytest.mark.parametrize(("arguments", "answer"), [
    ((SEED, 0, 0, 0), 2451495335143587808),
    ((SEED, 1, 0, 0), 101704382558163091),
    ((SEED, 0, 1, 0), 1927837886009896624),
    ((SEED, 0, 0, 1), 426867014609950258),
])
def test_keys_have_their_known_answers(arguments: tuple[int, int, int, int], answer: int) -> None:
    assert chance.key(*arguments) == answer


def test_draws_have_their_known_answers() -> None:
    event = chance.key(SEED, 0, 1, 0)

    assert [chance.scale(chance.word(event, j), 36) for j in range(8)] == [20, 5, 1, 19, 4, 0, 33, 11]


def test_a_table_draw_is_the_draw_of_its_key() -> None:
    table = Chance(SEED, 0)

    assert [int(table.below(1, 0, j, 36)) for j in range(8)] == [20, 5, 1, 19, 4, 0, 33, 11]


@given(WORDS)
def test_mixing_is_the_formula_in_unbounded_integers(z: int) -> None:
    a = ((z ^ (z >> 31)) * 0x169DEA0F31A53F85) & M62
    b = ((a ^ (a >> 27)) * 0x0545F4914F6CDD1D) & M62

    assert chance.mix(z) == b ^ (b >> 30)


@given(st.sets(WORDS, min_size=2, max_size=50))
def test_mixing_keeps_different_numbers_different(words: set[int]) -> None:
    assert len({int(chance.mix(word)) for word in words}) == len(words)


@given(st.integers(-2**80, 2**80), st.integers(0, 2**40), st.integers(0, 2**20), st.integers(1, 2**31 - 1))
def test_a_draw_lies_in_its_range_for_any_seed(seed: int, block: int, index: int, n: int) -> None:
    assert 0 <= Chance(seed, block).below(DECK, index, 3, n) < n


def test_a_die_shows_every_face_alike_often() -> None:
    faces = Counter(int(Chance(1, block).below(DECK, turn, 0, 6)) for block in range(200) for turn in range(60))
    chi_square = sum((faces[face] - 2000) ** 2 / 2000 for face in range(6))

    assert chi_square < 20.5          # 5 degrees of freedom: passed with probability 0.999


def test_the_draws_of_one_event_do_not_follow_from_those_of_the_next() -> None:
    pairs = Counter((int(Chance(1, 0).below(DECK, turn, 0, 2)), int(Chance(1, 0).below(DECK, turn + 1, 0, 2)))
                    for turn in range(4000))

    assert all(880 < pairs[pair] < 1120 for pair in [(0, 0), (0, 1), (1, 0), (1, 1)])


@given(st.lists(st.integers(0, 20), max_size=60))
def test_a_shuffle_moves_pieces_and_loses_none(kinds: list[int]) -> None:
    given_pieces = pieces(*kinds)
    shuffled = Chance(3, 4).order(DECK, 0, given_pieces)

    assert sorted(shuffled) == sorted(kinds)
    assert list(given_pieces) == kinds


@given(st.permutations([0, 0, 1, 1, 2, 3, 3, 3]))
def test_a_shuffle_does_not_ask_in_which_order_the_pieces_lay(kinds: list[int]) -> None:
    assert order(3, 4, kinds) == order(3, 4, sorted(kinds))


def test_piles_that_differ_in_a_few_pieces_keep_the_others_in_order() -> None:
    whole = list(range(40))
    fewer = [kind for kind in whole if kind not in (3, 17, 29)]

    assert [kind for kind in order(5, 6, whole) if kind in fewer] == order(5, 6, fewer)


def test_all_orders_of_three_pieces_come_alike_often() -> None:
    orders = Counter(tuple(order(1, block, [0, 1, 2])) for block in range(6000))

    assert len(orders) == 6
    assert all(880 < n < 1120 for n in orders.values())


def test_a_stream_repeats_itself_and_no_other_slot() -> None:
    first, again, other = (Stream(7, 3, AGENT, slot) for slot in (0, 0, 1))
    draws = [int(first.below(1000)) for _ in range(20)]

    assert draws == [int(again.below(1000)) for _ in range(20)]
    assert draws != [int(other.below(1000)) for _ in range(20)]
    assert len(set(draws)) > 10


def test_a_stream_draws_floats_choices_and_shuffles() -> None:
    rng = Stream(7)
    floats = [rng.random() for _ in range(2000)]
    cards = list(range(30))
    rng.shuffle(cards)

    assert all(0 <= x < 1 for x in floats)
    assert 0.48 < sum(floats) / 2000 < 0.52
    assert {rng.choice("abc") for _ in range(50)} == {"a", "b", "c"}
    assert sorted(cards) == list(range(30)) != cards


def test_a_script_gives_its_draws_in_order_and_then_leaves_it_to_chance() -> None:
    scripted = Scripted({"die": [5, 0]}, then=Chance(1, 2), purposes={"die": DECK})

    assert [int(scripted.below(DECK, turn, 0, 6)) for turn in range(2)] == [5, 0]
    assert scripted.below(DECK, 2, 0, 6) == Chance(1, 2).below(DECK, 2, 0, 6)


def test_a_script_that_runs_out_names_its_purpose() -> None:
    scripted = Scripted({"die": [5]}, purposes={"die": DECK})
    scripted.below(DECK, 0, 0, 6)

    with pytest.raises(ScriptEnded, match="no more draws for die"):
        scripted.below(DECK, 1, 0, 6)


def test_a_script_refuses_draws_that_cannot_be() -> None:
    with pytest.raises(ValueError, match=r"scripted die: 6 is not from 0 to 5"):
        Scripted({"die": [6]}, purposes={"die": DECK}).below(DECK, 0, 0, 6)
    with pytest.raises(ValueError, match=r"no purpose 'dice'; it is one of die"):
        Scripted({"dice": [1]}, purposes={"die": DECK})


def test_a_scripted_shuffle_takes_as_many_pieces_as_are_shuffled() -> None:
    scripted = Scripted({DECK: [2, 0, 1, 1, 0]})

    assert list(scripted.order(DECK, 0, pieces(0, 1, 2))) == [2, 0, 1]
    assert list(scripted.order(DECK, 1, pieces(0, 1))) == [1, 0]
    with pytest.raises(ValueError, match="are not the 2 shuffled"):
        Scripted({DECK: [2, 0]}).order(DECK, 0, pieces(0, 1))
