import { useInfiniteQuery } from "@tanstack/react-query";
import { RecordList } from "../../../../backoffice/RecordList";
import { useBranchFilter } from "../../../../backoffice/useBranchFilter";
import { useListAddress } from "../../../../backoffice/useListAddress";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { type ConsoleRating, ratingsList } from "./api";
import { RatingCard } from "./components/RatingCard";

const states = ["waiting", "visible", "hidden"] as const;
const kinds = ["branch", "product"] as const;

/** Customers' ratings of branches and products: staff answer them, and hide them where necessary. */
function RatingsPage() {
  const { t } = useTranslation("ratings");
  const { branch_id, stars, state, kind } = useListAddress(
    "branch_id",
    "stars",
    "state",
    "kind",
  ).params;
  const list = useInfiniteQuery(ratingsList(useScope(), { branch_id, stars, state, kind }));
  const branch = useBranchFilter(t("branch"), t("all_branches"));
  return (
    <RecordList<ConsoleRating>
      title={t("title")}
      list={list}
      draw={(one) => (
        <RatingCard key={one.version} rating={one} onChanged={() => void list.refetch()} />
      )}
      filters={[
        ...branch,
        {
          name: "state",
          label: t("state"),
          all: t("state_all"),
          options: states.map((value) => ({ value, label: t(`state_${value}`) })),
        },
        {
          name: "kind",
          label: t("kind"),
          all: t("kind_all"),
          options: kinds.map((value) => ({ value, label: t(`kind_${value}`) })),
        },
        {
          name: "stars",
          label: t("with_stars"),
          all: t("any_stars"),
          options: [5, 4, 3, 2, 1].map((count) => ({
            value: String(count),
            label: t("stars", { count }),
          })),
        },
      ]}
      empty={{ icon: "star", title: t("empty"), text: t("empty_text") }}
    />
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("ratings:title") }),
  Component: RatingsPage,
});
