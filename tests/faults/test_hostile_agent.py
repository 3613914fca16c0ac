"""An agent that was taken over has no program installed; only a signed order has."""

import json
import random
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from firmware_host.setup.paths import RECORD
from firmware_host.setup.update.record import LONGEST, UpdateRecord
from tests.faults.hostile_agent import Attempt, HostileAgent, attempts
from tests.figures import Figure
from tests.firmware_host.features.fleet.keys import NEEDS_OPENSSL
from tests.firmware_host.setup.update.table import NEW, OLD

pytestmark = NEEDS_OPENSSL
SEED = 5


def record(agent: HostileAgent) -> UpdateRecord:
    found = UpdateRecord.read(agent.card.read(RECORD, LONGEST))
    assert found is not None
    return found


@pytest.mark.parametrize("count", [60, pytest.param(2000, marks=pytest.mark.deep)])
def test_only_the_signed_order_itself_installs_anything(
    count: int, tmp_path: Path, figure: Figure
) -> None:
    agent, tally = HostileAgent(tmp_path), Counter[str]()
    for attempt in attempts(agent, random.Random(SEED), count):
        assert agent.try_out(attempt) == OLD, attempt
        tally[attempt.kind] += 1
    text = f"{sum(tally.values()):,} requests of {len(tally)} kinds"
    figure("hostile update requests", text)
    right = Attempt("the order", agent.signed(agent.order(number=agent.order().number + 1)))
    assert agent.try_out(right) == NEW, "the control: what was ordered is installed"


def test_an_order_is_not_carried_out_again(tmp_path: Path) -> None:
    agent = HostileAgent(tmp_path)
    order = agent.signed(agent.order())
    assert agent.try_out(Attempt("with another package", order, "0.3.0")) == OLD
    assert "expected the file" in record(agent).why
    assert agent.try_out(Attempt("again", order)) == OLD
    assert "taken already" in record(agent).why


@pytest.mark.parametrize("change", ["no key", "not allowed"])
def test_a_table_that_takes_no_orders_takes_none_from_its_agent(
    change: str, tmp_path: Path
) -> None:
    agent = HostileAgent(tmp_path)
    agent.settings = {
        "no key": replace(agent.settings, order_key=None),
        "not allowed": replace(agent.settings, allowed=frozenset({"restart"})),
    }[change]
    assert agent.try_out(Attempt(change, agent.signed(agent.order()))) == OLD
    assert record(agent).obstacle == "order"


def test_a_wish_of_the_older_form_is_told_what_is_missing(tmp_path: Path) -> None:
    agent = HostileAgent(tmp_path)
    wish = {"name": f"tableside_{NEW}_all.deb", "version": NEW, "older": True}
    assert agent.try_out(Attempt("a wish", json.dumps(wish).encode())) == OLD
    assert record(agent).why == "the order that asks for it: it is no order with a signature"
