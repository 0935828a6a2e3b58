import { useFields } from "../../../../api/useFields";
import { useTryKey } from "../../../../api/useTryKey";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { PhotoPicker } from "../../../../shop/photos/PhotoPicker";
import type { Photo } from "../../../../shop/photos/usePhotos";
import { Badge } from "../../../../ui/Badge";
import { cx } from "../../../../ui/cx";
import { TextArea } from "../../../../ui/TextArea";
import type { Ticket, TicketMessage } from "../api";
import { SendButton } from "./SendButton";

export const stateTone = { open: "neutral", answered: "good", closed: "ink" } as const;

/** The state of a ticket, in a word. */
export function StateBadge({ ticket }: { ticket: Pick<Ticket, "state" | "state_label"> }) {
  return <Badge tone={stateTone[ticket.state]}>{ticket.state_label}</Badge>;
}

/** All messages, oldest first. Those of `mine` are at the end of the line. */
export function Messages({
  messages,
  mine,
}: {
  messages: readonly TicketMessage[];
  mine: "customer" | "staff";
}) {
  const { t } = useTranslation("support");
  const { dayTime } = useFormat();
  return (
    <ol className="flex flex-col gap-3" aria-label={t("messages")}>
      {messages.map((one) => (
        <li
          key={one.seq}
          className={cx(
            "flex max-w-[85%] flex-col gap-1 rounded-card p-3",
            one.author === "note" && "self-stretch border border-line bg-saffron-soft",
            one.author === mine && "self-end bg-go-soft",
            one.author !== mine && one.author !== "note" && "self-start bg-tint",
          )}
        >
          <p className="text-sm">
            <bdi className="font-medium">
              {one.name || t(mine === "customer" ? "you" : "customer")}
            </bdi>
            {one.author === "note" && <span> · {t("note")}</span>}
            <span> · {dayTime(Date.parse(one.at))}</span>
          </p>
          {one.text && (
            <p dir="auto" className="break-words whitespace-pre-wrap">
              {one.text}
            </p>
          )}
          {one.photos.length > 0 && (
            <ul className="flex flex-wrap gap-2">
              {one.photos.map((photo, place) => (
                <li key={photo.id}>
                  <a href={photo.src} target="_blank" rel="noreferrer">
                    <img
                      src={photo.src}
                      alt={t("photo", { number: place + 1 })}
                      width={96}
                      height={96}
                      loading="lazy"
                      className="size-24 rounded-control object-cover"
                    />
                  </a>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}

const blankReply = { text: "", photos: [] as Photo[] };

/** A reply, with photos where they are allowed. The input stays after a refusal. */
export function ReplyForm({
  send,
  withPhotos,
}: {
  /** The key stays the same until the server has answered. */
  send: (text: string, photos: string[], key: string) => Promise<unknown>;
  withPhotos: boolean;
}) {
  const { t } = useTranslation("support");
  const keys = useTryKey();
  const form = useFields(blankReply, ({ text, photos }) => ({
    text: text.trim() === "" && photos.length === 0 ? t("required") : undefined,
  }));

  async function reply() {
    const { text, photos } = form.values;
    const ids = photos.map(({ id }) => id);
    await send(text, ids, keys.of([text, ids]));
    keys.answered();
    form.reset(blankReply);
  }
  return (
    <form
      ref={form.ref}
      onSubmit={form.submit(reply, { failed: keys.answered })}
      noValidate
      className="flex flex-col gap-4"
    >
      <TextArea {...form.field("text")} label={t("reply")} maxLength={4000} />
      {withPhotos && (
        <PhotoPicker
          label={t("photos")}
          optionalLabel={t("optional")}
          value={form.values.photos}
          max={4}
          onChange={(photos) => form.set({ photos })}
          error={form.error("photos")}
        />
      )}
      <SendButton failure={form.elsewhere} busy={form.busy} />
    </form>
  );
}
