import { type ReactNode, useState } from "react";
import { useFields } from "../../../api/useFields";
import { useTranslation } from "../../../lib/translation";
import { PhotoPicker } from "../../../shop/photos/PhotoPicker";
import type { Photo } from "../../../shop/photos/usePhotos";
import { openTicket } from "../../../shop/support/tickets";
import { Chip } from "../../../ui/Chip";
import { FieldGroup } from "../../../ui/FieldGroup";
import { Select } from "../../../ui/Select";
import { TextArea } from "../../../ui/TextArea";
import { TextInput } from "../../../ui/TextInput";
import { categories, type Ticket } from "../api";
import { SendButton } from "./SendButton";

/** What goes wrong with orders, and what each is about; the last has words of its own. */
const troubles = {
  late: "delivery",
  missing: "order",
  wrong: "product",
  damaged: "product",
  other: "order",
} as const;
type Trouble = keyof typeof troubles;

/** A new ticket, about an order where one is named. What is typed stays on a refusal. */
export function OpenTicket({
  order,
  about,
  onOpened,
}: {
  order: string;
  /** That order, as it is shown above what can be wrong with it. */
  about: ReactNode;
  onOpened: (ticket: Ticket) => void;
}) {
  const { t } = useTranslation("support");
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const gap = (text: string) => (text.trim() === "" ? t("required") : undefined);
  const form = useFields(
    {
      subject: "",
      category: order === "" ? "other" : "order",
      text: "",
      photos: [] as readonly Photo[],
    },
    ({ subject, text }) => ({ subject: gap(subject), text: gap(text) }),
  );

  const titleOf = (trouble: Trouble) => (trouble === "other" ? "" : t(`trouble_${trouble}`));
  const names = Object.keys(troubles) as Trouble[];
  function choose(trouble: Trouble) {
    setTrouble(trouble);
    // A title of one's own stays.
    const own = !names.some((name) => titleOf(name) === form.values.subject.trim());
    const subject = own && form.values.subject !== "" ? form.values.subject : titleOf(trouble);
    form.set({ category: troubles[trouble], subject });
    const next = subject === "" ? "subject" : "text";
    form.ref.current?.querySelector<HTMLElement>(`[name="${next}"]`)?.focus();
  }

  async function open() {
    onOpened(
      await openTicket({
        ...form.values,
        photos: form.values.photos.map(({ id }) => id),
        ...(order === "" ? {} : { order_id: order }),
      }),
    );
  }
  return (
    <form
      ref={form.ref}
      onSubmit={form.submit(open, { leaves: true })}
      noValidate
      className="flex flex-col gap-4"
    >
      {order !== "" && (
        <>
          {about}
          <FieldGroup label={t("trouble")}>
            <div className="flex flex-wrap gap-2">
              {names.map((name) => (
                <Chip
                  key={name}
                  label={t(name === "other" ? "category_other" : `trouble_${name}`)}
                  selected={name === trouble}
                  onPress={() => choose(name)}
                />
              ))}
            </div>
          </FieldGroup>
        </>
      )}
      <Select
        {...form.field("category")}
        label={t("category")}
        options={categories.map((value) => ({ value, label: t(`category_${value}`) }))}
      />
      <TextInput {...form.field("subject")} label={t("subject")} required maxLength={120} />
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
