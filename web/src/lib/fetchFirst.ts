const named = /import\(.(\S+?\.js)/;

let alive = false;

/** Called once the page's first files are loaded: from now on each file is fetched before it is imported. */
export function fetchBeforeImport(): void {
  alive = true;
}

/**
 * The wrapper that the build puts around each import(). Chromium remembers a failed import for as
 * long as the page is open, so a file is imported only after fetching it succeeded: another try can
 * then succeed.
 */
export async function fetchFirst<T>(load: () => Promise<T>): Promise<T> {
  const file = alive && named.exec(String(load))?.[1];
  if (file) {
    const answer = await fetch(new URL(file, import.meta.url));
    if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
    await answer.blob();
  }
  return load();
}
