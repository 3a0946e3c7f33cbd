"""Requests of all operations as samples: for curl, Python and JavaScript on the pages about the
API, and as a collection for Postman, Bruno and similar programs.

The samples use the names of the first steps (`start/`): BASE and TOKEN, and the parts of the path.
"""

import json
import re
from collections.abc import Iterator
from pprint import pformat
from typing import Any, NamedTuple

from api.description.layout import pretty

Json = dict[str, Any]
PREFIX = "/api/v1"
PART = re.compile(r"\{(\w+)\}")
JSON_TYPE = "application/json"
COLLECTION_SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
WIDTH = 76


class Call(NamedTuple):
    """A request of an operation; its path begins after the version. A body that is not
    JSON is a file."""

    name: str
    method: str
    path: str
    media: str = ""
    body: Any = None
    needs_token: bool = True


def of_operation(path: str, method: str, operation: Json) -> Call:
    """Return the request of an operation with its first example."""
    media, body = "", None
    for media, content in operation.get("requestBody", {}).get("content", {}).items():
        examples = [example["value"] for example in content.get("examples", {}).values()]
        body = content.get("example", next(iter(examples), None))
        if media == JSON_TYPE and body is None:  # it may be left out
            media = ""
        break
    return Call(
        operation["summary"],
        method.upper(),
        path.removeprefix(PREFIX),
        media,
        body,
        bool(operation.get("security")),
    )


def samples(call: Call) -> dict[str, str]:
    """Return the request in each language, by its name."""
    return {"curl": curl(call), "Python": python(call), "JavaScript": javascript(call)}


def curl(call: Call) -> str:
    path = PART.sub(lambda part: f"${_variable(part[1]).upper()}", call.path)
    method = "" if call.method == "GET" else f" -X {call.method}"
    lines = [f'curl -s --fail-with-body{method} "$BASE{path}"']
    if call.needs_token:
        lines.append('-H "Authorization: Bearer $TOKEN"')
    if call.media:
        lines.append(f'-H "Content-Type: {call.media}"')
        if call.media == JSON_TYPE:
            text = pretty(call.body, WIDTH).replace("'", "'\\''")
            lines.append(f"-d '{text}'")
        else:
            lines.append("--data-binary @FILE")
    return " \\\n  ".join(lines)


def python(call: Call) -> str:
    path = PART.sub(lambda part: f"{{{_variable(part[1])}}}", call.path)
    sign = "f" if PART.search(call.path) else ""
    start = f'response = client.{call.method.lower()}({sign}"{path}"'
    if call.media == JSON_TYPE:
        body = pformat(call.body, width=WIDTH, sort_dicts=False).replace("\n", "\n    ")
        return f"{start}, json={body})" if "\n" not in body else f"{start},\n    json={body})"
    if call.media:
        return f'{start}, content=file,\n    headers={{"Content-Type": "{call.media}"}})'
    return f"{start})"


def javascript(call: Call) -> str:
    path = PART.sub(lambda part: f"${{{_variable(part[1])}}}", call.path)
    options = [] if call.method == "GET" else [f'method: "{call.method}"']
    if call.media == JSON_TYPE:
        body = pretty(call.body, WIDTH, "  ")
        options.append(f"body: JSON.stringify({body})")
    elif call.media:
        options.append(f'body: file, headers: {{ "Content-Type": "{call.media}" }}')
    rest = f", {{ {', '.join(options)} }}" if options else ""
    return f"const response = await call(`{path}`{rest});"


def collection(description: Json, base: str) -> Json:
    """Return all requests as a collection of Postman's format 2.1, a folder for each subject.
    `base` is the address of the API on this server."""
    folders: dict[str, list[Json]] = {tag["name"]: [] for tag in description["tags"]}
    names: set[str] = set()
    for path, method, operation in _operations(description):
        call = of_operation(path, method, operation)
        names |= {_variable(name) for name in PART.findall(call.path)}
        folders[operation["tags"][0]].append(_item(call))
    variables = {"base": base, "token": "", **dict.fromkeys(sorted(names), "")}
    return {
        "info": {"name": description["info"]["title"], "schema": COLLECTION_SCHEMA},
        "auth": {"type": "bearer", "bearer": [{"key": "token", "value": "{{token}}"}]},
        "variable": [{"key": name, "value": value} for name, value in variables.items()],
        "item": [
            {"name": tag["description"], "item": folders[tag["name"]]}
            for tag in description["tags"]
        ],
    }


def _operations(description: Json) -> Iterator[tuple[str, str, Json]]:
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def _item(call: Call) -> Json:
    path = PART.sub(lambda part: f"{{{{{_variable(part[1])}}}}}", call.path)
    request: Json = {
        "method": call.method,
        "url": {
            "raw": "{{base}}" + path,
            "host": ["{{base}}"],
            "path": path.removeprefix("/").split("/"),
        },
        "header": [{"key": "Content-Type", "value": call.media}] if call.media else [],
    }
    if call.media == JSON_TYPE:
        raw = json.dumps(call.body, ensure_ascii=False, indent=2)
        request["body"] = {"mode": "raw", "raw": raw, "options": {"raw": {"language": "json"}}}
    elif call.media:
        request["body"] = {"mode": "file", "file": {}}
    if not call.needs_token:
        request["auth"] = {"type": "noauth"}
    return {"name": call.name, "request": request}


def _variable(part: str) -> str:
    """Return the variable for a part of the path; TOKEN is the secret of the caller."""
    return "token_id" if part == "token" else part
