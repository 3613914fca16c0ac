"""How Home Assistant finds a table: one message that describes it as a device with its parts.

Keys and values are those of the device discovery of Home Assistant's MQTT integration
(home-assistant.io/integrations/mqtt, "Device discovery payload"), in their long form.
"""

from collections.abc import Mapping
from typing import Any, Final

from firmware_host.remote.requests import LONGEST_TEXT
from firmware_host.text.languages import LANGUAGES
from firmware_host.web.fleet.hours import SPAN
from firmware_host.web.fleet.orders import ORDERS
from firmware_host.web.fleet.settings import FleetSettings
from firmware_host.web.fleet.topics import Topics

Component = Mapping[str, Any]

LONGEST_STATE: Final = 255
"""Letters of a state in Home Assistant."""

FAULT_NAMES: Final = (
    "(value_json.faults | map(attribute='check') | join(', ') | default('none', true))"
    f"[:{LONGEST_STATE}]"
)

Reading = tuple[str, str, str, Component]
"""A value that is read: its name, what the table says there, its template, and more."""

SENSORS: Final[Mapping[str, Reading]] = {
    "happening": (
        "What happens",
        "state",
        f"value_json.happening[:{LONGEST_STATE}]",
        {"icon": "mdi:information-outline"},
    ),
    "game": (
        "Game",
        "state",
        "(value_json.game or {}).title | default('none')",
        {"icon": "mdi:checkerboard"},
    ),
    "version": (
        "Version",
        "state",
        "value_json.program",
        {"entity_category": "diagnostic", "icon": "mdi:tag-outline"},
    ),
    "games_today": (
        "Games today",
        "counters",
        "value_json.today.begun",
        # it begins anew every day, and Home Assistant goes on adding up
        {"state_class": "total_increasing", "icon": "mdi:counter"},
    ),
    "fault_names": (
        "Faults found",
        "health",
        FAULT_NAMES,
        {"entity_category": "diagnostic", "icon": "mdi:alert-circle-outline"},
    ),
}

FLAGS: Final[Mapping[str, Reading]] = {
    "occupied": (
        "Somebody is there",
        "state",
        "not value_json.unattended",
        {"device_class": "occupancy"},
    ),
    "help": ("Needs help", "state", "value_json.problem is not none", {"device_class": "problem"}),
    "faults": ("Faults", "health", "not value_json.ok", {"device_class": "problem"}),
    "program": (
        "Program",
        "online",
        "value_json.online and value_json.program | default(true)",
        # known also when the table is cut off: then it is off
        {"device_class": "connectivity", "availability": []},
    ),
}
"""Values that are on or off."""

BUTTONS: Final[Mapping[str, tuple[str, str, str]]] = {
    "restart": ("Restart", "", "mdi:restart"),
    "new-game": ("New game", "", "mdi:flag-checkered"),
    "update": ("Look for an update", "", "mdi:package-up"),
    "open": ("Open", "always", "mdi:door-open"),
    "close": ("Close", "never", "mdi:door-closed"),
}
"""Orders without a signature: name, value and picture; those to open and close are hours."""

FIELDS: Final[Mapping[str, tuple[str, str, str, Component]]] = {
    "message": ("text", "message", "Message", {"max": LONGEST_TEXT, "icon": "mdi:message-text"}),
    "notify": ("notify", "message", "Message to the panel", {"icon": "mdi:message-text"}),
    "hours": (
        "text",
        "hours",
        "Hours",
        {"pattern": f"always|never|{SPAN.pattern}", "icon": "mdi:clock-outline"},
    ),
    "language": (
        "select",
        "language",
        "Language",
        {"options": [*LANGUAGES], "icon": "mdi:translate"},
    ),
}
"""Orders without a signature to which people give the value: kind, order, name, and more."""

STATE_OF_FIELD: Final[Mapping[str, str]] = {"language": "value_json.settings.language"}
"""What the table says of such a value, in its state."""


def discovery_topic(settings: FleetSettings) -> str:
    """Return where Home Assistant looks for the table."""
    return f"{settings.discovery}/device/{_id(settings)}/config"


def discovery(settings: FleetSettings, program: str) -> Component:
    """Return what Home Assistant is told of the table, which runs the version ``program``."""
    topics = Topics(settings.table)
    return {
        "device": _device(settings, program),
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
        "components": {
            **_values(settings, topics),
            **_buttons(settings, topics),
            **_fields(settings, topics),
        },
    }


def _device(settings: FleetSettings, program: str) -> Component:
    known = {"suggested_area": settings.area, "configuration_url": settings.page}
    return {
        "identifiers": [_id(settings)],
        "name": settings.title,
        "manufacturer": "tableside",
        "model": "companion of a real board",
        "sw_version": program,
        **{key: value for key, value in known.items() if value},
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
    health = {"json_attributes_topic": topics.of("health")}
    made["faults"] = {**made["faults"], **health}
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
            "payload_press": f'{{"button":"{order_of(key)}","value":"{value}"}}',
            "icon": icon,
        }
        if order_of(key) in settings.buttons
        else {"platform": "button"}  # takes one away that was allowed before
        for key, (name, value, icon) in BUTTONS.items()
    }


def _fields(settings: FleetSettings, topics: Topics) -> Mapping[str, Component]:
    made: dict[str, Component] = {}
    for key, (kind, order, name, more) in FIELDS.items():
        if order not in settings.buttons:
            made[key] = {"platform": kind}  # takes one away that was allowed before
            continue
        told = STATE_OF_FIELD.get(key)
        state = {"state_topic": topics.of("state"), "value_template": f"{{{{ {told} }}}}"}
        made[key] = {
            **_part(kind, key, name, settings),
            "command_topic": topics.of("order"),
            "command_template": f"{{{{ {{'button': '{order}', 'value': value}} | to_json }}}}",
            **(state if told else {}),
            **more,
        }
    return made


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
