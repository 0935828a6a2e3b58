/** The page's side of the service worker (worker/worker.ts). */

/** Installs it once the page is fully loaded, so that it never competes with the page. */
export function keepForOffline(): void {
  if (!("serviceWorker" in navigator)) return;
  const install = () => {
    // Without it the shop works as before, only not offline.
    navigator.serviceWorker.register("/sw.js").catch(() => undefined);
  };
  if (document.readyState === "complete") setTimeout(install, 2000);
  else window.addEventListener("load", () => setTimeout(install, 2000), { once: true });
}

/** Clears the entries kept for the customer who signs out, so that nobody else sees them. */
export function forgetKept(): void {
  if (!("serviceWorker" in navigator)) return;
  const { controller } = navigator.serviceWorker;
  // Immediately, where possible: the page may be about to unload.
  if (controller) {
    controller.postMessage("forget");
    return;
  }
  // A worker that does not control this page may have answered the previous one.
  navigator.serviceWorker
    .getRegistration("/")
    .then((registered) => registered?.active?.postMessage("forget"))
    .catch(() => undefined);
}
