/**
 * Moves a row that is wider than its place sideways, until one of its parts is seen: where somebody
 * is in a menu. Given as a ref; the page itself does not move.
 */
export function reveal(part: HTMLElement | null): void {
  const row = part?.closest('[class*="overflow-x-auto"], [data-sideways]');
  if (!part || !row) return;
  const seen = row.getBoundingClientRect();
  const mine = part.getBoundingClientRect();
  if (mine.left < seen.left) row.scrollLeft -= seen.left - mine.left;
  else if (mine.right > seen.right) row.scrollLeft += mine.right - seen.right;
}
