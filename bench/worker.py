"""The worker of the product with one task more, which does nothing but say so."""

import os

import redis

from league.config.celery import app


@app.task(name="bench.nothing")
def nothing(reply: str) -> None:
    redis.Redis.from_url(os.environ["REDIS_URL"]).rpush(reply, 1)
