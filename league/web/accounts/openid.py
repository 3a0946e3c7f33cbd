"""The OpenID Connect provider of the environment (OPENID_URL)."""

import secrets
from typing import Any

from allauth.socialaccount.providers.openid_connect.provider import OpenIDConnectProvider
from django.http import HttpRequest, HttpResponse


class Provider(OpenIDConnectProvider):  # type: ignore[misc]
    """A provider that binds each ID token to the attempt to sign in by a nonce, which
    `adapters.ProviderAdapter` compares."""

    def redirect(self, request: HttpRequest, process: str, **details: Any) -> HttpResponse:
        nonce = secrets.token_urlsafe(16)
        parameters = {**(details.pop("auth_params", None) or self.get_auth_params())}
        parameters["nonce"] = nonce
        response: HttpResponse = super().redirect(
            request, process, auth_params=parameters, nonce=nonce, **details
        )
        return response
