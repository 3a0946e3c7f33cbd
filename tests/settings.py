"""The product's settings with a test database, quick password hashes and no throttles."""

import os
import tempfile

os.environ.setdefault("MANCHE_DATA", tempfile.mkdtemp(prefix="manche-tests-"))
os.environ.setdefault("SECRET_KEY", "only for tests")
os.environ["MANCHE_LANGUAGE"] = "en"
os.environ["REDIS_URL"] = os.environ.get("TEST_REDIS_URL", "")

from league.config.settings import *  # noqa: F403
from league.config.settings import DATA_DIR, DATABASES, REST_FRAMEWORK, STATIC_ROOT, STORAGES

STATIC_ROOT.mkdir(parents=True, exist_ok=True)
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] = {"token": "100000/min", "address": "100000/min"}
ACCOUNT_RATE_LIMITS = False  # type: ignore[assignment]  # no limits
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # a file, since the shared in-memory database knows no concurrent connections
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
else:
    DATABASES["default"]["CONN_MAX_AGE"] = 0
    # a migrated database of which the test database is a copy (tests.run)
    DATABASES["default"]["TEST"] = {"TEMPLATE": os.environ.get("TEST_DATABASE_TEMPLATE")}
