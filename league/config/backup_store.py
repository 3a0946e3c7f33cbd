"""Checks of the settings of the store for backups."""

from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured


def check(url: str, key: str, secret: str, passphrase: str) -> None:
    """Raise ImproperlyConfigured for settings with which nothing can be stored, or with which
    readable backups would leave the machine."""
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
