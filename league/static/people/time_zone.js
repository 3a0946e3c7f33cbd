// Fills in the time zone of the browser where a form has none yet.

const field = document.querySelector("[name=timezone]");
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (field && zone && !field.form.querySelector(".refusal")) {
  field.value = zone;
}
