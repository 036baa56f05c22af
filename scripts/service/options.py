"""What the programs of the checks have in common on the command line."""

import random


def number(text):
    """A number from 1 to 999999."""
    value = int(text)
    if not 1 <= value <= 999_999:
        raise ValueError(text)
    return value


def new_seed():
    """A seed of a run that nobody has given one."""
    return f"{random.SystemRandom().getrandbits(32):08x}"


def first(group):
    """The first exception in a group of groups."""
    while isinstance(group, BaseExceptionGroup):
        group = group.exceptions[0]
    return group
