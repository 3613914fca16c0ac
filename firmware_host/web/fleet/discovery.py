"""How Home Assistant finds a table: one message that describes it as a device with its parts.

Keys and values are those of the device discovery of Home Assistant's MQTT integration
(home-assistant.io/integrations/mqtt, "Device discovery payload"), in their long form.
"""

from collections.abc import Mapping
from typing import Any, Final

from firmware_host.web.fleet.orders import ORDERS
from firmware_host.web.fleet.settings import FleetSettings
from firmware_host.web.fleet.topics import Topics

Component = Mapping[str, Any]

LONGEST_STATE: Final = 255
"""Letters of a state in Home Assistant."""

SENSORS: Final[Mapping[str, tuple[str, str, str, Component]]] = {
    "happening": ("What happens", "state", f"value_json.happening[:{LONGEST_STATE}]", {}),
    "game": ("Game", "state", "(value_json.game or {}).title | default('none')", {}),
    "version": ("Version", "state", "value_json.program", {"entity_category": "diagnostic"}),
    "games_today": (
        "Games of the newest day",
        "counters",
        "(value_json.days | last).begun | default(0)",
        {"state_class": "total"},
    ),
}
"""Values that are read: name, what the table says there, the template of the value, and more."""

FLAGS: Final[Mapping[str, tuple[str, str, str, Component]]] = {
    "occupied": (
        "Somebody is there",
        "state",
        "not value_json.unattended",
        {"device_class": "occupancy"},
    ),
    "help": ("Needs help", "state", "value_json.problem is not none", {"device_class": "problem"}),
    "faults": ("Faults", "health", "not value_json.ok", {"device_class": "problem"}),
    "program": ("Program", "state", "value_json.connected", {"device_class": "connectivity"}),
}
"""Values that are on or off."""

BUTTONS: Final[Mapping[str, tuple[str, str]]] = {
    "restart": ("Restart", ""),
    "new-game": ("New game", ""),
    "update": ("Look for an update", ""),
    "open": ("Open", "always"),
    "close": ("Close", "never"),
}
"""Orders without a signature, each with its value; those to open and close are hours."""


def discovery_topic(settings: FleetSettings) -> str:
    """Return where Home Assistant looks for the table."""
    return f"{settings.discovery}/device/{_id(settings)}/config"


def discovery(settings: FleetSettings, program: str) -> Component:
    """Return what Home Assistant is told of the table, which runs the version ``program``."""
    topics = Topics(settings.table)
    return {
        "device": {
            "identifiers": [_id(settings)],
            "name": settings.title,
            "manufacturer": "tableside",
            "model": "companion of a real board",
            "sw_version": program,
        },
        "origin": {"name": "tableside", "sw_version": program},
        "availability": [
            {
                "topic": topics.of("online"),
                "value_template": "{{ value_json.online | lower }}",
                "payload_available": "true",
                "payload_not_available": "false",
            }
        ],
        "qos": 1,
        "components": {**_values(settings, topics), **_buttons(settings, topics)},
    }


def _values(settings: FleetSettings, topics: Topics) -> Mapping[str, Component]:
    made: dict[str, Component] = {}
    for key, (name, what, template, more) in SENSORS.items():
        made[key] = {
            **_part("sensor", key, name, settings),
            "state_topic": topics.of(what),
            "value_template": f"{{{{ {template} }}}}",
            **more,
        }
    for key, (name, what, template, more) in FLAGS.items():
        made[key] = {
            **_part("binary_sensor", key, name, settings),
            "state_topic": topics.of(what),
            "value_template": f"{{{{ 'ON' if {template} else 'OFF' }}}}",
            **more,
        }
    made["panel"] = {
        **_part("image", "panel", "Panel", settings),
        "image_topic": topics.of("picture"),
        "content_type": "image/png",
    }
    return made


def _buttons(settings: FleetSettings, topics: Topics) -> Mapping[str, Component]:
    return {
        key: {
            **_part("button", key, name, settings),
            "command_topic": topics.of("order"),
            "payload_press": f'{{"button":"{order}","value":"{value}"}}',
        }
        for key, (name, value) in BUTTONS.items()
        if (order := order_of(key)) in settings.buttons
    }


def order_of(button: str) -> str:
    """Return the order that a button gives.

    >>> order_of("restart"), order_of("close")
    ('restart', 'hours')
    """
    return button if button in ORDERS else "hours"


def _part(kind: str, key: str, name: str, settings: FleetSettings) -> Component:
    return {"platform": kind, "unique_id": f"{_id(settings)}-{key}", "name": name}


def _id(settings: FleetSettings) -> str:
    return f"tableside-{settings.table}"
