"""The response to a check: a verdict, with links to the clauses that it names."""

from django.utils.translation import get_language
from rest_framework.response import Response

from api.http.clause_links import add_clause_links
from games.base import Verdict


def verdict_response(verdict: Verdict) -> Response:
    response = Response(verdict.to_json(get_language() or "en"))
    named = [problem.clause for problem in (*verdict.problems, *verdict.notices)]
    add_clause_links(response, named, verdict.game or "")
    return response
