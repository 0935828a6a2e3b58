/** From page to page: the pressed picture becomes the one of the page it leads to. */
import type { Tab } from "./tab";
import { beThere, expect, test } from "./test";

/**
 * Keeps the parts of the page that each change of pages moves, or why none did; false: the engine
 * knows no such thing.
 */
async function watch(tab: Tab): Promise<boolean> {
  return tab.evaluate(() => {
    const moved: string[][] = [];
    (window as unknown as { moved: string[][] }).moved = moved;
    if (!("startViewTransition" in document)) return false;
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (options) => {
      const change = start(options);
      change.ready.then(
        () =>
          moved.push(
            document
              .getAnimations()
              .map(({ effect }) => (effect as KeyframeEffect).pseudoElement ?? "")
              .filter((part) => part.startsWith("::view-transition")),
          ),
        (error) => moved.push([String(error)]),
      );
      return change;
    };
    return true;
  });
}

const both = ["::view-transition-old(picture)", "::view-transition-new(picture)"];

const moved = (tab: Tab) =>
  tab.evaluate(() => (window as unknown as { moved: string[][] }).moved.flat());

test("a pressed picture grows into its page's, there and from there to another", async ({
  tab,
  api,
}) => {
  const milk = await api.product("full-cream-milk");
  await beThere(tab, api);
  await tab.open(`/search-results?q=${encodeURIComponent(milk.name)}`);
  const card = tab.role("main").css("article a[href*='/products/']:not([aria-label])");
  await card.first().shown();
  const knows = await watch(tab);
  for (const where of ["search", "product"]) {
    const before = await tab.evaluate(() => location.href);
    await card.first().click();
    await tab.until(async () => {
      expect(await tab.evaluate(() => location.href)).not.toBe(before);
      expect(await moved(tab), where).toEqual(knows ? expect.arrayContaining(both) : []);
    });
    await tab.evaluate(() => {
      (window as unknown as { moved: string[][] }).moved.length = 0;
    });
    await tab.settled();
  }
});
