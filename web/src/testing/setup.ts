import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";
import { configureClient } from "../api/client";
import { openAll } from "../lib/closed";
import { screen } from "../lib/screen";
import { trusting } from "./reader";

// jsdom has no screen: what waits until something is on it is done at once.
screen.after = (run) => run();

// Shapes are compared in api/decode.test.ts and storefront/failedReads.test.tsx.
configureClient({ reader: trusting });

// What is waited for may have to wait for a core first.
configure({ asyncUtilTimeout: 5_000 });

// jsdom has no CSS namespace; React Aria's overlays ask it to escape names.
globalThis.CSS ??= { escape: (name: string) => name.replace(/[^\w-]/g, "\\$&") } as typeof CSS;

// jsdom has no layout, so it cannot scroll to an element.
if (typeof Element !== "undefined") Element.prototype.scrollIntoView ??= () => {};

// jsdom knows the element and not what it does: open, with the focus, until closed.
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
  // A session that ended in one test lets the next one keep things again.
  openAll();
  for (const part of document.cookie.split("; ")) {
    const name = part.split("=")[0];
    if (name) {
      // jsdom keeps one cookie jar for the whole file.
      document.cookie = `${name}=; path=/; max-age=0`;
    }
  }
});
