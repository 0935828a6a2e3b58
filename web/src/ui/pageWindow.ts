/**
 * Returns the pages that get a link: the first, the last, and those around the current page; null marks
 * a gap.
 */
export function pageWindow(page: number, last: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, last].filter((one) => one >= 1 && one <= last);
  const pages = [...new Set(wanted)].sort((a, b) => a - b);
  const shown: (number | null)[] = [];
  for (const one of pages) {
    const before = shown.at(-1);
    if (typeof before === "number" && one === before + 2) shown.push(one - 1);
    else if (typeof before === "number" && one > before + 1) shown.push(null);
    shown.push(one);
  }
  return shown;
}
