// What the engine lacks and the bundle's libraries expect to find, in the least that they use.
// Timers never fire: a page is drawn in one go, and what waits for a timer is for the browser.
(function (global) {
  "use strict";

  const write = global.__log;
  delete global.__log;
  const line = (level) => (...parts) => {
    write(
      level,
      parts
        .map((part) => (part instanceof Error ? `${part}\n${part.stack}` : String(part)))
        .join(" ")
        .slice(0, 2000),
    );
  };
  global.console = {
    debug: line("debug"),
    log: line("info"),
    info: line("info"),
    warn: line("warn"),
    error: line("error"),
  };

  global.queueMicrotask ??= (task) => {
    Promise.resolve().then(task);
  };
  let timers = 0;
  global.setTimeout = () => ++timers;
  global.setInterval = () => ++timers;
  global.setImmediate = () => ++timers;
  global.clearTimeout = () => {};
  global.clearInterval = () => {};
  global.clearImmediate = () => {};
  global.performance ??= { now: () => 0 };
  global.structuredClone ??= (value) => JSON.parse(JSON.stringify(value));

  global.MessageChannel ??= class MessageChannel {
    constructor() {
      const port1 = { onmessage: null, close() {} };
      const port2 = {
        close() {},
        postMessage(data) {
          queueMicrotask(() => port1.onmessage?.({ data }));
        },
      };
      this.port1 = port1;
      this.port2 = port2;
    }
  };

  global.AbortController ??= class AbortController {
    constructor() {
      const listeners = new Set();
      this.signal = {
        aborted: false,
        reason: undefined,
        addEventListener: (_name, listener) => listeners.add(listener),
        removeEventListener: (_name, listener) => listeners.delete(listener),
        throwIfAborted() {
          if (this.aborted) throw this.reason;
        },
      };
      this.abort = (reason) => {
        if (this.signal.aborted) return;
        this.signal.aborted = true;
        this.signal.reason = reason ?? new Error("aborted");
        for (const listener of listeners) listener({ type: "abort" });
      };
    }
  };

  global.TextEncoder ??= class TextEncoder {
    encode(text = "") {
      const bytes = unescape(encodeURIComponent(text));
      return Uint8Array.from(bytes, (letter) => letter.charCodeAt(0));
    }
  };
  global.TextDecoder ??= class TextDecoder {
    decode(bytes = new Uint8Array()) {
      let text = "";
      for (const byte of bytes) text += String.fromCharCode(byte);
      return decodeURIComponent(escape(text));
    }
  };

  // The router looks at origin, protocol, host and path of an address; nothing changes one.
  global.URL ??= class URL {
    constructor(address, base) {
      const full = /^([a-z][a-z0-9+.-]*:)(?:\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?$/i;
      let found = full.exec(String(address));
      if (!found && base !== undefined) {
        const from = base instanceof URL ? base : new URL(base);
        const text = String(address);
        const path = text.startsWith("//")
          ? from.protocol + text
          : text.startsWith("/")
            ? from.origin + text
            : from.origin + from.pathname.replace(/[^/]*$/, "") + text;
        found = full.exec(path);
      }
      if (!found) throw new TypeError(`Invalid URL: ${address}`);
      this.protocol = found[1].toLowerCase();
      this.host = (found[2] ?? "").toLowerCase();
      this.hostname = this.host.replace(/:\d+$/, "");
      this.port = this.host.slice(this.hostname.length + 1);
      this.origin = found[2] === undefined ? "null" : `${this.protocol}//${this.host}`;
      this.pathname = found[3] || (found[2] === undefined ? "" : "/");
      this.search = found[4] && found[4] !== "?" ? found[4] : "";
      this.hash = found[5] && found[5] !== "#" ? found[5] : "";
      this.href =
        (found[2] === undefined ? this.protocol : this.origin) +
        this.pathname +
        this.search +
        this.hash;
    }
    toString() {
      return this.href;
    }
  };
})(globalThis);
