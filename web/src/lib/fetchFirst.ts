const named = /import\(.(\S+?\.js)/;

let alive = false;

/** The page's first files came: from now on each is fetched before it is imported. */
export function fetchBeforeImport(): void {
  alive = true;
}

/**
 * What the build puts around each import(). An import that fails is answered from memory for as long
 * as the page stands, in Chromium: only a file that is there is imported, so another try can succeed.
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
