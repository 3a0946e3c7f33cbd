"""The settings for both layouts; league/config/variables.py has the table of their variables."""

import os
import secrets
import ssl
from contextlib import suppress
from email.utils import parseaddr
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from kombu import Exchange, Queue

from api.description import spectacular
from league.config import databases, installation, logs, schedule, variables
from league.server.process import base_path

BASE_DIR = installation.BASE_DIR
env = variables.Environment()
environ.Env.read_env(installation.settings_file())
if wrong := list(variables.faults(env.ENVIRON)):
    raise ImproperlyConfigured("\n".join(wrong))

VERSION = installation.version()
COMMAND_NAME = installation.command_name()  # prefix of command lines in messages
MANAGE_COMMAND = installation.manage_command()  # starts a command in a process of its own
DATA_DIR = Path(env.str("MANCHE_DATA", "") or installation.data_folder())
DATABASE_URL = env.str("DATABASE_URL", "")
DATABASE_REPLICA_URL = env.str("DATABASE_REPLICA_URL", "")
DATABASE_REPLICA_LAG = env.float("DATABASE_REPLICA_LAG", 3.0)  # seconds
DATABASE_POOLED = env.bool("DATABASE_POOLED", False)  # by PgBouncer, for each transaction
REDIS_URL = env.str("REDIS_URL", "")
REDIS_PREFIX = env.str("REDIS_PREFIX", "manche:")
EMBEDDED = not REDIS_URL  # the worker lives inside the web process
# how people reach this server: links in mails are made from it, never from a request
BASE_URL = env.str("BASE_URL", "")
BASE_PATH = base_path.read(env.str("BASE_PATH", ""), BASE_URL)  # "/league", or empty at the root
FORCE_SCRIPT_NAME = BASE_PATH or None

# --- safety


def read_secret_key() -> str:
    """Return the secret key of the server, which is made at the first start and stored beside its
    data.

    The file appears complete or not at all, and the first of two processes wins.
    """
    DATA_DIR.mkdir(parents=True, exist_ok=True)
    file = DATA_DIR / "secret_key"
    if not file.exists():
        draft = DATA_DIR / f"secret_key.{secrets.token_hex(4)}"
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(50))
        with suppress(FileExistsError):
            os.link(draft, file)
        draft.unlink()
    return file.read_text().strip()


DEBUG = env.bool("DEBUG", False)
SECRET_KEY = env.str("SECRET_KEY", "") or read_secret_key()
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]"])
# a server on one computer, whose owner lists no host names, is also called by its private addresses
ACCEPTS_OWN_ADDRESSES = EMBEDDED and "ALLOWED_HOSTS" not in env.ENVIRON
if DEBUG and DATABASE_URL:
    raise ImproperlyConfigured(
        "DEBUG is on while DATABASE_URL names a server: error pages would show your settings to"
        " visitors. Set DEBUG=0."
    )
if "*" in ALLOWED_HOSTS:
    raise ImproperlyConfigured(
        "ALLOWED_HOSTS accepts every host name (*). List the names under which members reach this"
        " server."
    )
HTTPS = env.bool("HTTPS", False)
NUM_PROXIES = env.int("NUM_PROXIES", 0)
CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in ALLOWED_HOSTS if HTTPS]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_REDIRECT_EXEMPT = [rf"^{f'{BASE_PATH}/'[1:]}(livez|readyz|metrics)$"]
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000  # eight for each of 500 entrants
FILE_UPLOAD_HANDLERS = [
    "league.server.process.uploads.LimitedUploadHandler",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]
IMPORT_BYTES = env.int("MANCHE_IMPORT_MIB", 8) * 1024 * 1024  # of a file of players or results
ARCHIVE_BYTES = env.int("MANCHE_ARCHIVE_MIB", 64) * 1024 * 1024
ARCHIVE_UNPACKED_BYTES = 16 * ARCHIVE_BYTES

# --- application

# without Django's admin: it would write rows without the rules of league.operations (decision 1)
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "csp",
    "rest_framework",
    "drf_spectacular",
    "league",  # before allauth, since its templates replace allauth's
    "scoring",
    "api",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
]
MIDDLEWARE = [
    "league.server.watching.request_ids.carry_request_id",
    "league.config.middleware.limit_database_waits",
    "league.server.watching.reporting.trace_requests",
    "league.server.watching.metrics.view.MetricsMiddleware",
    "league.config.middleware.answer_head",
    "league.server.process.base_path.keep_cookies_below",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "league.web.support.compression.CompressionMiddleware",
    "league.config.middleware.mark_private",
    "league.web.support.post_redirect_get.show_answers_by_address",
    "league.web.support.live_pace.pace_open_pages",
    "league.web.support.replica_reads.ReplicaMiddleware",
    "league.web.support.cached_views.CachedViewMiddleware",
    "league.config.middleware.mark_unlisted",
    "league.config.middleware.PolicyMiddleware",
    "league.config.middleware.BrowserSessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "league.config.middleware.BrowserAuthenticationMiddleware",
    "league.config.middleware.BrowserMessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "league.config.middleware.refuse_nul",
    "league.web.people.former_addresses.FormerAddressMiddleware",
]
ROOT_URLCONF = "league.config.urls"
WSGI_APPLICATION = "league.server.process.dev_server.application"  # of runserver
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "league.web.support.server_facts.server_facts",
            ],
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "league.templatetags.dates",
            ],
        },
    }
]

# --- webhooks

# calls into the server's own network are refused unless its owner allows them
WEBHOOKS_ALLOW_PRIVATE = env.bool("WEBHOOKS_ALLOW_PRIVATE", False)
# identifies this server to push services; without one a key is made and stored
VAPID_PRIVATE_KEY = env.str("VAPID_PRIVATE_KEY", "")

# --- mail

# smtp+tls://user:password@host:587 or smtp+ssl://…:465; empty: the server sends no mail
EMAIL_URL = env.str("EMAIL_URL", "")
BASE_URL = BASE_URL or (f"https://{ALLOWED_HOSTS[0]}{BASE_PATH}" if HTTPS else "")
EMAIL_TIMEOUT = 10  # seconds
if EMAIL_URL:
    if not BASE_URL:
        raise ImproperlyConfigured(
            "EMAIL_URL is set, so links in e-mails need an address: set BASE_URL to the address at"
            " which people reach this server, such as https://league.example."
        )
    vars().update(env.email_url_config(EMAIL_URL))
DEFAULT_FROM_EMAIL = env.str(
    "EMAIL_FROM", f"Manche <manche@{urlsplit(BASE_URL).hostname or 'localhost'}>"
)
# where people report a weakness (/.well-known/security.txt)
SECURITY_CONTACT = env.str("SECURITY_CONTACT", "") or (
    parseaddr(DEFAULT_FROM_EMAIL)[1] if EMAIL_URL else ""
)

# --- data

DATABASES = databases.configured(
    env.db_url_config(DATABASE_URL or f"sqlite:///{DATA_DIR}/manche.sqlite3"),
    env.db_url_config(DATABASE_REPLICA_URL) if DATABASE_REPLICA_URL else None,
    is_pooled=DATABASE_POOLED,
)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {
    "default": {
        "BACKEND": "league.operations.support.shared_cache.SharedCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": REDIS_PREFIX,
        "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},
    }
    if REDIS_URL
    else {
        "BACKEND": "league.operations.support.cache.LocalCache",
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    }
}

# how long rows of each kind are kept after their end, in days; league.purge_expired deletes others
RETENTION_DAYS = {
    "sign_ins": env.int("RETENTION_SIGN_INS_DAYS", 30),
    "invitations": env.int("RETENTION_INVITATIONS_DAYS", 90),
    "tokens": env.int("RETENTION_TOKENS_DAYS", 90),
    "mail": env.int("RETENTION_MAIL_DAYS", 30),
    "webhooks": env.int("RETENTION_WEBHOOKS_DAYS", 30),
    "messages": env.int("RETENTION_MESSAGES_DAYS", 90),
    "job_files": env.int("RETENTION_JOB_FILES_DAYS", 7),
    "jobs": env.int("RETENTION_JOBS_DAYS", 365),
    "sign_ups": env.int("RETENTION_SIGN_UPS_DAYS", 365),
    "idempotency_keys": env.int("RETENTION_IDEMPOTENCY_KEYS_DAYS", 2),
}


def check_backup_store(url: str, key: str, secret: str, passphrase: str) -> None:
    """Raise ImproperlyConfigured if nothing could be stored, or if readable backups would leave the
    machine."""
    parts = urlsplit(url)
    if (
        parts.scheme not in {"https", "http"}
        or not parts.hostname
        or not parts.path.strip("/")
        or "@" in parts.netloc
        or parts.query
        or parts.fragment
    ):
        raise ImproperlyConfigured(
            "BACKUP_S3_URL must be the address of a store, a bucket and possibly a folder, such"
            " as https://s3.example.org/bucket/manche."
        )
    if not key or not secret:
        raise ImproperlyConfigured(
            "BACKUP_S3_URL is set, so the store needs a key: set BACKUP_S3_KEY and"
            " BACKUP_S3_SECRET."
        )
    if not passphrase:
        raise ImproperlyConfigured(
            "BACKUP_S3_URL is set, and only encrypted backups may leave this machine: set"
            " BACKUP_PASSPHRASE, and keep it elsewhere."
        )


# where a backup is written each day; without a folder none is
BACKUP_FOLDER = env.str("BACKUP_DIR", f"{DATA_DIR}/backups" if EMBEDDED else "")
BACKUP_DIR = Path(BACKUP_FOLDER) if BACKUP_FOLDER else None
BACKUP_PASSPHRASE = env.str("BACKUP_PASSPHRASE", "")
BACKUP_KEEP: list[int] = env.list("BACKUP_KEEP", int, [7, 4, 6])  # days, weeks, months
# an S3-compatible store that has them too
BACKUP_S3_URL = env.str("BACKUP_S3_URL", "")
BACKUP_S3_KEY = env.str("BACKUP_S3_KEY", "")
BACKUP_S3_SECRET = env.str("BACKUP_S3_SECRET", "")
BACKUP_S3_REGION = env.str("BACKUP_S3_REGION", "") or "us-east-1"
if BACKUP_S3_URL:
    check_backup_store(BACKUP_S3_URL, BACKUP_S3_KEY, BACKUP_S3_SECRET, BACKUP_PASSPHRASE)

# --- health

# host:port whose certificate the watch looks at; without it none is looked at
CERTIFICATE_ADDRESS = env.str("CERTIFICATE_ADDRESS", "")
# an alarm is also sent there as text, such as https://ntfy.sh/a-secret-name
ALARM_WEBHOOK_URL = env.str("ALARM_WEBHOOK_URL", "")

# --- people

AUTH_USER_MODEL = "league.User"
# one backend and one way to name an account: a wrong password costs one hash, known or not
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("MinimumLengthValidator", "CommonPasswordValidator", "NumericPasswordValidator")
]
CSRF_FAILURE_VIEW = "league.web.site.errors.csrf_failure"
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "web:desk"
LOGOUT_REDIRECT_URL = "web:home"

# `make run` fills an empty database with the demo, unless it is a server
DEMO = env.bool("DEMO", EMBEDDED)
# `prepare` creates the owner of a server without accounts
OWNER_EMAIL = env.str("MANCHE_OWNER_EMAIL", "")
OWNER_PASSWORD = env.str("MANCHE_OWNER_PASSWORD", "")
# "open": any visitor may make an account; else only people with an invitation
SIGNUP_OPEN = env.str("SIGNUP", "invitation") == "open"
ACCOUNT_ADAPTER = "league.web.accounts.adapters.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "league.web.accounts.forms.LoginForm",
    "signup": "league.web.accounts.forms.NewAccountForm",
    "reset_password": "league.web.accounts.forms.ForgottenPasswordForm",
    "reset_password_from_key": "league.web.accounts.forms.ForgottenPasswordKeyForm",
    "add_email": "league.web.accounts.forms.NewEmailForm",
    "change_password": "league.web.accounts.forms.NewPasswordForm",
    "reauthenticate": "league.web.accounts.forms.IdentityForm",
}
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_SIGNUP_FORM_CLASS = "league.web.accounts.name_form.NameForm"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_CHANGE_EMAIL = True  # one address per account; the new one counts once it is confirmed
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if SIGNUP_OPEN and EMAIL_URL else "optional"
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False  # no mail to strangers whose address was typed
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False  # this session stays, all others end
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 15 * 60
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]  # no code by mail: a server may send none
ACCOUNT_RATE_LIMITS = {
    "login": "100/m/ip",  # a hall behind one address signs in too
    "login_failed": "50/5m/ip,10/5m/key",
    "confirm_email": "1/30s/key",
    "signup": "100/m/ip",  # forty players with a sheet of QR codes
}
MFA_RATE_LIMITS = {"webauthn_login": "100/m/ip"}
MFA_ADAPTER = "league.web.accounts.adapters.KeyAdapter"
MFA_FORMS = {"add_webauthn": "league.web.accounts.forms.AddPasskeyForm"}
MFA_SUPPORTED_TYPES = ["webauthn", "totp", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_TOLERANCE = 1  # a phone may be half a minute wrong
MFA_ALLOW_UNVERIFIED_EMAIL = True  # a server without mail confirms no address
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS  # browsers offer it on localhost only
SOCIALACCOUNT_ADAPTER = "league.web.accounts.adapters.ProviderAdapter"
SOCIALACCOUNT_EMAIL_AUTHENTICATION = True  # by an address that the provider has confirmed
SOCIALACCOUNT_EMAIL_AUTHENTICATION_AUTO_CONNECT = True
SOCIALACCOUNT_PROVIDERS: dict[str, Any] = {}
OPENID_URL = env.str("OPENID_URL", "")
if OPENID_URL:
    # a form that signs in leads there
    CONTENT_SECURITY_POLICY["DIRECTIVES"]["form-action"].append(
        f"{urlsplit(OPENID_URL).scheme}://{urlsplit(OPENID_URL).netloc}"
    )
    SOCIALACCOUNT_PROVIDERS["openid_connect"] = {
        "provider_class": "league.web.accounts.openid.Provider",
        "APPS": [
            {
                "provider_id": "openid",
                "name": env.str("OPENID_NAME", "OpenID Connect"),
                "client_id": env.str("OPENID_CLIENT_ID"),
                "secret": env.str("OPENID_CLIENT_SECRET"),
                "settings": {"server_url": OPENID_URL, "oauth_pkce_enabled": True},
            }
        ],
    }

LANGUAGES = [("en", "English"), ("fr", "Français"), ("de", "Deutsch")]
# the server's own: what it logs, and pages for browsers that ask for none of these
LANGUAGE_CODE = env.str("MANCHE_LANGUAGE", "") or "en"
COMMAND_LANGUAGE = env.str("MANCHE_LANGUAGE", "") or installation.terminal_language(
    dict(LANGUAGES), os.environ
)
LOCALE_PATHS = [
    BASE_DIR / folder / "locale" for folder in ("league", "problems", "games", "seating", "scoring")
]
USE_TZ = True
TIME_ZONE = "UTC"

# --- static files

STATIC_URL = f"{BASE_PATH}/static/"
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# --- API

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["api.http.auth.TokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["api.http.auth.HasScope"],
    "DEFAULT_PARSER_CLASSES": ["api.http.parsers.StrictJSONParser"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "api.http.negotiation.Negotiation",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_THROTTLE_CLASSES": ["api.http.throttles.PerToken", "api.http.throttles.PerAddress"],
    "DEFAULT_THROTTLE_RATES": {
        "token": env.str("THROTTLE_TOKEN", "6000/min"),
        "address": env.str("THROTTLE_ADDRESS", "600/min"),
    },
    "NUM_PROXIES": NUM_PROXIES,
    "EXCEPTION_HANDLER": "api.http.errors.handle",
    "DEFAULT_SCHEMA_CLASS": "api.description.schema.ApiSchema",
    "UNAUTHENTICATED_USER": None,
    "URL_FORMAT_OVERRIDE": None,  # answers have one format, and `format` is a filter
}
SPECTACULAR_SETTINGS = spectacular.SETTINGS

# --- Celery: the task is only a hint, the versions of a table are the truth

CELERY_BROKER_URL = REDIS_URL or "memory://embedded/"
if REDIS_URL.startswith("rediss:"):  # by default kombu takes any certificate
    CELERY_BROKER_USE_SSL = {"ssl_cert_reqs": ssl.CERT_REQUIRED}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for Redis as long as it takes
CELERY_TASK_QUEUES = [
    Queue(name, Exchange(name), routing_key=name)
    for name in ("standings", "ratings", "mail", "jobs", "webhooks")
]
CELERY_TASK_DEFAULT_QUEUE = "standings"
CELERY_TASK_CREATE_MISSING_QUEUES = False  # a misspelt queue is an error, not an unread queue
CELERY_TASK_ROUTES = {
    "scoring.rate_*": {"queue": "ratings"},
    "league.mail_*": {"queue": "mail"},
    "league.upload_*": {"queue": "webhooks"},  # of the service that reaches the world
    "league.run_*": {"queue": "jobs"},
    "league.rebuild_search": {"queue": "jobs"},
    "league.webhooks_*": {"queue": "webhooks"},
    "league.messages_*": {"queue": "mail"},
    "league.watch_health": {"queue": "mail"},  # it reaches the world, and mails even without worker
}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_RETRY_ON_WORKER_LOST = True  # max_retries bounds what kills its process each time
CELERY_TASK_ANNOTATIONS = {"*": {"default_retry_delay": 3}}
CELERY_TASK_TIME_LIMIT = None if EMBEDDED else 120
CELERY_TASK_SOFT_TIME_LIMIT = None if EMBEDDED else 90
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_TIMER_PRECISION = 0.05  # seconds; hints with a countdown come in time
CELERY_BEAT_SCHEDULER = (
    "celery.beat:Scheduler" if EMBEDDED else "league.server.process.beat_lock:LockedScheduler"
)
SWEEP_SECONDS = 2.0 if EMBEDDED else 5.0
CELERY_BEAT_SCHEDULE = schedule.tasks(SWEEP_SECONDS)
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {"polling_interval": 0.02}
    if EMBEDDED
    else {
        "visibility_timeout": 180,  # above the hard limit, or a running task is handed out again
        "unacked_restore_throttle": 1,
        "unacked_restore_interval": 5,
        "max_retries": 0,  # a request must not wait for a dead broker
        "socket_timeout": 2,
        "socket_connect_timeout": 2,
        "socket_keepalive": True,
        "global_keyprefix": REDIS_PREFIX,
    }
)

METRICS_TOKEN = env.str("METRICS_TOKEN", "")  # opens /metrics; empty: there is none
SENTRY_DSN = env.str("SENTRY_DSN", "")
OTEL_EXPORTER_OTLP_ENDPOINT = env.str("OTEL_EXPORTER_OTLP_ENDPOINT", "")
LOGGING = logs.configured(env.str("LOG_FORMAT", "text"), env.str("LOG_LEVEL", "WARNING"))
