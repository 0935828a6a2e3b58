import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";
import { configureClient } from "../api/client";
import { openAll } from "../lib/closed";
import { screen } from "../lib/screen";
import { trusting } from "./reader";

// jsdom has no screen: work that waits for the next paint runs immediately.
screen.after = (run) => run();

// Shapes are compared in api/decode.test.ts and storefront/failedReads.test.tsx.
configureClient({ reader: trusting });

// Generous, because under load the awaited work may first have to wait for a CPU core.
configure({ asyncUtilTimeout: 5_000 });

// jsdom has no CSS namespace; React Aria's overlays ask it to escape names.
globalThis.CSS ??= { escape: (name: string) => name.replace(/[^\w-]/g, "\\$&") } as typeof CSS;

// jsdom has no layout, so it cannot scroll to an element.
if (typeof Element !== "undefined") Element.prototype.scrollIntoView ??= () => {};

// jsdom has the element without its behaviour: open, with the focus, until closed.
if (typeof HTMLDialogElement !== "undefined") {
  const before = new WeakMap<HTMLDialogElement, Element | null>();
  HTMLDialogElement.prototype.showModal = function showModal() {
    before.set(this, document.activeElement);
    this.open = true;
    this.tabIndex = -1;
    this.focus();
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    const last = before.get(this);
    if (last instanceof HTMLElement) last.focus();
  };
}

afterEach(() => {
  // Tests of the server's side run without a document.
  if (typeof document === "undefined") return;
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  // After a session ended in one test, the next test can write entries again.
  openAll();
  for (const part of document.cookie.split("; ")) {
    const name = part.split("=")[0];
    if (name) {
      // jsdom keeps one cookie jar for the whole file.
      document.cookie = `${name}=; path=/; max-age=0`;
    }
  }
});
