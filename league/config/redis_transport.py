"""Redis as the broker of a worker that outlives it.

When Redis goes away while a task runs, the worker closes its channel, the channel wants to hand the
task back, and kombu 5.7 looks for an address that it has let go: an AttributeError, at which the
worker ends. A lost connection it expects: it goes on to wait for Redis, and what was under way is
handed out again after the visibility timeout.
"""

from typing import Any

from kombu.transport import redis
from redis.exceptions import ConnectionError


class Channel(redis.Channel):
    def _connparams(self, asynchronous: bool = False) -> dict[str, Any]:
        if self.connection.client is None:
            raise ConnectionError("This connection to Redis is closed already.")
        parameters: dict[str, Any] = super()._connparams(asynchronous)  # type: ignore[misc]
        return parameters


class Transport(redis.Transport):
    Channel = Channel
