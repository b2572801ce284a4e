"""Some of what a client can send (`python -m tests.web.fuzz` sends much more): no server error."""

from __future__ import annotations

import httpx

from tests.web.process import Server

EXAMPLES = 1


def test_no_request_that_the_interface_describes_is_a_server_error(server: Server) -> None:
    from tests.web.fuzz import Fuzzer  # here, as every process of a run collects this file

    fuzzer = Fuzzer(server.address)
    operations = list(fuzzer.operations())
    assert len(operations) > 25
    for operation in operations:
        fuzzer.run(operation, EXAMPLES)
    assert fuzzer.statuses.total() > len(operations) * EXAMPLES / 2
    assert 200 in fuzzer.statuses
    assert 422 in fuzzer.statuses


def test_the_description_names_every_problem(server: Server) -> None:
    page = httpx.get(f"{server.address}openapi.json").json()
    assert page["openapi"].startswith("3.")
    for path, operations in page["paths"].items():
        assert path.startswith("/api/")
        for operation in operations.values():
            assert operation["summary"]
            assert operation["description"]
            problem = operation["responses"]["403"]["content"]["application/problem+json"]
            assert problem["schema"] == {"$ref": "#/components/schemas/ProblemDetails"}
    assert "HTTPValidationError" not in page["components"]["schemas"]
