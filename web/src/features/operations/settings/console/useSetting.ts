import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { toasts } from "../../../../backoffice/toasts";
import { type Form, type Labels, useForm } from "../../../../backoffice/useForm";
import { useScope } from "../../../../lib/scope";
import { effectQuery, type Setting } from "./api";

/** One of the settings on the page: its form, and the effect of its current values. */
export interface SettingForm<Saved, Draft extends object> {
  form: Form<Draft>;
  /** The effect of the form's current values; the last saved one while they are invalid or being evaluated. */
  effect: Saved;
  /** The typed values cannot be saved. */
  unclear: boolean;
}

/** The form of a setting, with a preview of its effect during typing. */
export function useSetting<
  Saved extends { version: number },
  Sent extends { version: number },
  Draft extends object,
>(
  setting: Setting<Saved, Sent>,
  saved: Saved,
  how: {
    name: string;
    labels: Labels<Draft>;
    draftOf: (saved: Saved) => Draft;
    bodyOf: (draft: Draft) => Omit<Sent, "version">;
  },
): SettingForm<Saved, Draft> {
  const scope = useScope();
  const client = useQueryClient();
  const body = (draft: Draft, { version }: Saved) => ({ ...how.bodyOf(draft), version }) as Sent;
  const form = useForm<Saved, Draft>({
    name: `settings:${how.name}`,
    record: saved,
    draftOf: (record) => how.draftOf(record ?? saved),
    labels: how.labels,
    save: async (values, record) => {
      const { data, message } = await setting.send(body(values, record ?? saved));
      toasts.show({ text: message, tone: "success" });
      return data;
    },
    onSaved: (data) => client.setQueryData(setting.query(scope).queryKey, data),
  });
  const effect = useQuery(effectQuery(scope, setting, body(useDeferredValue(form.values), saved)));
  return { form, effect: effect.data ?? saved, unclear: effect.isError };
}
