import { useState } from "react";
import { useFields } from "../../../../../api/useFields";
import { spokenAs } from "../../../../../lib/lang";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Isolate } from "../../../../../lib/words";
import { Badge } from "../../../../../ui/Badge";
import { Button } from "../../../../../ui/Button";
import { Failure } from "../../../../../ui/Failure";
import { Link } from "../../../../../ui/Link";
import { Notice } from "../../../../../ui/Notice";
import { Rating } from "../../../../../ui/Rating";
import { TextArea } from "../../../../../ui/TextArea";
import { TextInput } from "../../../../../ui/TextInput";
import { answerRating, type ConsoleRating, hideRating } from "../api";

/** One rating, with the actions for staff. */
export function RatingCard({
  rating,
  onChanged,
}: {
  rating: ConsoleRating;
  onChanged: () => void;
}) {
  const { t } = useTranslation("ratings");
  const format = useFormat();
  const [doing, setDoing] = useState<"answer" | "hide" | null>(null);
  const hidden = rating.hidden_at !== null;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Rating value={rating.stars} label={t("stars", { count: rating.stars })} />
        <h2 className="font-medium">
          <bdi>{rating.subject.name}</bdi>
        </h2>
        {hidden && <Badge tone="trouble">{t("hidden")}</Badge>}
        {!hidden && rating.answer && <Badge tone="good">{t("answered")}</Badge>}
      </div>
      <p className="text-sm text-muted">
        <bdi>{rating.name || t("somebody")}</bdi> · <Isolate>{rating.branch.name}</Isolate> ·{" "}
        {format.dayTime(Date.parse(rating.created_at))} ·{" "}
        <Link to={`/orders/${rating.order_id}`}>{t("order")}</Link>
        {rating.delivery_stars !== null &&
          ` · ${t("delivery", { value: format.number(rating.delivery_stars) })}`}
      </p>
      {rating.text && (
        <p {...spokenAs(rating.text)} className="w-fit max-w-prose">
          {rating.text}
        </p>
      )}
      {rating.photos.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {rating.photos.map((photo) => (
            <li key={photo.id}>
              <a href={photo.src} target="_blank" rel="noreferrer">
                <img
                  src={photo.src}
                  alt={t("photo")}
                  width={photo.width}
                  height={photo.height}
                  loading="lazy"
                  className="size-20 rounded-control object-cover"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {rating.answer && (
        <div className="rounded-card bg-tint p-3">
          <p className="text-sm text-muted">{t("our_answer")}</p>
          <p {...spokenAs(rating.answer.text)} className="w-fit max-w-prose">
            {rating.answer.text}
          </p>
        </div>
      )}
      {hidden && rating.hidden_reason && (
        <Notice tone="warning" title={t("hidden_because")}>
          <bdi>{rating.hidden_reason}</bdi>
        </Notice>
      )}
      {doing === "answer" && (
        <AnswerForm rating={rating} onDone={onChanged} onCancel={() => setDoing(null)} />
      )}
      {doing === "hide" && (
        <HideForm rating={rating} onDone={onChanged} onCancel={() => setDoing(null)} />
      )}
      {doing === null && (
        <div className="flex flex-wrap gap-2">
          {rating.can_answer && (
            <Button size="sm" icon="chat" onClick={() => setDoing("answer")}>
              {t(rating.answer ? "change_answer" : "answer")}
            </Button>
          )}
          {(rating.can_hide || rating.can_show) && (
            <Button size="sm" variant="plain" icon="eye" onClick={() => setDoing("hide")}>
              {t(rating.can_show ? "show" : "hide")}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

interface FormProps {
  rating: ConsoleRating;
  onDone: () => void;
  onCancel: () => void;
}

function AnswerForm({ rating, onDone, onCancel }: FormProps) {
  const { t } = useTranslation("ratings");
  const form = useFields({ text: rating.answer?.text ?? "" });
  const { text } = form.values;
  const send = async () => {
    await answerRating(rating, text.trim());
    onDone();
  };
  return (
    <form ref={form.ref} onSubmit={form.submit(send)} className="flex flex-col gap-2">
      <TextArea
        {...form.field("text")}
        label={t("our_answer")}
        hint={t("answer_hint")}
        maxLength={1000}
        rows={3}
        dir="auto"
        autoFocus
      />
      <Failure of={form.elsewhere} />
      <div className="flex gap-2">
        <Button
          type="submit"
          size="sm"
          variant="primary"
          loading={form.busy}
          disabled={text.trim() === "" && rating.answer === null}
        >
          {t(text.trim() === "" ? "take_back" : "send")}
        </Button>
        <Button size="sm" variant="plain" onClick={onCancel}>
          {t("cancel")}
        </Button>
      </div>
    </form>
  );
}

function HideForm({ rating, onDone, onCancel }: FormProps) {
  const { t } = useTranslation("ratings");
  const hide = rating.hidden_at === null;
  const form = useFields({ reason: "" });
  const { reason } = form.values;
  const send = async () => {
    await hideRating(rating, hide, reason.trim());
    onDone();
  };
  return (
    <form ref={form.ref} onSubmit={form.submit(send)} className="flex flex-col gap-2">
      <TextInput
        {...form.field("reason")}
        label={t(hide ? "why_hide" : "why_show")}
        hint={t("why_hint")}
        maxLength={500}
        required
        dir="auto"
        autoFocus
      />
      <Failure of={form.elsewhere} />
      <div className="flex gap-2">
        <Button
          type="submit"
          size="sm"
          variant={hide ? "danger" : "primary"}
          loading={form.busy}
          disabled={reason.trim() === ""}
        >
          {t(hide ? "hide" : "show")}
        </Button>
        <Button size="sm" variant="plain" onClick={onCancel}>
          {t("cancel")}
        </Button>
      </div>
    </form>
  );
}
