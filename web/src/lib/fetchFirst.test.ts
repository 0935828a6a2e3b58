import { beforeEach, expect, test, vi } from "vitest";

/** An import() as the build writes it; the function's source contains the file's name. */
const imported = vi.fn(() => Promise.resolve("the module"));
const load = Object.assign(() => imported(), { toString: () => "()=>import(`./Part-a1.js`)" });

let fetchFirst: typeof import("./fetchFirst").fetchFirst;
let fetchBeforeImport: typeof import("./fetchFirst").fetchBeforeImport;
const fetched = vi.fn<(address: URL) => Promise<Response>>();

beforeEach(async () => {
  vi.resetModules();
  ({ fetchFirst, fetchBeforeImport } = await import("./fetchFirst"));
  imported.mockClear();
  fetched.mockReset();
  vi.stubGlobal("fetch", fetched);
});

test("the first files of a page are imported at once", async () => {
  await expect(fetchFirst(load)).resolves.toBe("the module");
  expect(fetched).not.toHaveBeenCalled();
});

test("a file that does not come is not imported, so that it can be asked for again", async () => {
  fetchBeforeImport();
  fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await expect(fetchFirst(load)).rejects.toThrow("Failed to fetch");
  fetched.mockResolvedValueOnce(new Response("", { status: 502 }));
  await expect(fetchFirst(load)).rejects.toThrow("./Part-a1.js: 502");
  expect(imported).not.toHaveBeenCalled();

  fetched.mockResolvedValueOnce(new Response("export default 1"));
  await expect(fetchFirst(load)).resolves.toBe("the module");
  expect(String(fetched.mock.lastCall?.[0])).toMatch(/\/Part-a1\.js$/);
  expect(imported).toHaveBeenCalledOnce();
});
