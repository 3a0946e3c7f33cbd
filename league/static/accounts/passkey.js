// Shows passkeys where the browser has them, and says in words when one was not used.
"use strict";

if (window.PublicKeyCredential) {
  for (const element of document.querySelectorAll("[data-passkeys]")) {
    element.hidden = false;
  }
}

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  for (const element of document.querySelectorAll("[data-passkey-error]")) {
    element.hidden = false;
  }
});
