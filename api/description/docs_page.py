"""The description prepared for its page: sections, types in words, examples in lines."""

import json
from collections.abc import Iterator
from typing import Any

from django.utils.translation import override

from api.description import codes
from api.description.layout import pretty
from api.description.problems import PROBLEM_EXTENSION, RECORD_EXTENSION
from api.http import errors

Json = dict[str, Any]
WIDTH = 76  # characters of a line of an example
MEANINGS = codes.CODES


class Manual:
    def __init__(self, schema: Json) -> None:
        self.paths: Json = schema["paths"]
        self.components: Json = schema["components"]

    def sections(self) -> list[tuple[str, list[Json]]]:
        """Return the operations by subject, in the order of their addresses."""
        operations: dict[str, list[Json]] = {}
        for path, methods in self.paths.items():
            for method, operation in methods.items():
                entry = self._operation(path, method, operation)
                operations.setdefault(operation["tags"][0], []).append(entry)
        return list(operations.items())

    def shapes(self) -> Iterator[Json]:
        """Yield the schemas, except the codes, which have a list of their own."""
        for name, shape in self.components["schemas"].items():
            if name == "ProblemCode":
                continue
            yield {
                "name": name,
                "description": shape.get("description", ""),
                "keys": list(self._keys(shape)),
                "kind": None if "properties" in shape else type_of(shape),
            }

    def _operation(self, path: str, method: str, operation: Json) -> Json:
        answers = [
            self._answer(status, answer)
            for status, answer in sorted(operation["responses"].items())
        ]
        return {
            "id": operation["operationId"],
            "method": method.upper(),
            "path": path,
            "summary": operation.get("summary", ""),
            "description": operation.get("description", ""),
            "needs_token": any(operation.get("security", [])),
            "parameters": [self._parameter(parameter) for parameter in operation["parameters"]],
            "body": self._body(operation),
            "answers": [answer for answer in answers if answer["status"] < "400"],
            "refusals": [
                (status, [(code, MEANINGS.get(code, "")) for code in codes])
                for status, codes in operation.get(PROBLEM_EXTENSION, {}).items()
            ],
            "has_record_codes": operation.get(RECORD_EXTENSION, False),
        }

    def _parameter(self, parameter: Json) -> Json:
        definition = self._resolve(parameter)
        return {**definition, "place": definition["in"], "type": type_of(definition["schema"])}

    def _body(self, operation: Json) -> Json | None:
        for media in operation.get("requestBody", {}).get("content", {}).values():
            shape = self._resolve(media["schema"])
            return {
                "type": type_of(media["schema"]),
                "keys": list(self._keys(shape)),
                "choices": [type_of(schema) for schema in shape.get("anyOf", [])],
                "examples": list(_examples(media)),
            }
        return None

    def _answer(self, status: str, answer: Json) -> Json:
        response = self._resolve(answer)
        entry = {
            "status": status,
            "description": response["description"],
            "headers": list(response.get("headers", {})),
        }
        for kind, media in response.get("content", {}).items():
            entry["type"] = type_of(media["schema"]) if "$ref" in media["schema"] else kind
            entry["examples"] = list(_examples(media))
        return entry

    def _keys(self, shape: Json) -> Iterator[Json]:
        required = shape.get("required", [])
        for key, value in shape.get("properties", {}).items():
            yield {
                "name": key,
                "type": type_of(value),
                "required": key in required,
                "meaning": " ".join([value.get("description", ""), *_bounds(value)]).strip(),
            }

    def _resolve(self, part: Json) -> Json:
        if "$ref" not in part:
            return part
        _hash, _components, kind, name = part["$ref"].split("/")
        component: Json = self.components[kind][name]
        return component


def kinds() -> list[tuple[str, int, str]]:
    with override("en"):
        return [(kind, status, str(title)) for status, (kind, title) in errors.KINDS.items()]


def type_of(shape: Json) -> list[str]:
    """Return the words of a type; words that begin with # are names of schemas."""
    if "$ref" in shape:
        return ["#" + str(shape["$ref"]).rpartition("/")[2]]
    if choices := [inner for key in ("allOf", "oneOf", "anyOf") for inner in shape.get(key, [])]:
        return _joined([type_of(inner) for inner in choices])
    if "const" in shape:
        return [json.dumps(shape["const"])]
    if "enum" in shape:
        return _joined([["null" if value is None else str(value)] for value in shape["enum"]])
    kinds = shape.get("type", "anything")
    kinds = kinds if isinstance(kinds, list) else [kinds]
    if "items" in shape:
        rest = [[kind] for kind in kinds if kind != "array"]
        return _joined([["[", *type_of(shape["items"]), "]"], *rest])
    if isinstance(shape.get("additionalProperties"), dict):
        return ["{", *type_of(shape["additionalProperties"]), "}"]
    form = f" ({shape['format']})" if "format" in shape else ""
    return _joined([[kind if kind == "null" else kind + form] for kind in kinds])


def _joined(types: list[list[str]]) -> list[str]:
    parts: list[str] = []
    for kind in types:
        if kind != ["#NullEnum"]:
            parts += ["or", *kind] if parts else kind
        else:
            parts += ["or", "null"]
    return parts


def _bounds(shape: Json) -> Iterator[str]:
    """Yield the default and the bounds of a value, except bounds that only say how it is stored."""
    least, most = shape.get("minimum"), shape.get("maximum")
    if most is not None and most < 10**9:
        yield f"From {least or 0} to {most}."
    if "default" in shape:
        yield f"Default: {json.dumps(shape['default'])}."


def _examples(media: Json) -> Iterator[tuple[str, str]]:
    if "example" in media:
        yield "", pretty(media["example"], WIDTH)
    for name, example in media.get("examples", {}).items():
        yield name, pretty(example["value"], WIDTH)
