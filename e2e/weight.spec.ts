/** What a first visit fetches before anything is pressed. */
import { open } from "./support/shop";
import { expect, settled, test } from "./support/test";

/** Bytes as gzip packs them. */
const limit = { script: 150_000, style: 20_000 };

for (const address of ["/home", "/branches/souq-ganayen-maadi", "/products/sugar"]) {
  // The heaviest; the built files of the others are weighed in web/first_test.go. Without a place home and the branch page open the picker over themselves, with its script.
  test(`scripts and styles of ${address} on a first visit`, { tag: "@ar-phone" }, async ({
    page,
    request,
  }) => {
    const wanted = new Set<string>();
    page.on("request", (one) => {
      if (["script", "stylesheet"].includes(one.resourceType())) wanted.add(one.url());
    });
    await open(page, address);
    await page.waitForLoadState("networkidle");
    await settled(page);
    const sum = { script: 0, style: 0 };
    for (const url of wanted) {
      const answer = await request.get(url, { headers: { "Accept-Encoding": "gzip" } });
      expect(answer.status(), url).toBe(200);
      sum[/javascript/.test(answer.headers()["content-type"] ?? "") ? "script" : "style"] += Number(
        answer.headers()["content-length"],
      );
    }
    expect(sum.script, `${wanted.size} files`).toBeGreaterThan(limit.script / 2);
    expect(sum.script, `${wanted.size} files`).toBeLessThanOrEqual(limit.script);
    expect(sum.style).toBeGreaterThan(0);
    expect(sum.style).toBeLessThanOrEqual(limit.style);
  });
}
