import { type FormEvent, useRef, useState } from "react";
import { ApiError } from "../../../api/errors";
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
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const refused = failure instanceof ApiError ? failure : null;
  const errorOf = (name: "subject" | "text", value: string) =>
    tried && value.trim() === "" ? t("required") : (refused?.field(name) ?? undefined);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    const gap = subject.trim() === "" ? "subject" : text.trim() === "" ? "text" : "";
    if (gap !== "") {
      form.current?.querySelector<HTMLElement>(`[name="${gap}"]`)?.focus();
      return;
    }
    setBusy(true);
    setFailure(null);
    try {
      onOpened(
        await openTicket({
          subject,
          category,
          text,
          photos: photos.map(({ id }) => id),
          ...(order === "" ? {} : { order_id: order }),
        }),
      );
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
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
        error={errorOf("subject", subject)}
      />
      <TextArea
        label={t("text")}
        name="text"
        required
        maxLength={4000}
        value={text}
        onValueChange={setText}
        error={errorOf("text", text)}
      />
      <PhotoPicker
        label={t("photos")}
        optionalLabel={t("optional")}
        value={photos}
        max={4}
        onChange={setPhotos}
        error={refused?.field("photos") ?? undefined}
      />
      <SendButton failure={failure} busy={busy} />
    </form>
  );
}
