import { useEffect, useRef } from "react";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate } from "../../../../lib/words";
import { PhotoPicker } from "../../../../shop/photos/PhotoPicker";
import { Card } from "../../../../ui/Card";
import { Fold } from "../../../../ui/Fold";
import { Picture } from "../../../../ui/Picture";
import { Select } from "../../../../ui/Select";
import { Stepper } from "../../../../ui/Stepper";
import { TextArea } from "../../../../ui/TextArea";
import { VariantName } from "../../../../ui/VariantName";
import type { Returnable, ReturnableItem } from "../api";
import {
  amountOf,
  type Draft,
  type DraftItem,
  deadlineOf,
  emptyItem,
  isPossible,
  type Problems,
  reasonsOf,
  shareOf,
} from "../model";
import { useDeadlineText } from "../useDeadlineText";

export interface ItemsStepProps {
  offer: Returnable;
  draft: Draft;
  change: (next: (now: Draft) => Draft) => void;
  problems: Problems;
}

/** The items to return: quantity, reason, comment and photos. */
export function ItemsStep({ offer, draft, change, problems }: ItemsStepProps) {
  const { t } = useTranslation();
  const refused = offer.items.filter((line) => !isPossible(line));
  const choice = (line: ReturnableItem) => (
    <ItemChoice
      key={line.line_id}
      offer={offer}
      line={line}
      item={draft.items[line.line_id] ?? emptyItem}
      problems={problems[line.line_id] ?? {}}
      change={(changes) =>
        change((now) => ({
          ...now,
          items: {
            ...now.items,
            [line.line_id]: { ...(now.items[line.line_id] ?? emptyItem), ...changes },
          },
        }))
      }
    />
  );
  return (
    <div className="flex flex-col gap-3">
      <ul className="flex flex-col gap-3">{offer.items.filter(isPossible).map(choice)}</ul>
      {refused.length > 0 && (
        // Collapsed, because none of these items can be returned; open if there are no other items.
        <Fold
          title={t("returns:not_possible", { count: shareOf({ items: refused }).all })}
          as="h3"
          open={refused.length === offer.items.length}
        >
          <ul className="flex flex-col gap-3">{refused.map(choice)}</ul>
        </Fold>
      )}
    </div>
  );
}

interface ItemChoiceProps {
  offer: Returnable;
  line: ReturnableItem;
  item: DraftItem;
  problems: Problems[string];
  change: (changes: Partial<DraftItem>) => void;
}

function ItemChoice({ offer, line, item, problems, change }: ItemChoiceProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const name = line.product.name;
  const possible = isPossible(line);
  const deadline = deadlineOf(offer, line);
  const until = useDeadlineText();
  const reasons = reasonsOf(offer, line.line_id);
  const needed = reasons.find(({ id }) => id === item.reason);
  const length = [...item.comment].length;
  const fields = useRef<HTMLDivElement>(null);
  const show = () => fields.current?.scrollIntoView({ block: "nearest" });
  // Fields that a choice adds open below it, where the bottom bar may cover them.
  const asked = `${item.qty > 0} ${item.reason}`;
  const seen = useRef(asked);
  useEffect(() => {
    if (seen.current !== asked) show();
    seen.current = asked;
  });
  const atMost =
    line.unit_grams > 0
      ? t("returns:at_most_weight", { weight: amountOf(format, line, line.left) })
      : t("returns:at_most", { count: line.left });
  const text = (key: string | undefined) =>
    key && t(key, { len: format.number(offer.max_comment) });
  const comment = (
    <TextArea
      label={t("returns:comment")}
      required={needed?.needs_comment ?? false}
      value={item.comment}
      onValueChange={(words) => change({ comment: words })}
      used={t("returns:used", {
        used: format.number(length),
        most: format.number(offer.max_comment),
      })}
      error={text(length > offer.max_comment ? "returns:too_long" : problems?.comment)}
      rows={3}
    />
  );
  const photos = (
    <PhotoPicker
      label={t("returns:photos")}
      {...(needed?.needs_photo && item.photos.length === 0 && !problems?.photos
        ? { hint: t("returns:photo_needed") }
        : {})}
      value={item.photos}
      max={offer.most_photos}
      onChange={(list) => change({ photos: list })}
      error={text(problems?.photos)}
    />
  );
  return (
    <Card as="li" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start gap-4">
        <Picture
          src={line.product.image.src}
          alt=""
          width={line.product.image.width}
          height={line.product.image.height}
          className="size-16 shrink-0"
        />
        <div className="min-w-0 flex-1 max-sm:basis-[calc(100%-6rem)]">
          <h3 className="font-semibold">
            <Isolate>{name}</Isolate>
            <VariantName>{line.variant_name}</VariantName>
          </h3>
          <p className="text-sm text-muted">
            {line.unit_grams > 0
              ? `${amountOf(format, line)} × ${format.money(line.unit_price, offer.currency, line.unit_grams)}`
              : t("returns:bought", {
                  count: line.qty,
                  price: format.money(line.unit_price, offer.currency),
                })}
          </p>
          {possible && line.left < line.qty && <p className="text-sm">{atMost}</p>}
          {line.why_not && <p className="text-sm text-muted">{line.why_not}</p>}
          {line.note && (
            <p className="text-sm text-muted">
              <Isolate>{line.note}</Isolate>
            </p>
          )}
          {possible && deadline && <p className="text-sm text-muted">{until(deadline)}</p>}
        </div>
        {possible && (
          <Stepper
            value={Math.min(item.qty, line.left)}
            max={line.left}
            onChange={(qty) => change({ qty })}
            format={(qty) => amountOf(format, line, qty)}
            atMax={atMost}
            labels={{
              add: t("returns:give_back"),
              addThing: t("returns:give_back_thing", { name }),
              quantity: t("returns:quantity_of", { name }),
              more: t("returns:one_more"),
              less: t("returns:one_less"),
              remove: t("returns:keep_it"),
            }}
          />
        )}
      </div>
      {possible && item.qty > 0 && (
        <div ref={fields} className="flex flex-col gap-4 border-t border-line pt-4">
          <Select
            label={t("returns:reason")}
            placeholder={t("returns:choose_reason")}
            value={item.reason}
            onValueChange={(id) => change({ reason: id })}
            required
            error={text(problems?.reason)}
            className="max-w-md"
            options={reasons.map(({ id, name: label }) => ({ value: id, label }))}
          />
          {needed?.needs_comment && comment}
          {needed?.needs_photo && photos}
          {needed && !(needed.needs_comment && needed.needs_photo) && (
            <Fold
              boxed
              onToggle={() => fields.current?.contains(document.activeElement) && show()}
              title={
                <>
                  {t(
                    needed.needs_comment
                      ? "returns:add_photos"
                      : needed.needs_photo
                        ? "returns:add_comment"
                        : "returns:add_both",
                  )}
                  <span className="text-sm font-normal text-muted"> {t("returns:optional")}</span>
                </>
              }
              open={
                (!needed.needs_comment && item.comment !== "") ||
                (!needed.needs_photo && item.photos.length > 0)
              }
            >
              {!needed.needs_comment && comment}
              {!needed.needs_photo && photos}
            </Fold>
          )}
        </div>
      )}
    </Card>
  );
}
