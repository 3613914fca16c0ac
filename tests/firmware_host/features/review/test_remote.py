"""What a review found reaches those who look at the table from elsewhere."""

from firmware_host.features.review.remote import ReviewHere, SharedReview, SharedSums, SharedTurn
from firmware_host.remote.wire import (
    Published,
    PublishedDecoder,
    PublishedEncoder,
    PublishedLine,
    named,
    read_line,
)
from games.message import Message

REVIEW = ReviewHere(
    SharedReview(
        ((500, 500), (0, 1000)),
        (SharedSums(50.0, 0.0, -50.0, 0.0), SharedSums(50.0, 0.0, 50.0, 100.0)),
        (
            SharedTurn(
                *(3, 0, 2, 180, -40, 640),
                Message.of("{throw} was thrown", throw="4"),
                is_turning_point=True,
                better=(("b4", "b6"), ("c1",)),
            ),
        ),
    )
)


def sent(encoder: PublishedEncoder, decoder: PublishedDecoder, shown: Published) -> Published:
    """Return what arrives of ``shown``."""
    line = read_line(encoder.line(shown))
    assert isinstance(line, PublishedLine)
    return decoder.shown(line)


def test_a_review_arrives_as_it_was_and_goes() -> None:
    encoder, decoder = PublishedEncoder(), PublishedDecoder()
    assert sent(encoder, decoder, Published(facts=named(REVIEW))).fact(ReviewHere) == REVIEW
    assert sent(encoder, decoder, Published(number=2)).fact(ReviewHere) == ReviewHere()
