/** What moves on a page without being pressed, from the first paint on. */
import type { Page } from "./test";

export interface Shift {
  /** The part of the screen that moved times how far. */
  value: number;
  /** What moved. */
  nodes: string;
  /** As the letters changed to the shop's own font: whether and how much is the machine's doing. */
  byFont: boolean;
}

/** How many milliseconds before and after a font's coming count as its doing. */
const around = 100;

/** Watches every page that is opened from now on; the function it returns tells of the present one. */
export async function watchShifts(page: Page): Promise<() => Promise<Shift[]>> {
  await page.addInitScript(() => {
    const shifts: { at: number; value: number; nodes: string }[] = [];
    const fonts: number[] = [];
    Object.assign(window, { shifts, fonts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources?: { node: Node | null }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        const nodes = (entry.sources ?? []).map(({ node }) =>
          node instanceof Element ? node.outerHTML.slice(0, 120) : String(node?.nodeName),
        );
        shifts.push({ at: entry.startTime, value: entry.value, nodes: nodes.join(" | ") });
      }
    }).observe({ type: "layout-shift", buffered: true });
    document.fonts.addEventListener("loadingdone", () => fonts.push(performance.now()));
  });
  return () =>
    page.evaluate((around) => {
      const { shifts, fonts } = window as unknown as {
        shifts: { at: number; value: number; nodes: string }[];
        fonts: number[];
      };
      // From a font's last byte to the event that says so, which may be late where the machine is busy.
      const arrived = performance
        .getEntriesByType("resource")
        .filter(({ name }) => /\.woff2?$/.test(new URL(name).pathname))
        .map((one) => (one as PerformanceResourceTiming).responseEnd);
      let before = 0;
      const spans = fonts.map((said) => {
        const ends = arrived.filter((end) => end > before && end <= said);
        before = said;
        return { from: Math.min(said, ...ends) - around, to: said + around };
      });
      return shifts.map(({ at, value, nodes }) => ({
        value,
        nodes,
        byFont: spans.some(({ from, to }) => at > from && at < to),
      }));
    }, around);
}

export const sumOf = (shifts: Shift[]): number => shifts.reduce((all, { value }) => all + value, 0);
