"""How Home Assistant finds a table: one message that describes it as a device with its parts.

Keys and values are those of the device discovery of Home Assistant's MQTT integration
(home-assistant.io/integrations/mqtt, "Device discovery payload"), in their long form.
"""

from collections.abc import Mapping
from typing import Any, Final

from firmware_host.features.fleet.connection import Topics
from firmware_host.features.fleet.settings import FleetSettings
from firmware_host.web.orders import OrderControl, known_orders

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
            **_controls(settings, topics),
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


def _controls(settings: FleetSettings, topics: Topics) -> Mapping[str, Component]:
    """Return what people press and fill in for orders without a signature."""
    return {
        key: _control(settings, topics, key, kind.name, control)
        if kind.name in settings.buttons
        else {"platform": control.kind}  # takes one away that was allowed before
        for kind in known_orders().values()
        for key, control in kind.controls.items()
    }


def _control(
    settings: FleetSettings, topics: Topics, key: str, order: str, control: OrderControl
) -> Component:
    made = {
        **_part(control.kind, key, control.title, settings),
        "command_topic": topics.of("order"),
        **control.more,
    }
    if control.kind == "button":
        return {**made, "payload_press": f'{{"button":"{order}","value":"{control.value}"}}'}
    made["command_template"] = f"{{{{ {{'button': '{order}', 'value': value}} | to_json }}}}"
    if not control.shows:
        return made
    state = {"state_topic": topics.of("state"), "value_template": f"{{{{ {control.shows} }}}}"}
    return {**made, **state}


def _part(kind: str, key: str, name: str, settings: FleetSettings) -> Component:
    return {"platform": kind, "unique_id": f"{_id(settings)}-{key}", "name": name}


def _id(settings: FleetSettings) -> str:
    return f"tableside-{settings.table}"
