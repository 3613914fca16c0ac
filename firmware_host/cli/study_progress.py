"""How far a study is, and how long it will still take."""

from firmware_host.cli.progress import ProgressLine, minutes
from firmware_host.stats.studies.running import StudyProgress


class TimeLeft:
    """Estimates how long a study takes, by the games since it was ``begun`` at ``now`` (s)."""

    def __init__(self, begun: StudyProgress, now: float) -> None:
        self._begun, self._start = begun, now

    def words(self, progress: StudyProgress, now: float) -> str:
        """Return how long it will still take, and how long at most.

        >>> begun = StudyProgress(played=100, expected=500, most=900, done=0, cells=3)
        >>> left = TimeLeft(begun, now=0.0)
        >>> left.words(StudyProgress(200, 400, 800, 1, 3), now=60.0)
        'about 4 min left, at most 8 min'
        """
        played = progress.played - self._begun.played
        if not played:
            return "time left: not known yet"
        pace = (now - self._start) / played
        about, most = minutes(pace * progress.expected), minutes(pace * progress.most)
        return f"about {about} left" + (f", at most {most}" if most != about else "")

    def line(self, progress: StudyProgress, now: float) -> ProgressLine:
        """Return what is shown of ``progress`` at ``now`` (seconds)."""
        words = f"{progress.played} games, {progress.done} of {progress.cells} cells"
        total = progress.played + progress.expected
        return ProgressLine(words, progress.played, total, self.words(progress, now))
