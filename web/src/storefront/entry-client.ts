/**
 * The only script a page starts with. The page is readable without scripts, so the shop's scripts
 * are fetched after its first paint: styles, fonts and pictures have the connection to themselves,
 * and the first screen appears sooner. The server writes the list of scripts next to the state.
 */

import "../styles.css";

// No imports of our modules here: they would pull in the shared chunk.

function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    // A page in a background tab is not painted, but must become ready too.
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

/** Ends the task: evaluating the scripts and starting become three short tasks instead of a long one. */
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
  // Nothing of ours is loaded yet to report it, so the browser reports it.
  .catch(reportError);
