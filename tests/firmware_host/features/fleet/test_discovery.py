"""What Home Assistant is told keeps to the schema that it publishes."""

import json
from typing import Any

import pytest
from jinja2 import Environment
from msgspec.structs import replace

from firmware_host.features.fleet.connection import ENDED, OFFLINE, ONLINE
from firmware_host.features.fleet.discovery import (
    discovery,
    discovery_topic,
)
from firmware_host.features.fleet.settings import read_settings
from firmware_host.remote.requests import Report
from firmware_host.web.orders import known_orders
from firmware_host.web.table_states import counters_state, health_state, payload
from tests.firmware_host.web.simulated_table import AT, COUNTERS, FINDINGS, TODAY

SETTINGS = read_settings(None, "mqtt://x", "hall-2")
WITH_BUTTONS = replace(SETTINGS, buttons=frozenset(known_orders()), title="Squadro in hall 2")

# home-assistant.io/integrations/mqtt: device discovery payload, device, origin, availability
DEVICE = {"configuration_url", "connections", "hw_version", "identifiers", "manufacturer", "model"}
DEVICE |= {"model_id", "name", "serial_number", "suggested_area", "sw_version", "via_device"}
TOP = {"device", "origin", "components", "availability", "availability_mode", "qos", "encoding"}
TOP |= {"payload_available", "payload_not_available", "state_topic", "command_topic"}
TOP |= {"availability_topic", "availability_template"}
AVAILABILITY = {"topic", "value_template", "payload_available", "payload_not_available"}
COMMON = {"platform", "unique_id", "name", "entity_category", "icon", "device_class"}
COMMON |= {"availability", "json_attributes_topic"}
# home-assistant.io/integrations: sensor.mqtt, binary_sensor.mqtt, image.mqtt, button.mqtt, ...
OF_PLATFORM = {
    "sensor": {"state_topic", "value_template", "state_class", "unit_of_measurement"},
    "binary_sensor": {"state_topic", "value_template", "payload_on", "payload_off"},
    "image": {"image_topic", "content_type", "url_topic", "image_encoding"},
    "button": {"command_topic", "payload_press", "command_template", "retain"},
    "text": {"command_topic", "command_template", "max", "min", "mode", "pattern"},
    "notify": {"command_topic", "command_template"},
    "select": {"command_topic", "command_template", "options", "state_topic", "value_template"},
}
NEEDED = {
    "sensor": {"state_topic"},
    "binary_sensor": {"state_topic"},
    "image": {"image_topic"},
    "button": {"command_topic"},
    "text": {"command_topic"},
    "notify": {"command_topic"},
    "select": {"command_topic", "options"},
}
STATE_CLASSES = {"measurement", "total", "total_increasing", "measurement_angle"}
DEVICE_CLASSES = {"binary_sensor": {"occupancy", "problem", "connectivity"}, "sensor": set[str]()}


@pytest.fixture
def found() -> dict[str, Any]:
    told: dict[str, Any] = json.loads(payload(discovery(WITH_BUTTONS, "0.2.0")))
    return told


def test_the_topic_is_that_of_a_device() -> None:
    assert discovery_topic(SETTINGS) == "homeassistant/device/tableside-hall-2/config"


def test_the_device_is_described_by_known_keys(found: dict[str, Any]) -> None:
    assert found.keys() <= TOP
    assert found["device"].keys() <= DEVICE
    assert found["device"]["identifiers"] == ["tableside-hall-2"]
    assert found["device"]["name"] == "Squadro in hall 2"
    assert found["origin"].keys() <= {"name", "sw_version", "support_url"}
    assert all(each.keys() <= AVAILABILITY for each in found["availability"])


def test_every_part_has_what_its_platform_needs_and_nothing_else(found: dict[str, Any]) -> None:
    for part in found["components"].values():
        platform = part["platform"]
        assert NEEDED[platform] | {"platform", "unique_id", "name"} <= part.keys()
        assert part.keys() <= COMMON | OF_PLATFORM[platform]
        assert part.get("state_class", "total") in STATE_CLASSES
        known = DEVICE_CLASSES.get(platform, set())
        assert "device_class" not in part or part["device_class"] in known


def test_the_parts_have_names_of_their_own(found: dict[str, Any]) -> None:
    ids = [part["unique_id"] for part in found["components"].values()]
    assert len({*ids}) == len(ids)


def test_there_are_buttons_only_for_orders_that_need_no_signature(found: dict[str, Any]) -> None:
    for kind in known_orders().values():
        for name, control in kind.controls.items():
            part = found["components"][name]
            if control.kind == "button":
                pressed = json.loads(part["payload_press"])
                assert pressed == {"button": kind.name, "value": control.value}
    assert json.loads(found["components"]["close"]["payload_press"])["button"] == "hours"


def test_what_is_allowed_no_longer_is_taken_away() -> None:
    """Home Assistant removes a part of which it is told the platform alone."""
    plain = discovery(SETTINGS, "0.2.0")["components"]
    for kind in known_orders().values():
        for key, control in kind.controls.items():
            assert plain[key] == {"platform": control.kind}


def test_every_order_that_needs_no_signature_has_a_part(found: dict[str, Any]) -> None:
    for order, kind in known_orders().items():
        assert kind.controls
        for key, control in kind.controls.items():
            part = found["components"][key]
            assert part["platform"] == control.kind
            if control.kind != "button":
                given = json.loads(rendered(part["command_template"], value='Say "hi" & \\ go'))
                assert given == {"button": order, "value": 'Say "hi" & \\ go'}


def test_a_table_has_its_room_and_its_page_if_they_are_known() -> None:
    plain = discovery(SETTINGS, "0.2.0")["device"]
    assert not {"suggested_area", "configuration_url"} & plain.keys()
    there = replace(SETTINGS, area="Hall 2", page="http://hall-2.example:8080")
    device = discovery(there, "0.2.0")["device"]
    assert device["suggested_area"] == "Hall 2"
    assert device["configuration_url"] == "http://hall-2.example:8080"


def test_every_part_has_a_picture(found: dict[str, Any]) -> None:
    parts = found["components"].values()
    assert all({"icon", "device_class"} & part.keys() for part in parts if "command_topic" in part)
    assert all(
        {"icon", "device_class"} & part.keys() for part in parts if part["platform"] == "sensor"
    )


@pytest.mark.parametrize(("told", "shown"), [(ONLINE, "ON"), (ENDED, "OFF"), (OFFLINE, "OFF")])
def test_the_program_is_off_when_it_ended_or_cannot_be_reached(
    found: dict[str, Any], told: bytes, shown: str
) -> None:
    part = found["components"]["program"]
    assert part["state_topic"] == "tableside/1/hall-2/online"
    assert part["availability"] == [], "what is not available is never off"
    assert value(part, told) == shown


def test_the_faults_are_named(found: dict[str, Any]) -> None:
    health = health_state(Report("findings", FINDINGS, AT), {})
    assert health is not None
    parts = found["components"]
    assert value(parts["faults"], payload(health)) == "ON"
    assert value(parts["fault_names"], payload(health)) == "power"
    assert parts["faults"]["json_attributes_topic"] == "tableside/1/hall-2/health"
    assert value(parts["fault_names"], b'{"at":"","ok":true,"faults":[]}') == "none"


@pytest.mark.parametrize(("today", "games"), [(TODAY, "1"), ("2026-11-23", "0")])
def test_the_games_of_today_begin_anew_at_midnight(
    found: dict[str, Any], today: str, games: str
) -> None:
    part = found["components"]["games_today"]
    counters = counters_state(Report("counters", COUNTERS, AT), today)
    assert counters is not None
    assert value(part, payload(counters)) == games
    assert part["state_class"] == "total_increasing", "going back to 0 is no loss"


def value(part: dict[str, Any], told: bytes) -> str:
    """Return what Home Assistant makes of what was ``told`` for ``part``."""
    return rendered(part["value_template"], value_json=json.loads(told))


def rendered(template: str, **values: object) -> str:
    """Render ``template`` as Home Assistant does, whose templates are those of Jinja."""
    environment = Environment(autoescape=False)
    environment.filters["to_json"] = json.dumps
    return environment.from_string(template).render(**values)
