/** Layout shifts of a page without any press, from the first paint on. */
import type { Page } from "./test";

export interface Shift {
  /** The moved part of the screen times the distance. */
  value: number;
  /** The elements that moved. */
  nodes: string;
  /**
   * The shift happened when the text changed to the shop's own font; whether and by how much depends on
   * the machine.
   */
  byFont: boolean;
}

/** The number of milliseconds around a font's arrival in which shifts count as caused by it. */
const around = 100;

/** Watches every page opened from now on; the returned function returns the current page's shifts. */
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
      // From a font's last byte to its event, which may be late on a busy machine.
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
