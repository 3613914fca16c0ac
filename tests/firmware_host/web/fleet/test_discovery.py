"""What Home Assistant is told keeps to the schema that it publishes."""

import json
from dataclasses import replace
from typing import Any

import pytest

from firmware_host.web.fleet.discovery import BUTTONS, discovery, discovery_topic, order_of
from firmware_host.web.fleet.orders import ORDERS
from firmware_host.web.fleet.settings import read_settings
from firmware_host.web.fleet.states import payload

SETTINGS = read_settings(None, "mqtt://x", "hall-2")
WITH_BUTTONS = replace(SETTINGS, buttons=frozenset(ORDERS), title="Squadro in hall 2")

# home-assistant.io/integrations/mqtt: device discovery payload, device, origin, availability
DEVICE = {"configuration_url", "connections", "hw_version", "identifiers", "manufacturer", "model"}
DEVICE |= {"model_id", "name", "serial_number", "suggested_area", "sw_version", "via_device"}
TOP = {"device", "origin", "components", "availability", "availability_mode", "qos", "encoding"}
TOP |= {"payload_available", "payload_not_available", "state_topic", "command_topic"}
TOP |= {"availability_topic", "availability_template"}
AVAILABILITY = {"topic", "value_template", "payload_available", "payload_not_available"}
COMMON = {"platform", "unique_id", "name", "entity_category", "icon", "device_class"}
# home-assistant.io/integrations/sensor.mqtt, binary_sensor.mqtt, image.mqtt and button.mqtt
OF_PLATFORM = {
    "sensor": {"state_topic", "value_template", "state_class", "unit_of_measurement"},
    "binary_sensor": {"state_topic", "value_template", "payload_on", "payload_off"},
    "image": {"image_topic", "content_type", "url_topic", "image_encoding"},
    "button": {"command_topic", "payload_press", "command_template", "retain"},
}
NEEDED = {
    "sensor": {"state_topic"},
    "binary_sensor": {"state_topic"},
    "image": {"image_topic"},
    "button": {"command_topic"},
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
    assert BUTTONS.keys() <= found["components"].keys()
    for name in BUTTONS:
        pressed = json.loads(found["components"][name]["payload_press"])
        assert pressed["button"] == order_of(name)
    plain = discovery(SETTINGS, "0.2.0")["components"]
    assert not any(part["platform"] == "button" for part in plain.values())
