import { type FormEvent, useRef, useState } from "react";
import { useAction } from "../../../api/useAction";
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
  const form = useRef<HTMLFormElement>(null);
  const [subject, setSubject] = useState("");
  const [category, setCategory] = useState(order === "" ? "other" : "order");
  const [text, setText] = useState("");
  const [photos, setPhotos] = useState<Photo[]>([]);
  const [tried, setTried] = useState(false);
  const { busy, failure, errorOf, run } = useAction();
  const missing = (name: "subject" | "text", value: string) =>
    tried && value.trim() === "" ? t("required") : errorOf(name);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    const gap = subject.trim() === "" ? "subject" : text.trim() === "" ? "text" : "";
    if (gap !== "") {
      form.current?.querySelector<HTMLElement>(`[name="${gap}"]`)?.focus();
      return;
    }
    await run(
      async () => {
        onOpened(
          await openTicket({
            subject,
            category,
            text,
            photos: photos.map(({ id }) => id),
            ...(order === "" ? {} : { order_id: order }),
          }),
        );
      },
      { leaves: true },
    );
  }
  return (
    <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Select
        label={t("category")}
        name="category"
        value={category}
        onValueChange={setCategory}
        options={categories.map((value) => ({ value, label: t(`category_${value}`) }))}
      />
      <TextInput
        label={t("subject")}
        name="subject"
        required
        maxLength={120}
        value={subject}
        onValueChange={setSubject}
        error={missing("subject", subject)}
      />
      <TextArea
        label={t("text")}
        name="text"
        required
        maxLength={4000}
        value={text}
        onValueChange={setText}
        error={missing("text", text)}
      />
      <PhotoPicker
        label={t("photos")}
        optionalLabel={t("optional")}
        value={photos}
        max={4}
        onChange={setPhotos}
        error={errorOf("photos")}
      />
      <SendButton failure={failure} busy={busy} />
    </form>
  );
}
