import { renderToString } from "react-dom/server";
import { beforeEach, expect, test } from "vitest";
import { NowProvider, takeSaid, useNow } from "./now";
import { ScopeProvider } from "./scope";
import { type Format, useFormat } from "./useFormat";

const now = Date.parse("2026-11-20T10:00:00Z");
const scope = {
  lang: "en",
  figures: "latn",
  district: "",
  currency: "",
  session: "",
  address: "",
  pin: "",
  ready: false,
} as const;

function said(draw: (format: Format) => string) {
  const Drawn = () => <p>{draw(useFormat())}</p>;
  renderToString(
    <ScopeProvider scope={scope}>
      <NowProvider start={now}>
        <Drawn />
      </NowProvider>
    </ScopeProvider>,
  );
  return takeSaid();
}

// Discards what other tests rendered in this process.
beforeEach(() => void takeSaid());

test.each<[string, (format: Format) => string]>([
  ["always", (f) => f.money(1500) + f.time(now) + f.duration(20)],
  ["day", (f) => f.date(now)],
  ["day", (f) => f.day(now)],
  ["day", (f) => f.dayTime(now)],
  ["moment", (f) => f.relative(now)],
  ["moment", (f) => f.relative(now) + f.date(now)],
])("what is drawn says of its moment: %s", (what, draw) => {
  expect(said(draw)).toBe(what);
  expect(takeSaid()).toBe("always");
});

test("who asks for now speaks of the moment", () => {
  const Late = () => <p>{useNow()}</p>;
  renderToString(<Late />);
  expect(takeSaid()).toBe("moment");
});
