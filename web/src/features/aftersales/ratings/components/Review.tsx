import { useState } from "react";
import { errorText } from "../../../../api/errors";
import { openDialog } from "../../../../lib/dialogs";
import { spokenAs } from "../../../../lib/lang";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { tellCart } from "../../../../shop/cart/notification";
import { Button } from "../../../../ui/Button";
import { Rating } from "../../../../ui/Rating";
import { type Review as ReviewData, voteReview } from "../api";

/** One customer's review, and the branch's answer. */
export function Review({
  review,
  showBranch,
  voted = false,
}: {
  review: ReviewData;
  showBranch: boolean;
  /** The viewer marked this review as helpful before. */
  voted?: boolean;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <article className="flex flex-col gap-2 border-t border-line py-4 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Rating value={review.stars} label={t("ratings:stars", { count: review.stars })} />
        <h3 className="font-medium">
          <bdi>{review.name || t("ratings:somebody")}</bdi>
        </h3>
        <p className="text-sm text-muted">
          {format.date(Date.parse(review.created_at))}
          {showBranch && <> · {t("ratings:bought_at", { branch: review.branch.name })}</>}
        </p>
      </div>
      {review.text && (
        <p {...spokenAs(review.text)} className="w-fit max-w-prose text-pretty">
          {review.text}
        </p>
      )}
      <Photos photos={review.photos} />
      {review.answer && (
        <div className="rounded-card bg-tint p-3">
          <Answer answer={review.answer} />
        </div>
      )}
      <Helpful review={review} voted={voted} />
    </article>
  );
}

export function Answer({ answer }: { answer: NonNullable<ReviewData["answer"]> }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      <p className="text-sm text-muted">
        {t("ratings:answer_of", { branch: answer.by })} · {format.date(Date.parse(answer.at))}
      </p>
      <p {...spokenAs(answer.text)} className="w-fit max-w-prose">
        {answer.text}
      </p>
    </>
  );
}

/** A review's photos, each linked to its full size. */
export function Photos({ photos }: { photos: ReviewData["photos"] }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (photos.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {photos.map((photo, place) => (
        <li key={photo.id}>
          <a href={photo.src} target="_blank" rel="noreferrer">
            <img
              src={photo.src}
              alt={t("ratings:photo", { number: format.number(place + 1) })}
              width={photo.width}
              height={photo.height}
              loading="lazy"
              className="size-24 rounded-control object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The "Helpful" button, one vote per customer; a second press withdraws the vote. */
function Helpful({ review, voted }: { review: ReviewData; voted: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { session } = useScope();
  const [mine, setMine] = useState<{ helpful: boolean; count: number } | null>(null);
  const count = mine?.count ?? review.helpful;
  const pressed = mine?.helpful ?? voted;
  const send = (helpful: boolean) =>
    void voteReview(review.id, helpful).then(
      (now) => setMine({ helpful, count: now }),
      (error: unknown) => {
        setMine(null);
        tellCart({
          text: errorText(error, t, { inPlace: true }) ?? t("ratings:failed"),
          tone: "trouble",
        });
      },
    );
  function press() {
    if (session === "") {
      openDialog("signIn", { why: "helpful", goOn: () => send(true) });
      return;
    }
    setMine({ helpful: !pressed, count: Math.max(0, count + (pressed ? -1 : 1)) });
    send(!pressed);
  }
  return (
    <div>
      <Button size="sm" variant="plain" icon="check" aria-pressed={pressed} onClick={press}>
        {count > 0 ? t("ratings:helpful_count", { n: format.number(count) }) : t("ratings:helpful")}
      </Button>
    </div>
  );
}
