"""The clips: every one is a function of time, solved to joint turns and then to few keys."""

from .bake import clips  # noqa: F401
