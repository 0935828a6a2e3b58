import { useEffect, useRef, useState } from "react";
import { errorText } from "../../api/errors";
import { useTranslation } from "../../lib/translation";
import { sendPhoto, takeBackPhoto } from "./api";
import { lighter, refusal } from "./model";

/** A photo as a form keeps it. */
export interface Photo {
  id: string;
  src: string;
}

/** One that is on its way. */
export interface Sending {
  key: number;
  /** Between 0 and 1. */
  share: number;
}

export interface PhotosOptions {
  value: readonly Photo[];
  max: number;
  onChange: (value: Photo[]) => void;
}

/** What PhotoPicker does: sends chosen files one after the other, and takes photos back. */
export function usePhotos({ value, max, onChange }: PhotosOptions) {
  const { t } = useTranslation();
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const now = useRef({ value, onChange });
  now.current = { value, onChange };
  const mine = useRef(new Set<string>());
  const leave = useRef<AbortController | null>(null);
  const next = useRef(0);
  useEffect(() => {
    const controller = new AbortController();
    leave.current = controller;
    return () => controller.abort();
  }, []);

  const say = (text: string | null) =>
    setProblems((all) => (text === null || all.includes(text) ? all : [...all, text]));
  const change = (photos: Photo[]) => {
    now.current.value = photos;
    now.current.onChange(photos);
  };

  async function send(file: File, key: number) {
    const signal = leave.current?.signal;
    try {
      const made = await lighter(file);
      const why = refusal(made);
      if (why !== null) {
        say(t(`photos:${why}`));
        return;
      }
      const progress = (share: number) =>
        setSending((all) => all.map((one) => (one.key === key ? { ...one, share } : one)));
      const { id, src } = await sendPhoto(made, {
        onProgress: progress,
        ...(signal ? { signal } : {}),
      });
      mine.current.add(id);
      change([...now.current.value, { id, src }]);
    } catch (error) {
      if (!signal?.aborted) say(errorText(error, t, { inPlace: true }));
    } finally {
      setSending((all) => all.filter((one) => one.key !== key));
    }
  }

  async function add(files: readonly File[]) {
    setProblems([]);
    const room = max - value.length - sending.length;
    if (files.length > room) say(t("photos:too_many", { count: max }));
    const queue = files.slice(0, Math.max(0, room)).map((file) => ({ file, key: ++next.current }));
    setSending((all) => [...all, ...queue.map(({ key }) => ({ key, share: 0 }))]);
    for (const { file, key } of queue) await send(file, key);
  }

  function remove(photo: Photo) {
    setProblems([]);
    change(now.current.value.filter((one) => one.id !== photo.id));
    // Only what was sent here and so belongs to nothing yet; left alone it would go after a day.
    if (mine.current.delete(photo.id)) takeBackPhoto(photo.id).catch(() => {});
  }

  return {
    sending,
    problem: problems.join(" ") || undefined,
    add,
    remove,
    full: value.length + sending.length >= max,
  };
}
