import { waitFor } from "@testing-library/react";
import { Suspense, useLayoutEffect, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { createStore, type Store } from "../lib/store";
import { useStore } from "../lib/useStore";
import { BottomBar, BottomStack, createBottomStack } from "../ui/BottomBar";

afterEach(() => vi.unstubAllGlobals());

/** A shell around a page, like Shell.tsx: the page is hydrated after the shell, in slices. */
function Around({ order, kept }: { order: string[]; kept: Store<string> }) {
  const [stack] = useState(createBottomStack);
  useLayoutEffect(() => {
    // React's synchronous work is done when this runs: it belongs to the same task.
    queueMicrotask(() => order.push("shell"));
  }, [order]);
  return (
    <>
      <BottomStack value={stack}>
        <Suspense>
          <Page order={order} />
        </Suspense>
      </BottomStack>
      <Said kept={kept} />
      <div ref={stack.set} />
    </>
  );
}

function Page({ order }: { order: string[] }) {
  if (!order.includes("page")) order.push("page");
  return <BottomBar label="Cart">3 things</BottomBar>;
}

let draws = 0;
function Said({ kept }: { kept: Store<string> }) {
  draws += 1;
  const said = useStore(kept);
  return <p>{said}</p>;
}

async function alive(kept: Store<string>): Promise<{ order: string[]; root: HTMLElement }> {
  // As in a browser: nothing is flushed for the test.
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  const root = document.body.appendChild(document.createElement("div"));
  root.innerHTML = renderToString(<Around order={[]} kept={kept} />);
  draws = 0;
  const order: string[] = [];
  hydrateRoot(root, <Around order={order} kept={kept} />);
  await waitFor(() => expect(root.querySelector("section")).not.toBeNull());
  return { order, root };
}

test("the shell's own coming to life makes no page come to life at once", async () => {
  const { order, root } = await alive(createStore("one"));
  expect(order).toEqual(["shell", "page"]);
  expect(draws).toBe(1);
  root.remove();
});

test("what a browser kept is drawn after what the server drew", async () => {
  const { root } = await alive(createStore("kept", "one"));
  expect(root.querySelector("p")?.textContent).toBe("kept");
  root.remove();
});
