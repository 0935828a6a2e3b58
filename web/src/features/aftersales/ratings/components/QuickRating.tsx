import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Card } from "../../../../ui/Card";
import { Failure } from "../../../../ui/Failure";
import { Icon } from "../../../../ui/Icon";
import { orderRatingQuery, rateOrder } from "../api";

const all = [1, 2, 3, 4, 5];

/**
 * Rates an order with one press; text and photos can be added later. For an order rated before, a link to the rating.
 */
export function QuickRating({ order }: { order: string }) {
  const { t } = useTranslation();
  const scope = useScope();
  const client = useQueryClient();
  const query = orderRatingQuery(scope, order);
  const rating = useQuery(query).data;
  const save = useMutation({
    mutationFn: (stars: number) => rateOrder(order, { stars, text: "", photos: [], items: [] }),
    onSuccess: (now) => client.setQueryData(query.queryKey, now),
  });
  const given = save.data?.rating?.stars ?? (save.isPending ? save.variables : 0);
  if (!rating) return null;
  if (rating.rating !== null && !save.isSuccess) {
    return (
      <ButtonLink to={paths.rateOrder(order)} icon="star" size="sm" className="self-start">
        {t("opinions:yours")}
      </ButtonLink>
    );
  }
  if (!rating.can_rate) return null;
  return (
    <Card as="section" aria-label={t("opinions:how")} className="flex w-full flex-col">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p role="status" className="font-semibold">
          {t(save.isSuccess ? "opinions:thanks_short" : "opinions:how")}
        </p>
        <div className="-mx-2 flex">
          {all.map((stars) => (
            <button
              key={stars}
              type="button"
              aria-label={`${t("ratings:stars", { count: stars })}: ${t(`opinions:word_${stars}`)}`}
              aria-pressed={save.isSuccess ? stars === given : undefined}
              aria-disabled={save.isPending || save.isSuccess || undefined}
              onClick={() => {
                if (!save.isPending && !save.isSuccess) save.mutate(stars);
              }}
              className="flex size-11 items-center justify-center rounded-full hover:bg-tint"
            >
              <Icon
                name="star"
                size={28}
                filled={stars <= given}
                className={stars <= given ? "animate-pop text-saffron" : "text-control"}
              />
            </button>
          ))}
        </div>
      </div>
      <Failure of={save.error} />
      <ButtonLink
        to={paths.rateOrder(order)}
        variant="plain"
        size="sm"
        className="-ms-3.5 -mb-2 self-start"
      >
        {t(save.isSuccess ? "opinions:more" : "opinions:rate")}
      </ButtonLink>
    </Card>
  );
}
