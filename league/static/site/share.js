// Passes a page and its picture on, where the browser can. Without this file the link can be selected and the picture
// downloaded; copy.js copies the link. The part may come with a live answer, so the document listens in its place.

document.addEventListener(
  "toggle",
  ({ target }) => {
    if (!target.matches("details.share") || !target.open) return;
    target.querySelector("[data-copy]").hidden = !navigator.clipboard;
    target.querySelector("[data-share]").hidden = !navigator.share;
  },
  true,
);

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-share]");
  if (!button) return;
  const address = button.closest(".share").querySelector("input").value;
  try {
    await navigator.share(await content(button.dataset, address));
  } catch (error) {
    if (error.name !== "AbortError") throw error; // the reader has changed their mind
  }
});

async function content({ share, picture, file }, url) {
  const answer = await fetch(picture);
  const files = answer.ok ? [new File([await answer.blob()], file, { type: "image/png" })] : [];
  const withPicture = { title: share, url, files };
  return files.length && navigator.canShare?.(withPicture) ? withPicture : { title: share, url };
}
