"""The addresses of this room."""

from django.urls import path

from league.web.webhooks import webhooks

urlpatterns = [
    path("desk/clubs/<slug:slug>/webhooks/", webhooks.webhooks_of_club, name="webhooks"),
    path("desk/clubs/<slug:slug>/webhooks/<int:pk>/", webhooks.manage_webhook, name="webhook"),
    path(
        "desk/clubs/<slug:slug>/webhooks/<int:pk>/do/", webhooks.act_on_webhook, name="webhook_do"
    ),
    path(
        "desk/clubs/<slug:slug>/webhooks/<int:pk>/deliveries/<int:delivery>/replay/",
        webhooks.replay_delivery,
        name="webhook_replay",
    ),
]
