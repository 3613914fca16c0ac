"""Values with methods that every kind of them brings."""

from abc import ABCMeta

from msgspec import StructMeta


class AbstractStructMeta(StructMeta, ABCMeta):
    """The class of Structs with abstract methods.

    The type checker sees by it that no kind of them is made without all its methods. A Struct does
    not check that when the program runs.
    """
