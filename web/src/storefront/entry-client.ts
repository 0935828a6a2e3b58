/**
 * The only script a page begins with. The page is readable without any, so the shop's scripts are
 * fetched after its first paint: styles, fonts and pictures have the connection to themselves, and
 * the first screen stands sooner. What to fetch stands beside the state, written by the server.
 */

import "../styles.css";

// No import of ours here: it would bring the shared part along.

function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    // A page in the background is not painted and shall be ready all the same.
    setTimeout(resolve, 1500);
  });
}

function preloadParts(): void {
  const parts = document.getElementById("state")?.dataset.parts?.split(" ") ?? [];
  for (const part of parts) {
    if (part === "") continue;
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = part;
    document.head.append(link);
  }
}

/** Ends the task: reading the scripts and starting is three short ones, not a long one. */
async function rest<Read>(read: Read): Promise<Read> {
  await new Promise((resolve) => setTimeout(resolve));
  return read;
}

painted()
  .then(() => {
    preloadParts();
    return import("react-dom/client");
  })
  .then(rest)
  .then(() => import("./start"))
  .then(rest)
  .then(({ start }) => start())
  // Nothing of ours is there yet to tell: the browser's own report is.
  .catch(reportError);
