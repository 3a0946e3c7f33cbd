"""Jobs: their progress, their result, and their file."""

from typing import Any

from django.http import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from api.games.shapes import Finding
from api.http.fields import local
from api.http.resource import ApiRequest, Resource
from league import permissions
from league.errors import NotFound
from league.models import Job, JobFile, JobState
from league.operations.support import downloads, jobs


class LinksOutput(serializers.Serializer[Any]):
    self = serializers.URLField()
    file = serializers.URLField(
        allow_null=True,
        help_text="File made by the job. Kept for seven days by default.",
    )
    club = serializers.URLField(
        allow_null=True, help_text="Club that the job is about, or that it created."
    )


class JobOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    kind = serializers.CharField()
    state = serializers.ChoiceField(JobState.values)
    done = serializers.IntegerField(help_text="Number of completed steps, of `total`.")
    total = serializers.IntegerField(help_text="Number of steps. 0 if not known yet.")
    problems = Finding(
        many=True, help_text="Reasons why the job failed. A failed job stores nothing."
    )
    result = serializers.DictField(help_text="Result of the job. The keys depend on its kind.")
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    links = LinksOutput()


class OneJob(Resource):
    @extend_schema(summary="Get a job and its progress", responses=JobOutput)
    def get(self, request: ApiRequest, job: int) -> Response:
        return Response(write(permissions.find_job(request.user, job), request))


class MadeFile(Resource):
    any_accept = True

    @extend_schema(
        summary="Download the file made by a job",
        responses={
            (200, "application/zip"): OpenApiResponse(
                bytes, "ZIP file: the archive of the club, or the exported data."
            )
        },
    )
    def get(self, request: ApiRequest, job: int) -> HttpResponseBase:
        file = jobs.find_file(permissions.find_job(request.user, job), JobFile.Role.OUTPUT)
        if file is None:
            raise NotFound(_("There is nothing here."))
        return downloads.download_response(file)


def started(job: Job, request: ApiRequest) -> Response:
    content = write(job, request)
    return Response(content, 202, headers={"Location": content["links"]["self"]})


def write(job: Job, request: ApiRequest) -> dict[str, Any]:
    zone = job.club.timezone if job.club else "UTC"
    times = ("created_at", "started_at", "finished_at")
    moments = {name: getattr(job, name) for name in times}
    done, total = jobs.progress(job)
    return {
        "id": job.pk,
        "kind": job.kind,
        "state": job.state,
        "done": done,
        "total": total,
        "problems": job.problems,
        "result": job.result,
        **{name: at and local(at, zone) for name, at in moments.items()},
        "links": _links(job, request),
    }


def _links(job: Job, request: ApiRequest) -> dict[str, str | None]:
    has_file = jobs.find_file(job, JobFile.Role.OUTPUT) is not None
    club = job.club.slug if job.club else job.result.get("club")
    addresses = {
        "self": reverse("api:job", args=[job.pk]),
        "file": reverse("api:job_file", args=[job.pk]) if has_file else None,
        "club": reverse("api:club", args=[club]) if club else None,
    }
    return {name: path and request.build_absolute_uri(path) for name, path in addresses.items()}
