import { useEffect, useRef, useState } from "react";
import { useTranslation } from "../lib/translation";
import { errorText } from "./errors";
import type { UploadOptions } from "./upload";

/** A file that is being uploaded, or was refused. */
export interface Upload {
  key: number;
  file: File;
  /** Between 0 and 1. */
  share: number;
  error?: string;
}

export interface UploadsOptions<T> {
  value: readonly T[];
  max: number;
  onChange: (value: T[]) => void;
  /** A new file replaces the only one. */
  replaces?: boolean;
  /** Returns the data to send for a file, or the reason why it cannot be sent. */
  prepare: (file: File) => Promise<Blob | { why: string }>;
  send: (
    body: Blob,
    file: File,
    options: Pick<UploadOptions, "onProgress" | "signal">,
  ) => Promise<T>;
  tooMany: string;
}

/** Uploads the chosen files one after the other and appends the results to a value. */
export function useUploads<T>(options: UploadsOptions<T>) {
  const { value, max, replaces = false, prepare, send, tooMany } = options;
  const { t } = useTranslation();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [problem, setProblem] = useState<string>();
  const now = useRef(options);
  now.current = options;
  const leave = useRef<AbortController | null>(null);
  const next = useRef(0);
  const line = useRef(Promise.resolve());
  useEffect(() => {
    const controller = new AbortController();
    leave.current = controller;
    return () => controller.abort();
  }, []);

  /** Changes the current value: other uploads may have finished since the last render. */
  function change(of: (value: readonly T[]) => T[]) {
    const changed = of(now.current.value);
    now.current = { ...now.current, value: changed };
    now.current.onChange(changed);
  }
  const update = (key: number, changes: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const dismiss = (key: number) => setUploads((all) => all.filter((one) => one.key !== key));

  async function upload({ key, file }: Pick<Upload, "key" | "file">) {
    const signal = leave.current?.signal;
    if (signal?.aborted) return;
    try {
      const body = await prepare(file);
      if ("why" in body) {
        update(key, { error: body.why });
        return;
      }
      const made = await send(body, file, {
        onProgress: (share) => update(key, { share }),
        ...(signal ? { signal } : {}),
      });
      dismiss(key);
      change((all) => (replaces ? [made] : all.includes(made) ? [...all] : [...all, made]));
    } catch (error) {
      if (signal?.aborted) return;
      const words = errorText(error, t, { inPlace: true });
      if (words === null) dismiss(key);
      else update(key, { error: words });
    }
  }
  const enqueue = (one: Pick<Upload, "key" | "file">) => {
    line.current = line.current.then(() => upload(one));
  };
  const waiting = uploads.filter((one) => one.error === undefined).length;

  function add(files: readonly File[]) {
    const room = replaces ? 1 : max - now.current.value.length - waiting;
    setProblem(files.length > room ? tooMany : undefined);
    const queue = files
      .slice(0, Math.max(0, room))
      .map((file) => ({ file, key: ++next.current, share: 0 }));
    setUploads((all) => [...all, ...queue]);
    queue.forEach(enqueue);
  }

  function again({ key, file }: Upload) {
    setUploads((all) => all.map((one) => (one.key === key ? { key, file, share: 0 } : one)));
    enqueue({ key, file });
  }

  /** Removes refused files from the list. */
  function forget() {
    setProblem(undefined);
    setUploads((all) => all.filter((one) => one.error === undefined));
  }

  return {
    uploads,
    /** More files were chosen than there is room for. */
    problem,
    add,
    again,
    dismiss,
    forget,
    change,
    full: !replaces && value.length + waiting >= max,
  };
}
