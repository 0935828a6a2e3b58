import { useInfiniteQuery } from "@tanstack/react-query";
import { itemsOf } from "../../../api/query";
import { BranchSelect } from "../../../backoffice/BranchSelect";
import { NextPart } from "../../../backoffice/NextPart";
import { useNavigate } from "../../../lib/history";
import { definePage, usePage } from "../../../lib/page";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { EmptyState } from "../../../ui/EmptyState";
import { LoadedList } from "../../../ui/LoadedList";
import { Select } from "../../../ui/Select";
import { ratingsList } from "./api";
import { RatingCard } from "./components/RatingCard";

const states = ["", "waiting", "visible", "hidden"] as const;
const kinds = ["", "branch", "product"] as const;

/** What customers said of our branches and what they sold: to be answered, and hidden where it must. */
function RatingsPage() {
  const { t } = useTranslation("ratings");
  const { query, path } = usePage();
  const navigate = useNavigate();
  const scope = useScope();
  const filters = {
    branch_id: query.get("branch_id"),
    stars: query.get("stars"),
    state: query.get("state"),
    kind: query.get("kind"),
  };
  const list = useInfiniteQuery(ratingsList(scope, filters));
  const choose = (changes: Partial<typeof filters>) =>
    navigate(path + query.with(changes).toString(), { replace: true });
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-4">
      <h1 className="text-2xl font-bold">{t("title")}</h1>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <BranchSelect
          label={t("branch")}
          all={t("all_branches")}
          value={filters.branch_id}
          onChange={(branch_id) => choose({ branch_id })}
        />
        <Select
          label={t("state")}
          value={filters.state}
          onValueChange={(state) => choose({ state })}
          options={states.map((one) => ({ value: one, label: t(`state_${one || "all"}`) }))}
        />
        <Select
          label={t("kind")}
          value={filters.kind}
          onValueChange={(kind) => choose({ kind })}
          options={kinds.map((one) => ({ value: one, label: t(`kind_${one || "all"}`) }))}
        />
        <Select
          label={t("with_stars")}
          value={filters.stars}
          onValueChange={(stars) => choose({ stars })}
          options={[
            { value: "", label: t("any_stars") },
            ...[5, 4, 3, 2, 1].map((stars) => ({
              value: String(stars),
              label: t("stars", { count: stars }),
            })),
          ]}
        />
      </div>
      <LoadedList
        query={list}
        items={itemsOf(list)}
        texts="ratings"
        skeleton={["h-40", "h-40", "h-40"]}
        empty={<EmptyState icon="star" title={t("empty")} text={t("empty_text")} />}
        row={(one) => (
          <RatingCard key={one.version} rating={one} onChanged={() => void list.refetch()} />
        )}
      />
      <NextPart list={list} />
    </div>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("ratings:title") }),
  Component: RatingsPage,
});
