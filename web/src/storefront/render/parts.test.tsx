// @vitest-environment node
import { QueryClient, QueryClientContext } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useId } from "react";
import { renderToString as reactDraws } from "react-dom/server";
import { beforeEach, expect, test, vi } from "vitest";
import { NowContext, says, takeSaid, useNow, useNowUnsaid } from "../../lib/now";
import { useQuery } from "../serverQueries";
import { drawsWith, keepDrawings, keptParts, readsThrough } from "./parts";
import { renderToString } from "./render";

const Place = createContext<unknown>("nowhere");
const drawn = vi.fn();

interface Thing {
  name: string;
  price: number;
}

const Corner = ({ thing }: { thing: Thing }) => <b>+ {thing.name}</b>;

interface CardProps {
  thing: Thing;
  corner?: ReactNode;
  eager?: boolean;
  onPress?: () => void;
}

function Card({ thing, corner, eager }: CardProps) {
  drawn(thing.name);
  const place = use(Place) as { area: string } | string;
  return (
    <article>
      <img src={`/${thing.name}.svg`} alt="" loading={eager ? undefined : "lazy"} />
      {thing.name} {thing.price} {typeof place === "string" ? place : place.area}
      {corner}
    </article>
  );
}
const WithId = () => {
  drawn("id");
  return <i id={useId()} />;
};
const Opens = () => {
  drawn("opens");
  useNowUnsaid();
  says("day");
  return <p>opens today</p>;
};
const Minutes = () => {
  drawn("minutes");
  return <p>{useNow()}</p>;
};
const Loose = () => {
  drawn("text");
  return "text";
};
const Loved = () => {
  drawn("loved");
  const { data } = useQuery({ queryKey: ["loved"] });
  return <p>{data === undefined ? "unknown" : `${data}`}</p>;
};

keepDrawings(Card, WithId, Opens, Minutes, Loose, Loved);
readsThrough(QueryClientContext, NowContext);

beforeEach(() => {
  keptParts.forget();
  drawn.mockClear();
  drawsWith(() => undefined, "2026-11-26", "en");
  takeSaid();
});

/**
 * Compares the given number of renderings with React's, and returns how many times the part itself was
 * called.
 */
function draws(page: () => ReactNode, times = 2): number {
  const expected = reactDraws(page());
  drawn.mockClear();
  for (let time = 0; time < times; time++) expect(renderToString(page())).toBe(expected);
  return drawn.mock.calls.length;
}

const tea = () => ({ name: "tea", price: 40 });

test("what is given the same is drawn once", () => {
  expect(
    draws(() => (
      <ul>
        text
        <Card thing={tea()} corner={<Corner thing={tea()} />} />
        text
        <Card thing={{ ...tea(), price: 41 }} />
      </ul>
    )),
  ).toBe(2);
});

test("another price, another corner and another flag are other parts", () => {
  draws(() => <Card thing={tea()} />);
  expect(draws(() => <Card thing={{ ...tea(), price: 39 }} />, 1)).toBe(1);
  expect(draws(() => <Card thing={tea()} corner={<Corner thing={tea()} />} />, 1)).toBe(1);
  expect(draws(() => <Card thing={tea()} eager />, 1)).toBe(1);
  expect(draws(() => <Card thing={tea()} />, 1)).toBe(0);
});

test("another place is another part; a place made anew with the same in it is not", () => {
  const at = (area: unknown) => () => (
    <Place value={area}>
      <Card thing={tea()} />
    </Place>
  );
  draws(at({ area: "Maadi" }));
  expect(draws(at({ area: "Maadi" }), 1)).toBe(0);
  expect(draws(at({ area: "Dokki" }), 1)).toBe(1);
  expect(draws(at("Dokki"), 1)).toBe(1);
});

test("one more or one less in a place makes it another", () => {
  const at = (place: unknown) => () => (
    <Place value={place}>
      <Card thing={tea()} />
    </Place>
  );
  const street = { area: "Maadi", street: undefined };
  draws(at(street));
  expect(draws(at({ area: "Maadi", street: undefined }), 1)).toBe(0);
  expect(draws(at({ area: "Maadi" }), 1)).toBe(1);
  draws(at({ area: "Maadi" }));
  expect(draws(at({ area: "Maadi", street: undefined }), 1)).toBe(1);
  expect(draws(at({ area: "Maadi", floor: undefined }), 1)).toBe(1);
});

test("two districts do not push out each other's parts", () => {
  const at = (district: string) => {
    drawsWith(() => undefined, "2026-11-26", district);
    const scope = { area: district };
    return renderToString(
      <Place value={scope}>
        <Card thing={tea()} />
      </Place>,
    );
  };
  at("Maadi");
  at("Dokki");
  drawn.mockClear();
  expect(at("Maadi")).toContain("Maadi");
  expect(at("Dokki")).toContain("Dokki");
  expect(drawn).not.toHaveBeenCalled();
});

test("the pictures to fetch early come with a kept part", () => {
  const page = () => <Card thing={tea()} eager />;
  expect(draws(page)).toBe(1);
  expect(renderToString(page())).toContain('<link rel="preload" as="image" href="/tea.svg"/>');
});

test("functions, ids, loose texts and the moment are drawn anew", () => {
  expect(draws(() => <Card thing={tea()} onPress={() => {}} />)).toBe(2);
  expect(draws(() => <WithId />)).toBe(2);
  expect(draws(() => <Loose />)).toBe(2);
  expect(draws(() => <Minutes />)).toBe(2);
  expect(takeSaid()).toBe("moment");
  expect(keptParts.count).toBe(0);
});

test("what speaks of a day is kept for that day, and says so each time", () => {
  expect(draws(() => <Opens />)).toBe(1);
  takeSaid();
  renderToString(<Opens />);
  expect(takeSaid()).toBe("day");
  drawsWith(() => undefined, "2026-11-27", "en");
  expect(draws(() => <Opens />, 1)).toBe(1);
});

test("an answer that came since draws it anew", () => {
  const client = new QueryClient();
  const page = () => (
    <QueryClientContext value={client}>
      <Loved />
    </QueryClientContext>
  );
  drawsWith((name) => client.getQueryCache().get(name)?.state.data, "2026-11-26", "en");
  renderToString(page());
  renderToString(page());
  expect(drawn).toHaveBeenCalledTimes(1);
  client.setQueryData(["loved"], "yes");
  expect(renderToString(page())).toContain("yes");
  client.clear();
});

test("no more is kept than there is room for, those unused for longest go first", () => {
  const long = (name: string) => <Card thing={{ name, price: 1 }} />;
  const names = Array.from({ length: 30 }, (_, at) => `${at}`.padStart(50_000, "x"));
  for (const name of names) renderToString(long(name));
  expect(keptParts.count).toBeLessThan(30);
  drawn.mockClear();
  renderToString(long(names[29] as string));
  expect(drawn).not.toHaveBeenCalled();
  renderToString(long(names[0] as string));
  expect(drawn).toHaveBeenCalledTimes(1);
});

test("what pages go on asking for stays when there is no more room", () => {
  const long = (name: string) => <Card thing={{ name, price: 1 }} />;
  const names = Array.from({ length: 30 }, (_, at) => `${at}`.padStart(50_000, "y"));
  const first = names[0] as string;
  renderToString(long(first));
  drawn.mockClear();
  // Each page brings much that is new: more than there is room for, twice over.
  for (const name of [...names.slice(1), ...names.slice(1)]) {
    renderToString(long(first));
    renderToString(long(name));
  }
  expect(drawn).not.toHaveBeenCalledWith(first);
  drawn.mockClear();
  renderToString(long(names[1] as string));
  expect(drawn).toHaveBeenCalledTimes(1);
});
