"""The addresses of this room."""

from django.urls import path

from league.server.pages import accounts, health, mail, outbox

urlpatterns = [
    path("mail/stop/<token>/", mail.stop_mail, name="stop_mail"),
    path("desk/server/health/", health.health, name="server_health"),
    path("desk/server/health/live/", health.health_piece, name="server_health_piece"),
    path("desk/server/mail/", mail.mail, name="server_mail"),
    path("desk/server/mail/live/", mail.mail_piece, name="server_mail_piece"),
    path("desk/server/mail/test/", mail.send_test, name="server_mail_test"),
    path("desk/server/mail/lift/", mail.lift, name="server_mail_lift"),
    path("desk/server/outbox/", outbox.outbox, name="server_outbox"),
    path(
        "desk/server/outbox/<slug:channel>/<int:pk>/again/",
        outbox.send_again,
        name="server_outbox_again",
    ),
    path("desk/server/accounts/", accounts.accounts, name="server_accounts"),
    path("desk/server/accounts/<int:pk>/password/", accounts.password_link, name="password_link"),
    path("desk/server/accounts/<int:pk>/address/", accounts.address_link, name="address_link"),
]
