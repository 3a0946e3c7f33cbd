"""The description prepared for its pages: subjects, types in words, examples in lines."""

import json
from collections.abc import Iterator
from typing import Any

from django.utils.translation import override

from api.description import calls, codes
from api.description.layout import pretty
from api.description.problems import PROBLEM_EXTENSION, RECORD_EXTENSION, all_codes
from api.http import errors

Json = dict[str, Any]
Entry = tuple[str, str, Json]  # path, method, operation
WIDTH = 76  # characters of a line of an example
MEANINGS = codes.CODES
SHARED, CODES_PAGE, RECORDS_PAGE = "schemas", "codes", "records"  # pages beside the subjects


class Manual:
    """The description by subject. `homes` has the page of each schema: its subject's, or the common
    one if several subjects need it."""

    def __init__(self, description: Json) -> None:
        self.components: Json = description["components"]
        self._titles = {tag["name"]: tag["description"] for tag in description["tags"]}
        self._operations: dict[str, list[tuple[str, str, Json]]] = {
            name: [] for name in self._titles
        }
        for path, methods in description["paths"].items():
            for method, operation in methods.items():
                self._operations[operation["tags"][0]].append((path, method, operation))
        self.homes = dict(self._homes())

    def subject_names(self) -> list[str]:
        return list(self._titles)

    def pages(self) -> list[str]:
        """Return the names of all pages; the first one has none."""
        return ["", *self._titles, SHARED, CODES_PAGE, RECORDS_PAGE]

    def subjects(self) -> list[Json]:
        """Return the subjects with the names of their operations, in order."""
        return [
            {
                "name": name,
                "title": title,
                "operations": [
                    {
                        "id": operation["operationId"],
                        "method": method.upper(),
                        "path": path,
                        "summary": operation["summary"],
                    }
                    for path, method, operation in self._operations[name]
                ],
            }
            for name, title in self._titles.items()
        ]

    def operations(self, subject: str) -> list[Json]:
        return [self._operation(*entry) for entry in self._operations[subject]]

    def shapes(self, home: str) -> Iterator[Json]:
        """Yield the schemas of a page."""
        for name, shape in self.components["schemas"].items():
            if self.homes[name] == home:
                yield {
                    "name": name,
                    "description": shape.get("description", ""),
                    "keys": list(self._keys(shape)),
                    "kind": None if "properties" in shape else type_of(shape),
                }

    def search(self, words: str) -> list[Json]:
        """Return the entries that contain all words: operations, then schemas, then codes."""
        searched = words.casefold().split()
        entries = [*self._operation_entries(), *self._shape_entries(), *_code_entries()]
        return [
            entry
            for entry in entries
            if all(word in f"{entry['name']} {entry['text']}".casefold() for word in searched)
        ]

    def _operation_entries(self) -> Iterator[Json]:
        for subject, operations in self._operations.items():
            for path, method, operation in operations:
                yield {
                    "address": f"{subject}/#{operation['operationId']}",
                    "method": method.upper(),
                    "name": path,
                    "text": f"{operation['summary']}. {operation.get('description', '')}",
                }

    def _shape_entries(self) -> Iterator[Json]:
        for name, shape in self.components["schemas"].items():
            keys = ", ".join(shape.get("properties", {}))
            text = " ".join(filter(None, [shape.get("description", ""), keys]))
            yield {"address": f"{self.homes[name]}/#shape-{name}", "name": name, "text": text}

    def _homes(self) -> Iterator[tuple[str, str]]:
        schemas = self.components["schemas"]
        needed = {
            subject: _closure([entry[2] for entry in operations], schemas)
            for subject, operations in self._operations.items()
        }
        for name in schemas:
            subjects = [subject for subject, names in needed.items() if name in names]
            yield name, subjects[0] if len(subjects) == 1 else SHARED
        yield "ProblemCode", CODES_PAGE

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
            "scope": scope_of(operation),
            "needs_token": bool(operation.get("security")) and {} not in operation["security"],
            "samples": calls.samples(calls.of_operation(path, method, operation)),
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
            "description": response["description"].removesuffix("."),
            "headers": list(response.get("headers", {})),
            "others": [],
        }
        for kind, media in response.get("content", {}).items():
            shown = list(_examples(media))
            if "type" in entry:
                entry["others"].append(kind)
                entry["examples"] += [(kind, text) for _name, text in shown]
            else:
                entry["type"] = type_of(media["schema"]) if "$ref" in media["schema"] else kind
                entry["examples"] = shown
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


def _closure(parts: list[Json], schemas: Json) -> set[str]:
    """Return the names of all schemas that these parts need, directly or through others."""
    names: set[str] = set()
    waiting = [name for part in parts for name in _references(part)]
    while waiting:
        name = waiting.pop()
        if name not in names:
            names.add(name)
            waiting += _references(schemas[name])
    return names


def _references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if str(part.get("$ref", "")).startswith("#/components/schemas/"):
            yield part["$ref"].rpartition("/")[2]
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            yield from _references(inner)


def _code_entries() -> Iterator[Json]:
    """Yield the codes; if a game has one too, its meaning for match records is the one shown."""
    for code, meaning in {**codes.CODES, **all_codes()}.items():
        yield {"address": f"{CODES_PAGE}/#code-{code}", "name": code, "text": meaning}


def scope_of(operation: Json) -> str:
    """Return the smallest scope of a token that an operation needs, or an empty text."""
    return next(
        (scope for each in operation.get("security", []) for scope in each.get("token", [])), ""
    )


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
