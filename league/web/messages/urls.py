"""The addresses of this room."""

from django.urls import path

from league.web.messages import choices, inbox, push_worker

urlpatterns = [
    path("messages/stop/<token>/", choices.stop_messages, name="stop_messages"),
    path("account/messages/", inbox.messages, name="messages"),
    path("account/messages/read/", inbox.mark_all_read, name="read_messages"),
    path("account/messages/<int:pk>/", inbox.open_message, name="open_message"),
    path("account/messages/settings/", choices.message_choices, name="message_choices"),
    path("account/messages/devices/", choices.add_device, name="add_device"),
    path("account/messages/devices/<int:pk>/remove/", choices.remove_device, name="remove_device"),
    path("account/messages/devices/<int:pk>/test/", choices.test_device, name="test_device"),
    path("account/messages/app.webmanifest", push_worker.manifest, name="app_manifest"),
]
