"""Animate an SVG picture: shapes that are visible for parts of a loop, without a script.

Where the reader asks for less motion, or the program that shows the picture cannot animate it, one
moment stands still.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

from firmware_host.web.svg import group

Span = tuple[float, float]


class Animation:
    """A loop of scenes that last ``seconds``, one after the other.

    ``still`` is the number of the scene that is shown where nothing moves.
    """

    def __init__(self, seconds: Sequence[float], still: int) -> None:
        self._spans: list[Span] = list(pairwise(accumulate(seconds, initial=0.0)))
        self._whole, self._still = sum(seconds), still
        self._names: dict[tuple[Span, ...], str] = {}

    def layer(self, shapes: Sequence[str]) -> Iterator[str]:
        """Yield the shape of each scene, "" for none; one that stays or comes back is there once.

        >>> animation = Animation([1, 3], still=1)
        >>> list(animation.layer(["<a/>", "<b/>"]))
        ['<g class="s t0"><a/></g>', '<g class="s t1 still"><b/></g>']
        >>> list(animation.layer(["<c/>", "<c/>"]))
        ['<c/>']
        """
        for shape in dict.fromkeys(filter(None, shapes)):
            scenes = [number for number, each in enumerate(shapes) if each == shape]
            spans = tuple(self._spans[number] for number in scenes)
            name = self._names.setdefault(spans, f"t{len(self._names)}")
            still = " still" * (self._still in scenes)
            always = len(scenes) == len(self._spans)
            yield shape if always else group([shape], class_=f"s {name}{still}")

    def style(self) -> str:
        """Return the style sheet with the times of all layers."""
        rules = "".join(
            f"@keyframes {name}{{{self._frames(spans)}}}.{name}{{animation-name:{name}}}"
            for spans, name in self._names.items()
        )
        loop = f".s{{visibility:hidden;animation:{self._whole:g}s step-end infinite}}"
        calm = "@media(prefers-reduced-motion:reduce){.s{animation:none}}"
        return f"<style>{loop}.still{{visibility:visible}}{rules}{calm}</style>"

    def _frames(self, spans: tuple[Span, ...]) -> str:
        """Return the key frames of a shape that is visible in ``spans``."""
        changes = {0.0: "hidden"}
        for begin, end in spans:
            changes |= {begin: "visible", end: "hidden"}
        return "".join(
            f"{100 * time / self._whole:.5g}%{{visibility:{state}}}"
            for time, state in sorted(changes.items())
        )
