// Shows passkeys where the browser has them, and says in words when one was not used.

// a passkey belongs to a name: browsers refuse one for the number of a computer
const isNumber = /^[\d.]+$|^\[/.test(location.hostname);

if (window.PublicKeyCredential && !isNumber) {
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
