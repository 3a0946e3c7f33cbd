"""Makes the description smaller and clearer: parameters that many operations have are written once,
and defaults become words."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]


def share_parameters(description: Json) -> None:
    """Move each parameter that several operations have in the same form to the components, under
    its own name; of several forms of one name the most frequent."""
    forms: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for operation in _operations(description):
        for parameter in operation.get("parameters", []):
            if "$ref" not in parameter:
                forms[_component(parameter)][json.dumps(parameter)] += 1
    shared: Json = description["components"]["parameters"]
    for name, counted in sorted(forms.items()):
        form, times = counted.most_common(1)[0]
        if times > 1 and name not in shared:
            shared[name] = json.loads(form)
    for operation in _operations(description):
        operation["parameters"] = [
            {"$ref": f"#/components/parameters/{_component(parameter)}"}
            if "$ref" not in parameter and shared.get(_component(parameter)) == parameter
            else parameter
            for parameter in operation.get("parameters", [])
        ]


def tell_defaults(description: Json) -> None:
    """Replace the key `default` of schemas by a sentence. Generators take a value with a default to
    be there always, and then require it in requests too."""
    schemas = description["components"]["schemas"].values()
    for part in (*schemas, *description["components"]["parameters"].values()):
        _tell_defaults(part)
    for operation in _operations(description):
        for parameter in operation["parameters"]:
            _tell_defaults(parameter)


def _operations(description: Json) -> Iterator[Json]:
    for methods in description["paths"].values():
        yield from methods.values()


def _component(parameter: Json) -> str:
    """
    >>> _component({"in": "path", "name": "sign_up"})
    'SignUpPath'
    """
    words = f"{parameter['name']} {parameter['in']}".replace("_", " ").replace("-", " ")
    return "".join(word.title() for word in words.split())


def _tell_defaults(part: Any) -> None:
    if isinstance(part, list):
        for inner in part:
            _tell_defaults(inner)
    elif isinstance(part, dict):
        if "default" in part and _is_schema(part):
            words = f"Default: `{json.dumps(part.pop('default'), ensure_ascii=False)}`."
            part["description"] = f"{part.get('description', '')} {words}".strip()
        for inner in list(part.values()):
            _tell_defaults(inner)


def _is_schema(part: Json) -> bool:
    """Return whether a part is a schema, and not an object of properties with such a name."""
    return not isinstance(part["default"], dict)
