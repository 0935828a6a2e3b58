import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

afterEach(() => {
  cleanup();
  localStorage.clear();
  for (const part of document.cookie.split("; ")) {
    const name = part.split("=")[0];
    if (name) {
      // jsdom keeps one cookie jar for the whole file.
      document.cookie = `${name}=; path=/; max-age=0`;
    }
  }
});
