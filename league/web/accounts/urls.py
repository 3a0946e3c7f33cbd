"""The addresses of accounts. allauth looks them up by its own names."""

from allauth.account import views as allauth
from django.urls import include, path, re_path

from league.web.accounts import account, sign_in

urlpatterns = [
    path("login/", sign_in.Login.as_view(), name="account_login"),
    path("logout/", allauth.logout, name="account_logout"),
    path("signup/", allauth.signup, name="account_signup"),
    path("account/", account.account_page, name="account"),
    path("account/closed/", allauth.account_inactive, name="account_inactive"),
    path("account/confirm/", allauth.reauthenticate, name="account_reauthenticate"),
    path("account/email/", allauth.email, name="account_email"),
    path(
        "account/email/sent/",
        allauth.email_verification_sent,
        name="account_email_verification_sent",
    ),
    path("account/email/<str:key>/", allauth.confirm_email, name="account_confirm_email"),
    path("account/password/", allauth.password_change, name="account_change_password"),
    path("account/password/set/", allauth.password_set, name="account_set_password"),
    path("account/password/forgotten/", account.forgotten_password, name="account_reset_password"),
    path(
        "account/password/forgotten/sent/",
        account.password_link_sent,
        name="account_reset_password_done",
    ),
    path(
        "account/password/new/done/",
        allauth.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
    re_path(
        r"^account/password/new/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        allauth.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path(
        "account/keys/webauthn/login/",
        sign_in.PasskeyLogin.as_view(),
        name="mfa_login_webauthn",
    ),
    path("account/keys/", include("allauth.mfa.urls")),
    path("account/sessions/", include("allauth.usersessions.urls")),
    path("account/services/", include("allauth.socialaccount.urls")),
]
