"""Compares two descriptions of the API: what a client of the first one uses must hold in the second one.

Usage: compatible.py EARLIER.json PRESENT.json

A path, an operation, a way of an answer, and a field of an answer stay. A parameter and a field of a request that were
optional stay so, and a value that could be sent can still be sent.
"""

import json
import sys


class Comparison:
    """Two documents, and what the second one lacks."""

    def __init__(self, earlier, present):
        self.earlier = earlier
        self.present = present
        self.lacks = []
        self.seen = set()

    def resolve(self, document, value):
        """What a reference leads to."""
        while isinstance(value, dict) and "$ref" in value:
            found = document
            for part in value["$ref"].removeprefix("#/").split("/"):
                found = found[part.replace("~1", "/").replace("~0", "~")]
            value = found
        return value

    def pair(self, one, other):
        """Both values without references."""
        return self.resolve(self.earlier, one), self.resolve(self.present, other)

    def compare(self):
        """Compares all operations; returns what is lacking."""
        for path, operations in self.earlier["paths"].items():
            for method, operation in operations.items():
                place = f"{method.upper()} {path}"
                other = self.present["paths"].get(path, {}).get(method)
                if not isinstance(operation, dict) or method == "parameters":
                    continue
                if other is None:
                    self.lacks.append(place)
                    continue
                self.parameters(place, operation, other)
                self.request(place, operation, other)
                self.answers(place, operation, other)
        # The events of streams are in no operation.
        reached = {one for one, _, _ in self.seen}
        for name, schema in self.earlier["components"]["schemas"].items():
            if id(schema) not in reached:
                self.received(name, schema, self.present["components"]["schemas"].get(name, {}))
        return self.lacks

    def parameters(self, place, one, other):
        """No parameter is new and required, and none is gone."""
        def by_name(document, operation):
            resolved = [self.resolve(document, value) for value in operation.get("parameters", [])]
            return {(value["in"], value["name"]): value for value in resolved}

        before, after = by_name(self.earlier, one), by_name(self.present, other)
        self.lacks += [f"{place}: the parameter {name[1]}" for name in before.keys() - after.keys()]
        for name, value in after.items():
            was_required = before.get(name, {}).get("required", False)
            if value.get("required", False) and not was_required:
                self.lacks.append(f"{place}: the parameter {name[1]} is required now")
            if name in before:
                self.sent(f"{place} {name[1]}", before[name].get("schema", {}), value.get("schema", {}))

    def request(self, place, one, other):
        """What was sent before can be sent."""
        one, other = self.pair(one.get("requestBody"), other.get("requestBody"))
        if other and other.get("required") and not (one and one.get("required")):
            self.lacks.append(f"{place}: a body is required now")
        for kind, content in (one or {}).get("content", {}).items():
            if kind not in (other or {}).get("content", {}):
                self.lacks.append(f"{place}: the body {kind}")
                continue
            self.sent(f"{place} body", content.get("schema", {}), other["content"][kind].get("schema", {}))

    def answers(self, place, one, other):
        """What was answered before is answered."""
        for status, answer in one.get("responses", {}).items():
            present = other.get("responses", {}).get(status)
            if present is None:
                self.lacks.append(f"{place}: the answer {status}")
                continue
            answer, present = self.pair(answer, present)
            for kind, content in answer.get("content", {}).items():
                if kind not in present.get("content", {}):
                    self.lacks.append(f"{place} {status}: the content {kind}")
                    continue
                self.received(f"{place} {status}", content.get("schema", {}), present["content"][kind].get("schema", {}))

    @staticmethod
    def types(schema):
        """The types of a schema; none for any."""
        kinds = schema.get("type", [])
        return {kinds} if isinstance(kinds, str) else set(kinds)

    def parts(self, schema):
        """The schemas of which it is put together."""
        return [part for word in ("allOf", "oneOf", "anyOf") for part in schema.get(word, [])]

    def sent(self, place, one, other):
        """A value that the first schema takes, the second one takes."""
        one, other = self.pair(one, other)
        if self.visit(place, one, other):
            return
        if other.get("type") and not self.types(one) <= self.types(other) | ({"integer"} if "number" in self.types(other) else set()):
            self.lacks.append(f"{place}: the type {self.types(one)}")
        if "enum" in other and not set(map(str, one.get("enum", [None]))) <= set(map(str, other["enum"])):
            self.lacks.append(f"{place}: a value of {one.get('enum')}")
        for name in set(other.get("required", [])) - set(one.get("required", [])):
            self.lacks.append(f"{place}: the field {name} is required now")
        for name, value in one.get("properties", {}).items():
            if name not in other.get("properties", {}):
                self.lacks.append(f"{place}: the field {name}")
            else:
                self.sent(f"{place}.{name}", value, other["properties"][name])
        self.nested(self.sent, place, one, other)

    def received(self, place, one, other):
        """A value of the second schema is one of the first."""
        one, other = self.pair(one, other)
        if self.visit(place, one, other):
            return
        if one.get("type") and not self.types(other) <= self.types(one):
            self.lacks.append(f"{place}: the type is {self.types(other)} now")
        if "enum" in one and not set(map(str, other.get("enum", [None]))) <= set(map(str, one["enum"])):
            self.lacks.append(f"{place}: a value beyond {one['enum']}")
        for name in set(one.get("required", [])) - set(other.get("required", [])):
            self.lacks.append(f"{place}: the field {name} is optional now")
        for name, value in one.get("properties", {}).items():
            if name not in other.get("properties", {}):
                self.lacks.append(f"{place}: the field {name}")
            else:
                self.received(f"{place}.{name}", value, other["properties"][name])
        self.nested(self.received, place, one, other)

    def nested(self, compare, place, one, other):
        """Compares elements and parts."""
        if "items" in one:
            compare(f"{place}[]", one["items"], other.get("items", {}))
        before, after = self.parts(one), self.parts(other)
        if len(after) < len(before):
            self.lacks.append(f"{place}: a part of {len(before)}")
        for part, present in zip(before, after):
            compare(place, part, present)

    def visit(self, place, one, other):
        """Whether two schemas were compared before; a schema may have itself as a part."""
        key = (id(one), id(other), place.count("."))
        known = key in self.seen or not isinstance(one, dict) or not isinstance(other, dict)
        self.seen.add(key)
        return known


def main():
    with open(sys.argv[1], encoding="utf-8") as earlier, open(sys.argv[2], encoding="utf-8") as present:
        lacks = Comparison(json.load(earlier), json.load(present)).compare()
    if lacks:
        sys.exit("The API is not that of the earlier release:\n" + "\n".join(f"  {lack}" for lack in sorted(set(lacks))))
    print("ok: a client of the API of the earlier release can use this one")


if __name__ == "__main__":
    main()
