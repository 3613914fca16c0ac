"""People mash keys and throw dice at random: nothing stops the program, nothing is lost."""

import random

import pytest

from firmware_host.simulator.hands import Hands
from games.actions import carry_out
from tests.deep import deeply
from tests.table import Begin

KEYS = ("up", "down", "left", "right", "ok", "ok", "ok", "back", "hint")


def mash(hands: Hands, rng: random.Random) -> None:
    """One thing that a person might do."""
    session = hands.world.app.table.game.session
    kind = rng.random()
    if kind < 0.8:
        hands.press(rng.choice(KEYS))
    elif kind < 0.87:
        hands.press(rng.choice(KEYS), 1.0)
    elif kind < 0.96 and session is not None and session.game.dice:
        dice = [die.faces for die in session.game.dice]
        hands.world.pi.throw([rng.choice(faces) for faces in dice], dice)
        hands.world.run_for(rng.choice((0.1, 0.5, 2.0, 4.0)))
    else:
        hands.world.run_for(rng.choice((0.01, 1.0, 10.0)))


SEEDS = [0, *deeply(*range(1, 20))]


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_people_do_the_table_goes_on_and_is_kept(begin: Begin, seed: int) -> None:
    rng = random.Random(seed)
    hands = begin(language=rng.choice(("en", "ru")))
    for _ in range(250):
        mash(hands, rng)
        assert hands.world.app.words
    hands.world.app.table.game.end_interlude()  # an exercise is not kept
    session = hands.world.app.table.game.session
    again = begin().world.app.table.game.session
    if session is None:
        assert again is None
        return
    assert carry_out(session.standing(), session.hand_steps.remaining) == session.state.pieces()
    assert again is not None
    assert (again.state, again.hand_steps, again.setup) == (
        session.state,
        session.hand_steps,
        session.setup,
    )
