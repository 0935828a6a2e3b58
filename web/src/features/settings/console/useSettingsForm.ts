import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useDeferredValue, useRef, useState } from "react";
import { ApiError } from "../../../api/errors";
import { useAction } from "../../../api/useAction";
import { useScope } from "../../../lib/scope";
import { effectQuery, type Setting } from "./api";
import { toasts } from "./toasts";

/** What every form of settings has, whatever it is about. */
export type SettingsForm = Pick<
  ReturnType<typeof useSettingsForm>,
  "form" | "busy" | "failure" | "submit" | "unclear" | "invalid"
>;

/** A form of settings: what is typed, what it would come to, and saving it. */
export function useSettingsForm<Saved, Sent extends object, Draft>(
  setting: Setting<Saved, Sent>,
  saved: Saved,
  initial: Draft,
  bodyOf: (draft: Draft) => Sent,
) {
  const scope = useScope();
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(initial);
  const { busy, failure, run, forget } = useAction();
  const effect = useQuery(effectQuery(scope, setting, bodyOf(useDeferredValue(draft))));
  const server = failure instanceof ApiError ? failure : null;

  async function submit(event: FormEvent) {
    event.preventDefault();
    await run(
      async () => {
        const { data, message } = await setting.send(bodyOf(draft));
        client.setQueryData(setting.query(scope).queryKey, data);
        toasts.show({ text: message, tone: "success" });
      },
      {
        failed: () => {
          // Where the first wrong field is.
          requestAnimationFrame(() =>
            form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
          );
        },
      },
    );
  }
  return {
    form,
    draft,
    busy,
    failure,
    submit,
    /** What the form comes to as it is; the last saved while it is wrong or on its way. */
    effect: effect.data ?? saved,
    /** What is typed cannot be saved as it is. */
    unclear: effect.isError,
    error: (field: string) => server?.field(field) ?? undefined,
    invalid: server?.status === 422,
    set: (next: Draft) => {
      setDraft(next);
      forget();
    },
  };
}
