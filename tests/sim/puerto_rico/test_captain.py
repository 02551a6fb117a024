"""The captain phase: loading (rules 2.8; harbor and wharf of 2.12)."""
from __future__ import annotations

import pytest

from tests.marks import rule
from tests.sim.puerto_rico.words import (
    GOODS,
    choices,
    counters,
    fact,
    fired,
    goods,
    may,
    node,
    play,
    seat,
    ships,
    supply,
    table,
    vps,
)


@rule("EX-43", "D-LOAD", "AUTO", *[f"PR-CAPTAIN-{n:02}" for n in range(1, 11)], "PR-CAPTAIN-13", "PR-STORE-01")
def test_a_whole_captain_phase() -> None:
    s = table(seat(goods={"corn": 2, "sugar": 6}), seat(goods={"sugar": 2, "tobacco": 3}),
              seat(goods={"corn": 2, "tobacco": 1}), seat(goods={"corn": 1, "indigo": 5}), ships=[None, ("corn", 3), None])

    play(s, "take the captain")
    assert node(s) == "D-LOAD"
    assert choices(s) == ["load corn on the second ship", "load sugar on the third ship"], "6 sugar fit only there"
    play(s, "0: load sugar")
    assert choices(s) == ["load tobacco on the first ship", "load sugar on the third ship"]
    play(s, "1: load sugar")
    said = play(s, "2: load tobacco")

    assert [words for words in said if "load" in words] == [
        "2: load 1 tobacco on the ship of 5, 1 VP",
        "3: load 1 corn on the ship of 6, 1 VP",
        "0: load 2 corn on the ship of 6, 2 VP",
        "1: load 3 tobacco on the ship of 5, 3 VP"]
    assert vps(s) == [9, 4, 1, 1]
    assert [goods(s, seat) for seat in range(4)] == [{}, {"sugar": 1}, {"corn": 1}, {"indigo": 1}]
    assert ships(s) == [("tobacco", 4), None, None]
    assert (node(s), s.actor) == ("D-ROLE", 1)


@rule("PR-CAPTAIN-02", "PR-GEN-05", "PR-STORE-06")
def test_who_can_load_must_warehouse_or_not() -> None:
    s = table(seat(), seat(goods={"corn": 1, "sugar": 2}, occupied=["large_warehouse", "small_warehouse"]), seat(),
              ships=[("corn", 1), None, None])

    play(s, "take the captain")

    assert s.actor == 1 and "pass" not in choices(s)
    assert choices(s) == ["load corn on the first ship", "load sugar on the second ship", "load sugar on the third ship"]


@rule("PR-CAPTAIN-03", "PR-CAPTAIN-04", "PR-CAPTAIN-05")
def test_a_kind_goes_only_onto_its_own_ship() -> None:
    s = table(seat(goods={"corn": 2, "indigo": 2, "sugar": 1}), seat(), seat(), ships=[("corn", 1), ("sugar", 5), None],
              phase="captain")

    assert choices(s) == ["load corn on the first ship", "load indigo on the third ship"], "the sugar ship of 5 is full"


@rule("EX-48", "PR-CAPTAIN-04", "PR-CAPTAIN-05")
def test_a_ship_filled_earlier_in_the_phase_still_bars_its_kind() -> None:
    s = table(seat(goods={"corn": 5}), seat(goods={"corn": 2, "sugar": 1}), seat(), options={"ships": [5, 6]})

    play(s, "take the captain", "load corn on the first ship")

    assert ships(s) == [None, ("sugar", 1)], "seat 1 could only load sugar; the corn ship was emptied at the end"
    assert goods(s, 1) == {"corn": 1}
    assert vps(s) == [6, 1, 0]


@rule("PR-CAPTAIN-06")
def test_as_many_as_fit_are_loaded() -> None:
    s = table(seat(), seat(goods={"corn": 4, "indigo": 2}), seat(), ships=[("corn", 2), ("indigo", 4), ("sugar", 1)])

    said = play(s, "take the captain", "load corn")

    assert "1: load 2 corn on the ship of 4, 2 VP" in said
    assert "1: load 1 indigo on the ship of 5, 1 VP" in said


@rule("EX-47", "PR-CAPTAIN-07", "X5")
def test_of_empty_ships_the_best_fit_and_among_equals_a_free_choice() -> None:
    def offered(corn: int) -> list[str]:
        s = table(seat(goods={"corn": corn, "coffee": 1}), seat())
        play(s, "take the captain")
        return [choice for choice in choices(s) if "corn" in choice]

    assert offered(3) == ["load corn on the first ship", "load corn on the second ship"]
    assert offered(4) == ["load corn on the first ship", "load corn on the second ship"]
    assert offered(5) == ["load corn on the second ship"]
    assert offered(8) == ["load corn on the second ship"]


@rule("PR-CAPTAIN-08")
def test_the_kind_is_free_even_if_another_would_bring_more() -> None:
    s = table(seat(goods={"corn": 6, "indigo": 1}), seat(), seat())

    play(s, "take the captain")

    assert may(s, "load indigo on the first ship") and may(s, "load corn on the third ship")


@rule("PR-CAPTAIN-01")
def test_play_goes_round_from_the_captain_one_kind_a_turn() -> None:
    s = table(seat(goods={"corn": 1, "indigo": 1}), seat(goods={"sugar": 1}), seat(goods={"corn": 1, "sugar": 1}), governor=2,
              actor=2, ships=[("corn", 1), ("indigo", 1), ("sugar", 1)])

    said = play(s, "take the captain", "2: load sugar", "0: load corn")

    assert [words.split(",")[0] for words in said if "load" in words] == [
        "2: load 1 sugar on the ship of 6", "0: load 1 corn on the ship of 4", "1: load 1 sugar on the ship of 6",
        "2: load 1 corn on the ship of 4", "0: load 1 indigo on the ship of 5"]


@rule("PR-CAPTAIN-09")
@pytest.mark.parametrize("good", GOODS)
def test_each_good_is_worth_1_vp_whatever_its_kind(good: str) -> None:
    others = [other for other in GOODS if other != good]
    s = table(seat(), seat(goods={good: 4}), seat(), ships=[None, (others[0], 1), (others[1], 1)])
    before = fact(s, "vp_supply")

    play(s, "take the captain")

    assert vps(s) == [0, 4, 0]
    assert fact(s, "vp_supply") == before - 4


@rule("PR-CAPTAIN-10")
def test_the_privilege_is_paid_once_with_the_first_loading() -> None:
    s = table(seat(goods={"corn": 1, "sugar": 2}), seat(), seat(), ships=[("corn", 1), ("sugar", 1), None])

    play(s, "take the captain", "load corn")

    assert vps(s) == [1 + 1 + 2, 0, 0]
    assert counters(s, 0)["vp_captain_privilege"] == 1


@rule("EX-46", "PR-CAPTAIN-10")
def test_a_captain_who_cannot_load_gets_nothing() -> None:
    s = table(seat(), seat(goods={"corn": 3}), seat(), ships=[None, ("indigo", 1), ("sugar", 1)])

    play(s, "take the captain")

    assert vps(s) == [0, 3, 0]


@rule("EX-44", "PR-BLD-harbor", "PR-BLD-wharf", "PR-BLD-wharf a", "PR-CAPTAIN-11")
def test_a_harbor_pays_for_each_loading_by_wharf_too() -> None:
    s = table(seat(), seat(goods={"tobacco": 5, "sugar": 2}, occupied=["harbor", "wharf"]), seat(),
              ships=[("tobacco", 1), ("sugar", 1), ("corn", 1)])

    play(s, "take the captain", "load tobacco")
    assert choices(s) == ["load sugar on the second ship", "ship sugar by wharf", "ship tobacco by wharf"]
    said = play(s, "load sugar", "ship tobacco by wharf")

    assert vps(s)[1] == (3 + 1) + (2 + 1) + (2 + 1)
    assert counters(s, 1)["vp_harbor"] == 3
    assert "1: ship 2 tobacco by wharf, 3 VP" in said
    assert goods(s, 1) == {}
    assert ships(s) == [None, ("sugar", 3), ("corn", 1)]


@rule("EX-45", "PR-BLD-wharf", "PR-BLD-wharf c")
def test_a_wharf_may_be_used_first_and_leave_the_ship_unfilled() -> None:
    s = table(seat(), seat(goods={"tobacco": 5, "sugar": 2}, occupied=["harbor", "wharf"]), seat(),
              ships=[("tobacco", 1), ("sugar", 1), ("corn", 1)])

    said = play(s, "take the captain", "ship tobacco by wharf")

    assert "1: ship 5 tobacco by wharf, 6 VP" in said
    assert vps(s)[1] == (5 + 1) + (2 + 1)
    assert ships(s)[0] == ("tobacco", 1)


@rule("PR-BLD-wharf", "PR-GEN-04")
def test_wharf_goods_go_to_the_supply_all_of_one_kind() -> None:
    s = table(seat(), seat(goods={"coffee": 3, "corn": 2}, occupied=["wharf"]), seat(),
              ships=[("tobacco", 1), ("sugar", 1), ("indigo", 1)])
    before = supply(s, "coffee")

    play(s, "take the captain", "ship coffee by wharf")

    assert supply(s, "coffee") == before + 3
    assert vps(s)[1] == 3
    assert goods(s, 1) == {"corn": 1}, "one wharf a phase; then one good is stored"


@rule("EX-49", "PR-CAPTAIN-02", "PR-BLD-wharf", "PR-BLD-wharf c", "PR-GEN-04")
def test_a_wharf_is_never_forced() -> None:
    s = table(seat(), seat(goods={"coffee": 4}, occupied=["wharf"]), seat(),
              ships=[("tobacco", 1), ("sugar", 1), ("indigo", 1)])

    play(s, "take the captain")

    assert choices(s) == ["ship coffee by wharf", "pass"]


@rule("EX-49", "PR-CAPTAIN-02")
def test_with_a_ship_for_the_good_pass_is_not_legal_but_the_wharf_is() -> None:
    s = table(seat(), seat(goods={"coffee": 4}, occupied=["wharf"]), seat(), ships=[("coffee", 1), ("sugar", 1), ("indigo", 1)])

    play(s, "take the captain")

    assert choices(s) == ["load coffee on the first ship", "ship coffee by wharf"]


@rule("PR-BLD-wharf", "PR-GEN-02")
def test_an_idle_wharf_and_an_idle_harbor_do_nothing() -> None:
    s = table(seat(), seat(goods={"coffee": 4, "corn": 1}, idle=["wharf", "harbor"]), seat(),
              ships=[("corn", 1), ("sugar", 1), ("indigo", 1)])

    play(s, "take the captain")

    assert vps(s)[1] == 1
    assert goods(s, 1) == {"coffee": 1}


@rule("PR-CAPTAIN-12", "PR-BLD-wharf c")
def test_a_pass_is_not_final_for_the_owner_of_a_wharf() -> None:
    s = table(seat(goods={"coffee": 2}, occupied=["wharf"]), seat(goods={"corn": 1, "sugar": 1}), seat(),
              ships=[("tobacco", 1), ("corn", 1), ("sugar", 1)])

    play(s, "take the captain", "0: pass", "1: load corn")
    assert (s.actor, choices(s)) == (0, ["ship coffee by wharf", "pass"]), "play has come round again"
    play(s, "0: pass")                                          # seat 1 then has to load its sugar
    assert s.actor == 0 and vps(s)[1] == 2
    play(s, "0: ship coffee by wharf")

    assert vps(s) == [2 + 1, 2, 0]


@rule("PR-CAPTAIN-12")
def test_loading_ends_when_all_have_passed_in_a_row() -> None:
    s = table(seat(goods={"coffee": 2}, occupied=["wharf"]), seat(goods={"sugar": 2}, occupied=["wharf"]), seat(),
              ships=[("tobacco", 1), ("corn", 1), ("indigo", 1)])

    play(s, "take the captain", "0: pass", "1: pass")

    assert vps(s) == [0, 0, 0]
    assert (goods(s, 0), goods(s, 1)) == ({"coffee": 1}, {"sugar": 1}), "the others were lost"


@rule("PR-CAPTAIN-12")
def test_a_loading_by_wharf_starts_the_count_of_passes_anew() -> None:
    s = table(seat(goods={"coffee": 2}, occupied=["wharf"]), seat(goods={"sugar": 2}, occupied=["wharf"]), seat(),
              ships=[("tobacco", 1), ("corn", 1), ("indigo", 1)])

    play(s, "take the captain", "0: pass", "1: ship sugar by wharf")

    assert (s.actor, choices(s)) == (0, ["ship coffee by wharf", "pass"])


@rule("PR-CAPTAIN-11", "PR-CAPTAIN-10")
def test_the_captains_first_loading_may_be_by_wharf() -> None:
    s = table(seat(goods={"coffee": 2}, occupied=["wharf", "harbor"]), seat(), seat(),
              ships=[("tobacco", 1), ("corn", 1), ("indigo", 1)])

    play(s, "take the captain", "ship coffee by wharf")

    assert vps(s)[0] == 2 + 1 + 1
    assert counters(s, 0)["vp_wharf"] == 2


@rule("PR-BLD-wharf b", "X13")
def test_a_wharf_takes_eleven_goods() -> None:
    s = table(seat(), seat(goods={"corn": 14}, occupied=["wharf"]), seat(), options={"goods.corn": 20},
              ships=[("tobacco", 1), ("coffee", 1), ("indigo", 1)])

    play(s, "take the captain", "ship corn by wharf")

    assert vps(s)[1] == 11
    assert goods(s, 1) == {"corn": 1}, "of the 3 left one is stored"
    assert supply(s, "corn") == 20 - 1


@rule("PR-CAPTAIN-13")
def test_only_full_ships_are_emptied_and_after_storing() -> None:
    s = table(seat(), seat(goods={"corn": 5, "indigo": 1}), seat(), ships=[("corn", 1), ("indigo", 1), ("sugar", 1)])
    corn = supply(s, "corn")

    play(s, "take the captain", "load corn")

    assert ships(s) == [None, ("indigo", 2), ("sugar", 1)]
    assert goods(s, 1) == {"corn": 1}
    assert supply(s, "corn") == corn + 1 + 4, "one was lost, four came off the ship"


@rule("EX-52", "PR-END-04", "PR-SCORE-05", "PR-GEN-10")
def test_vp_beyond_the_supply_are_written_down_and_the_phase_goes_on() -> None:
    s = table(seat(), seat(goods={"corn": 6}), seat(goods={"indigo": 2, "sugar": 1}), seat(),
              ships=[("indigo", 1), None, ("sugar", 1)], vp_supply=4)

    said = play(s, "take the captain")
    assert "1: load 6 corn on the ship of 6, 6 VP" in said
    assert fired(s) == ["vp_exhausted"], "at seat 1's loading"
    play(s, "2: load indigo")                                   # then it must load its sugar

    assert vps(s) == [0, 6, 3, 0]
    assert fact(s, "vp_supply") == 0
    assert not s.over, "the round is finished"


@rule("D-LOAD")
def test_loadings_are_offered_by_ship_then_good_then_wharf() -> None:
    s = table(seat(goods={"corn": 1, "indigo": 1, "coffee": 1}, occupied=["wharf"]), seat(), seat(),
              ships=[None, ("indigo", 2), None])

    play(s, "take the captain")

    assert choices(s) == ["load corn on the first ship", "load coffee on the first ship", "load indigo on the second ship",
                          "load corn on the third ship", "load coffee on the third ship", "ship corn by wharf",
                          "ship indigo by wharf", "ship coffee by wharf"]


@rule("D-LOAD")
def test_equal_ships_are_one_choice() -> None:
    s = table(seat(goods={"corn": 3, "indigo": 2}), seat(), seat(), options={"ships": [5, 5, 4]})

    play(s, "take the captain")

    assert choices(s) == ["load corn on the first ship", "load indigo on the first ship", "load corn on the second ship",
                          "load indigo on the second ship"]
