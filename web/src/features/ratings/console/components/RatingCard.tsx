import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "../../../../api/errors";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Badge } from "../../../../ui/Badge";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import { Link } from "../../../../ui/Link";
import { Notice } from "../../../../ui/Notice";
import { Rating } from "../../../../ui/Rating";
import { TextArea } from "../../../../ui/TextArea";
import { TextInput } from "../../../../ui/TextInput";
import { answerRating, type ConsoleRating, hideRating } from "../api";

/** One rating with what staff can do about it. */
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
    <Card as="article" padding="sm" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Rating value={rating.stars} label={t("stars", { count: rating.stars })} />
        <h2 className="font-medium">
          <bdi>{rating.subject.name}</bdi>
        </h2>
        {hidden && <Badge tone="trouble">{t("hidden")}</Badge>}
        {!hidden && rating.answer && <Badge tone="go">{t("answered")}</Badge>}
      </div>
      <p className="text-sm text-muted">
        <bdi>{rating.name || t("somebody")}</bdi> · {rating.branch.name} ·{" "}
        {format.dayTime(Date.parse(rating.created_at))} ·{" "}
        <Link to={`/orders/${rating.order_id}`}>{t("order")}</Link>
        {rating.delivery_stars !== null &&
          ` · ${t("delivery", { value: format.number(rating.delivery_stars) })}`}
      </p>
      {rating.text && (
        <p dir="auto" className="max-w-prose">
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
          <p dir="auto" className="max-w-prose">
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
          <Button size="sm" icon="chat" onClick={() => setDoing("answer")}>
            {t(rating.answer ? "change_answer" : "answer")}
          </Button>
          <Button size="sm" variant="plain" icon="eye" onClick={() => setDoing("hide")}>
            {t(hidden ? "show" : "hide")}
          </Button>
        </div>
      )}
    </Card>
  );
}

interface FormProps {
  rating: ConsoleRating;
  onDone: () => void;
  onCancel: () => void;
}

function AnswerForm({ rating, onDone, onCancel }: FormProps) {
  const { t } = useTranslation("ratings");
  const { t: all } = useTranslation();
  const [text, setText] = useState(rating.answer?.text ?? "");
  const send = useMutation({
    mutationFn: () => answerRating(rating.id, text.trim()),
    onSuccess: onDone,
  });
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      <TextArea
        label={t("our_answer")}
        hint={t("answer_hint")}
        value={text}
        onValueChange={setText}
        maxLength={1000}
        rows={3}
        dir="auto"
        autoFocus
      />
      {send.isError && (
        <Notice tone="trouble" live>
          {errorText(send.error, all, { inPlace: true })}
        </Notice>
      )}
      <div className="flex gap-2">
        <Button
          type="submit"
          size="sm"
          variant="primary"
          loading={send.isPending}
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
  const { t: all } = useTranslation();
  const [reason, setReason] = useState("");
  const hide = rating.hidden_at === null;
  const send = useMutation({
    mutationFn: () => hideRating(rating.id, hide, reason.trim()),
    onSuccess: onDone,
  });
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      <TextInput
        label={t(hide ? "why_hide" : "why_show")}
        hint={t("why_hint")}
        value={reason}
        onValueChange={setReason}
        maxLength={500}
        required
        dir="auto"
        autoFocus
      />
      {send.isError && (
        <Notice tone="trouble" live>
          {errorText(send.error, all, { inPlace: true })}
        </Notice>
      )}
      <div className="flex gap-2">
        <Button
          type="submit"
          size="sm"
          variant={hide ? "danger" : "primary"}
          loading={send.isPending}
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
