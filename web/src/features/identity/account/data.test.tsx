import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderShop } from "../../../testing/shop";
import { DownloadData } from "./components/DownloadData";

afterEach(() => vi.unstubAllGlobals());

/** Answers when the test allows it, and records the requests and the files passed to the browser. */
function standIn() {
  const asked: string[] = [];
  const saved: string[] = [];
  let answer = (_: Response) => {};
  vi.stubGlobal("fetch", (url: string) => {
    asked.push(String(url));
    return new Promise<Response>((resolve) => {
      answer = resolve;
    });
  });
  URL.createObjectURL = () => "blob:x";
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    saved.push(this.download);
  };
  return { asked, saved, answer: (response: Response) => answer(response) };
}

test.each([
  ["en", "Download my data"],
  ["ar", "تنزيل بياناتي"],
] as const)("everything kept comes as one file, once for each press: %s", async (lang, name) => {
  const server = standIn();
  renderShop(<DownloadData />, { lang });
  const button = screen.getByRole("button", { name });
  fireEvent.click(button);
  fireEvent.click(button);
  await waitFor(() => expect(server.asked).toHaveLength(1));
  expect(server.asked[0]).toMatch(/\/user\/data$/);
  expect(server.saved).toEqual([]);
  server.answer(new Response("{}", { status: 200 }));
  await waitFor(() => expect(server.saved).toEqual(["wekala-data.json"]));
});

test("a refusal is said beside the button, which can be pressed again", async () => {
  const server = standIn();
  renderShop(<DownloadData />);
  fireEvent.click(screen.getByRole("button", { name: "Download my data" }));
  const message = "You've downloaded your data several times today. Try again in 5 hours.";
  server.answer(
    new Response(JSON.stringify({ message, code: "too_many_downloads" }), { status: 429 }),
  );
  expect(await screen.findByText(message)).toBeTruthy();
  expect(server.saved).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Download my data" }));
  await waitFor(() => expect(server.asked).toHaveLength(2));
  expect(screen.queryByText(message)).toBeNull();
});
