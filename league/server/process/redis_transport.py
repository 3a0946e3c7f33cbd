"""Redis as the broker of a worker that survives its loss.

When Redis goes away while a task runs, the worker closes its channel, the channel tries to return
the task, and kombu 5.7 reads an address that it has already released: an AttributeError, which ends
the worker. A lost connection is an error that the worker expects: it waits for Redis, and the tasks
in progress are delivered again after the visibility timeout.
"""

from typing import Any

from kombu.transport import redis
from redis import exceptions


class Channel(redis.Channel):
    """A channel that reports a closed connection as lost."""

    def _connparams(self, asynchronous: bool = False) -> dict[str, Any]:
        if self.connection is None or self.connection.client is None:
            raise exceptions.ConnectionError("This connection to Redis is closed already.")
        parameters: dict[str, Any] = super()._connparams(asynchronous)  # type: ignore[misc]
        return parameters


class Transport(redis.Transport):
    """The transport with that channel."""

    Channel = Channel
