"""What a buzzer lets hear and lights let see: they are driven, and the person is asked."""

from contextlib import closing
from typing import Final

from hardware.doctor.bench import TICK, Bench
from hardware.doctor.findings import Finding, Hands, asked, failed, ok
from hardware.doctor.places import where

MELODY: Final = "over"
"""The longest of the signals: four tones, each higher than the last."""

FREE_IT: Final = "sudo systemctl stop tableside, or wire another pin"


def play(bench: Bench) -> Finding:
    """Play a signal on the buzzer."""
    from hardware.output.sound import Buzzer, Player

    with closing(Buzzer(bench.wiring.buzzer, bench.factory)) as buzzer:
        player = Player(buzzer.sound)
        player.play(MELODY, bench.clock())
        while player.deadline is not None:
            player.tick(bench.clock())
            bench.pause(TICK)
        return ok("played") if buzzer.fault is None else failed(buzzer.fault, FREE_IT)


def hear(bench: Bench) -> Finding:
    """Ask whether the signal was heard."""
    return asked(
        bench,
        "did you hear four tones, each higher than the last?",
        "heard",
        f"a passive piezo between {_buzzer_pin(bench)} and ground: an active one has no tones; "
        "without one: on = false in [sound] of the wiring",
    )


def light(side: str) -> Hands:
    """Return the witness that lights the seat on ``side`` and asks whether that is seen."""

    def witness(bench: Bench) -> Finding:
        from hardware.output.lights import Lights

        pin = bench.wiring.lights[side]
        with closing(Lights({side: pin}, bench.factory)) as lights:
            lights.show(side)
            if lights.fault is not None:
                return failed(lights.fault, FREE_IT)
            return asked(
                bench,
                f"is the light on the {side} side on, and no other?",
                "seen",
                f"dark: the long leg of the LED to {where(pin)}, the other over 330 ohm to ground; "
                "another side: swap the pins in [lights]",
            )

    return witness


def _buzzer_pin(bench: Bench) -> str:
    assert bench.wiring.buzzer is not None, "checked only where one is wired"
    return where(bench.wiring.buzzer)
