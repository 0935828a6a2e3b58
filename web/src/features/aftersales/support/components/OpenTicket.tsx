import { type ReactNode, useState } from "react";
import { useFields } from "../../../../api/useFields";
import { useTryKey } from "../../../../api/useTryKey";
import { useTranslation } from "../../../../lib/translation";
import { PhotoPicker } from "../../../../shop/photos/PhotoPicker";
import type { Photo } from "../../../../shop/photos/usePhotos";
import { openTicket } from "../../../../shop/support/tickets";
import { Chip } from "../../../../ui/Chip";
import { FieldGroup } from "../../../../ui/FieldGroup";
import { Select } from "../../../../ui/Select";
import { TextArea } from "../../../../ui/TextArea";
import { TextInput } from "../../../../ui/TextInput";
import { categories, type Ticket } from "../api";
import { type Asked, called, type Trouble, troubles, troublesOf } from "../troubles";
import { SendButton } from "./SendButton";

/** A new ticket, about an order if one is given. The input stays after a refusal. */
export function OpenTicket({
  order,
  asked,
  about,
  sooner,
  written,
  onOpened,
}: {
  order: string;
  /** The order's state; undefined while it is not known. */
  asked: Asked | undefined;
  /** The order, shown above the list of problems. */
  about: ReactNode;
  /** Help with the problem that is faster than a conversation. */
  sooner: (trouble: Trouble) => ReactNode;
  /** A complete message about the problem, for the customer to edit. */
  written: (trouble: Trouble) => string;
  onOpened: (ticket: Ticket) => void;
}) {
  const { t } = useTranslation("support");
  const gap = (text: string) => (text.trim() === "" ? t("required") : undefined);
  const keys = useTryKey();
  const form = useFields(
    {
      trouble: null as Trouble | "other" | null,
      subject: "",
      category: order === "" ? "other" : "order",
      text: "",
      photos: [] as readonly Photo[],
    },
    ({ trouble, subject, text }) => ({
      trouble: order !== "" && trouble === null ? t("required") : undefined,
      subject: order === "" || trouble === "other" ? gap(subject) : undefined,
      text: gap(text),
    }),
  );
  const chosen = form.values.trouble;
  const trouble = chosen === null || chosen === "other" ? chosen : called(chosen, asked);

  const [said, setSaid] = useState("");
  function choose(name: Trouble | "other") {
    const next = name === "other" ? "" : written(name);
    // Text that the customer typed stays.
    const own = form.values.text.trim() !== "" && form.values.text !== said;
    form.set({ trouble: name, ...(own ? {} : { text: next }) });
    setSaid(next);
    if (name !== "other") {
      form.ref.current?.querySelector<HTMLElement>('[name="text"]')?.focus();
    }
  }

  async function open() {
    const { subject, category, text, photos } = form.values;
    const body = {
      // The chosen problem determines the category, and is the subject.
      ...(trouble === null || trouble === "other"
        ? { subject, category }
        : { subject: t(`trouble_${trouble}`), category: troubles[trouble] }),
      text,
      photos: photos.map(({ id }) => id),
      ...(order === "" ? {} : { order_id: order }),
    };
    onOpened(await openTicket(body, keys.of(body)));
  }
  return (
    <form
      ref={form.ref}
      onSubmit={form.submit(open, { leaves: true, failed: keys.answered })}
      noValidate
      className="flex flex-col gap-4"
    >
      {order !== "" && (
        <>
          {about}
          <FieldGroup label={t("trouble")} error={form.error("trouble")}>
            <div className="flex flex-wrap gap-2">
              {([...troublesOf(asked), "other"] as const).map((name) => (
                <Chip
                  key={name}
                  label={t(name === "other" ? "category_other" : `trouble_${name}`)}
                  selected={name === trouble}
                  onPress={() => choose(name)}
                />
              ))}
            </div>
          </FieldGroup>
          {trouble !== null && trouble !== "other" && sooner(trouble)}
        </>
      )}
      {(order === "" || trouble === "other") && (
        <>
          <Select
            {...form.field("category")}
            label={t("category")}
            options={categories.map((value) => ({ value, label: t(`category_${value}`) }))}
          />
          <TextInput
            {...form.field("subject")}
            label={t("subject")}
            required
            maxLength={120}
            autoFocus={trouble === "other"}
          />
        </>
      )}
      <TextArea {...form.field("text")} label={t("text")} required maxLength={4000} />
      <PhotoPicker
        label={t("photos")}
        optionalLabel={t("optional")}
        value={form.values.photos}
        max={4}
        onChange={(photos) => form.set({ photos })}
        error={form.error("photos")}
      />
      <SendButton failure={form.elsewhere} busy={form.busy} />
    </form>
  );
}
