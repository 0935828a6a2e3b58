/** The page's side of the service worker (worker/worker.ts). */

/** Installs it once the page has everything it needs, so that it never competes with it. */
export function keepForOffline(): void {
  if (!("serviceWorker" in navigator)) return;
  const install = () => {
    // Without it the shop works as before, only not without a network.
    navigator.serviceWorker.register("/sw.js").catch(() => undefined);
  };
  if (document.readyState === "complete") setTimeout(install, 2000);
  else window.addEventListener("load", () => setTimeout(install, 2000), { once: true });
}

/** What was kept for the person who signs out is nobody else's to see. */
export function forgetKept(): void {
  if (!("serviceWorker" in navigator)) return;
  const { controller } = navigator.serviceWorker;
  // At once, where it can be: the page may be on its way out.
  if (controller) {
    controller.postMessage("forget");
    return;
  }
  // One that has not taken this page over answered the page before.
  navigator.serviceWorker
    .getRegistration("/")
    .then((registered) => registered?.active?.postMessage("forget"))
    .catch(() => undefined);
}
