import { useEffect, useRef, useState } from "react";
import { errorText } from "../../api/errors";
import { useTranslation } from "../../lib/translation";
import { lighter } from "../../shop/photos/model";
import { sendPicture } from "./api";
import { refusal } from "./model";

/** One that is on its way, or was refused. */
export interface Sending {
  key: number;
  file: File;
  /** Between 0 and 1. */
  share: number;
  error?: string;
}

/** A photograph of several megabytes need not travel whole; what has a ground to keep goes as it is. */
const heavy = 3 * 1024 * 1024;
const known = (file: File) => refusal(file) !== "wrong_kind";

async function prepared(file: File): Promise<Blob> {
  if (!known(file) && file.type.startsWith("image/") && file.type !== "image/svg+xml") {
    return await lighter(file); // a kind that this browser may read and the server does not
  }
  return file.type === "image/jpeg" && file.size > heavy ? await lighter(file) : file;
}

export interface PicturesOptions {
  value: readonly string[];
  max: number;
  onChange: (value: string[]) => void;
}

/** What PicturePicker does: sends files one after the other and keeps what was refused in sight. */
export function usePictures({ value, max, onChange }: PicturesOptions) {
  const { t } = useTranslation("media");
  const { t: all } = useTranslation();
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const [problem, setProblem] = useState<string>();
  const now = useRef({ value, onChange });
  now.current = { value, onChange };
  const leave = useRef<AbortController | null>(null);
  const next = useRef(0);
  const line = useRef(Promise.resolve());
  useEffect(() => {
    const controller = new AbortController();
    leave.current = controller;
    return () => controller.abort();
  }, []);

  const change = (names: string[]) => {
    now.current.value = names;
    now.current.onChange(names);
  };
  const update = (key: number, changes: Partial<Sending>) =>
    setSending((list) => list.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const dismiss = (key: number) => setSending((list) => list.filter((one) => one.key !== key));

  async function send({ key, file }: Pick<Sending, "key" | "file">) {
    const signal = leave.current?.signal;
    if (signal?.aborted) return;
    try {
      const body = await prepared(file);
      const why = refusal(body);
      if (why !== null) {
        update(key, { error: t(why) });
        return;
      }
      const { name } = await sendPicture(body, {
        name: file.name,
        onProgress: (share) => update(key, { share }),
        ...(signal ? { signal } : {}),
      });
      dismiss(key);
      const { value: names } = now.current;
      if (!names.includes(name)) change(max === 1 ? [name] : [...names, name]);
    } catch (error) {
      if (!signal?.aborted)
        update(key, { error: errorText(error, all, { inPlace: true }) ?? t("failed") });
    }
  }
  const enqueue = (one: Pick<Sending, "key" | "file">) => {
    line.current = line.current.then(() => send(one));
  };

  function add(files: readonly File[]) {
    setProblem(undefined);
    const waiting = sending.filter((one) => one.error === undefined).length;
    const room = max === 1 ? 1 : max - now.current.value.length - waiting;
    if (files.length > room) setProblem(t("too_many", { count: max }));
    const queue = files
      .slice(0, Math.max(0, room))
      .map((file) => ({ file, key: ++next.current, share: 0 }));
    setSending((list) => [...list, ...queue]);
    queue.forEach(enqueue);
  }

  function again(one: Sending) {
    setSending((list) =>
      list.map((other) =>
        other.key === one.key ? { key: one.key, file: one.file, share: 0 } : other,
      ),
    );
    enqueue(one);
  }

  return {
    sending,
    problem,
    add,
    again,
    dismiss,
    busy: sending.some((one) => one.error === undefined),
    full: max > 1 && value.length + sending.filter((one) => one.error === undefined).length >= max,
  };
}
