"""An OpenID Connect provider in a process of its own: `python -m tests.oidc_provider PORT`.

It signs everybody in without a question, checks the client's secret and its PKCE verifier, and can
be made to lie: `POST /lies` with JSON replaces claims of the next ID tokens and of the userinfo.
"""

import base64
import hashlib
import json
import secrets
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

CLIENT, SECRET = "manche", "a secret between two servers"
KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
PERSON = {"sub": "4711", "name": "Alice", "email": "alice@example.org", "email_verified": True}


class Provider(BaseHTTPRequestHandler):
    """The endpoints that a client of the authorization code flow uses."""

    lies: dict[str, Any] = {}
    grants: dict[str, dict[str, str]] = {}

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        if parts.path == "/.well-known/openid-configuration":
            self._send(self._configuration())
        elif parts.path == "/authorize":
            self._authorize(query)
        elif parts.path == "/userinfo":
            self._send({**PERSON, **self.lies})
        elif parts.path == "/keys":
            public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(KEY.public_key()))
            self._send({"keys": [{**public, "kid": "1", "alg": "RS256", "use": "sig"}]})
        else:
            self.send_error(404)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        if self.path == "/lies":
            Provider.lies = json.loads(body)
            self._send({})
        elif self.path == "/token":
            self._grant({name: values[0] for name, values in parse_qs(body).items()})
        else:
            self.send_error(404)

    def _configuration(self) -> dict[str, Any]:
        base = self._base()
        return {
            "issuer": base,
            "authorization_endpoint": f"{base}/authorize",
            "token_endpoint": f"{base}/token",
            "userinfo_endpoint": f"{base}/userinfo",
            "jwks_uri": f"{base}/keys",
            "token_endpoint_auth_methods_supported": ["client_secret_post"],
        }

    def _authorize(self, query: dict[str, str]) -> None:
        """Give a code to the client; it has to ask as the standard says."""
        if query.get("client_id") != CLIENT or query.get("code_challenge_method") != "S256":
            return self.send_error(400)
        code = secrets.token_urlsafe(8)
        Provider.grants[code] = query
        target = f"{query['redirect_uri']}?{urlencode({'code': code, 'state': query['state']})}"
        self.send_response(302)
        self.send_header("Location", target)
        self.end_headers()
        return None

    def _grant(self, form: dict[str, str]) -> None:
        """Exchange a code, once, for tokens."""
        query = Provider.grants.pop(form.get("code", ""), None)
        digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        if (
            query is None
            or query["code_challenge"] != challenge
            or form.get("client_secret") != SECRET
        ):
            return self.send_error(400)
        now = int(time.time())
        claims = {"iss": self._base(), "aud": CLIENT, "iat": now, "exp": now + 60, **PERSON}
        claims |= {"nonce": query.get("nonce"), **self.lies}
        token = jwt.encode(claims, KEY, algorithm="RS256", headers={"kid": "1"})
        self._send({"access_token": "a", "token_type": "Bearer", "id_token": token})
        return None

    def _base(self) -> str:
        return f"http://{self.headers['Host']}"

    def _send(self, content: dict[str, Any]) -> None:
        body = json.dumps(content).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        return None


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Provider).serve_forever()
