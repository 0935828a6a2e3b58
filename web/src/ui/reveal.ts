/**
 * Scrolls an overflowing row sideways until one of its parts is visible: the current entry of a
 * menu. Used as a ref; the page itself does not scroll.
 */
export function reveal(part: HTMLElement | null): void {
  const row = part?.closest('[class*="overflow-x-auto"], [data-sideways]');
  if (!part || !row) return;
  const seen = row.getBoundingClientRect();
  const mine = part.getBoundingClientRect();
  if (mine.left < seen.left) row.scrollLeft -= seen.left - mine.left;
  else if (mine.right > seen.right) row.scrollLeft += mine.right - seen.right;
}
