"""What the settings of a store for back-ups have to be."""

from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured


def check(url: str, key: str, secret: str, passphrase: str) -> None:
    """Raise ImproperlyConfigured for settings with which nothing can be stored, or with which
    readable back-ups would leave the machine."""
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
            "BACKUP_S3_URL is the address of a store, a bucket and perhaps a folder in it, such as"
            " https://s3.example.org/bucket/manche."
        )
    if not key or not secret:
        raise ImproperlyConfigured(
            "BACKUP_S3_URL is set, so the store wants to know who comes: set BACKUP_S3_KEY and"
            " BACKUP_S3_SECRET."
        )
    if not passphrase:
        raise ImproperlyConfigured(
            "BACKUP_S3_URL is set, and only sealed back-ups leave this machine: set"
            " BACKUP_PASSPHRASE, and keep it elsewhere."
        )
