import { useFields } from "../../../api/useFields";
import { useTranslation } from "../../../lib/translation";
import { PhotoPicker } from "../../../shop/photos/PhotoPicker";
import type { Photo } from "../../../shop/photos/usePhotos";
import { Select } from "../../../ui/Select";
import { TextArea } from "../../../ui/TextArea";
import { TextInput } from "../../../ui/TextInput";
import { categories, openTicket, type Ticket } from "../api";
import { SendButton } from "./SendButton";

/** A new ticket, about an order where one is named. What is typed stays on a refusal. */
export function OpenTicket({
  order,
  onOpened,
}: {
  order: string;
  onOpened: (ticket: Ticket) => void;
}) {
  const { t } = useTranslation("support");
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
