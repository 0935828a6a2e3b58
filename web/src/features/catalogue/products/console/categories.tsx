import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAction } from "../../../../api/useAction";
import { meQuery } from "../../../../backoffice/me";
import { nameIn } from "../../../../backoffice/nameIn";
import { toasts } from "../../../../backoffice/toasts";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate } from "../../../../lib/words";
import { Badge } from "../../../../ui/Badge";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Card } from "../../../../ui/Card";
import { Checkbox } from "../../../../ui/Checkbox";
import { EmptyState } from "../../../../ui/EmptyState";
import { IconButton } from "../../../../ui/IconButton";
import { Link } from "../../../../ui/Link";
import { Loaded } from "../../../../ui/Loaded";
import { Notice } from "../../../../ui/Notice";
import { ToastRegion } from "../../../../ui/ToastRegion";
import { type Category, categoriesQuery, choicesQuery, forget, moveCategory } from "./api";

/** The category tree of each service, in the customers' order. */
function CategoriesPage() {
  const { t } = useTranslation("catalogue");
  const { t: kit } = useTranslation("backoffice");
  const { number } = useFormat();
  const scope = useScope();
  const asked = useQuery(categoriesQuery(scope));
  const services = useQuery(choicesQuery(scope)).data?.services ?? [];
  const may = useQuery(meQuery(scope)).data?.capabilities.includes("categories.edit") === true;
  const client = useQueryClient();
  const { busy, problem, run } = useAction();
  const [archived, setArchived] = useState(false);
  const name = (one: Category) => nameIn(scope.lang, one);

  /** Moves a category one place up or down among its siblings. */
  function move(all: readonly Category[], one: Category, by: -1 | 1) {
    const beside = all.filter(
      (o) => o.service_id === one.service_id && o.parent_id === one.parent_id && !o.archived,
    );
    const at = beside.findIndex(({ id }) => id === one.id);
    const before = by < 0 ? beside[at - 1] : beside[at + 2];
    if (by < 0 && !before) return;
    void run(async () => {
      await moveCategory(one.id, one.parent_id ?? "", before?.id ?? "");
      await forget(client, "categories");
    });
  }
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-4">
      <div className="flex min-h-12 flex-wrap items-center gap-3">
        <h1 className="text-2xl font-bold">{t("categories")}</h1>
        {may && (
          <ButtonLink to="/categories/new" variant="primary" icon="plus" className="ms-auto">
            {t("new_category")}
          </ButtonLink>
        )}
      </div>
      {problem && (
        <Notice tone="trouble" live>
          {problem}
        </Notice>
      )}
      <Loaded query={asked} texts="backoffice" skeleton={["h-14", "h-14", "h-14", "h-14"]}>
        {(all) => {
          const shown = all.filter((one) => archived || !one.archived);
          return (
            <>
              {all.some((one) => one.archived) && (
                <Checkbox
                  label={t("with_archived")}
                  checked={archived}
                  onCheckedChange={setArchived}
                />
              )}
              {shown.length === 0 && (
                <EmptyState icon="grid" title={t("no_categories")} text={t("no_categories_text")} />
              )}
              {services.map((service) => {
                const theirs = shown.filter(({ service_id }) => service_id === service.id);
                if (theirs.length === 0) return null;
                return (
                  <Card key={service.id} as="section" aria-label={service.name}>
                    <h2 className="mb-2 text-lg font-semibold">
                      <Isolate>{service.name}</Isolate>
                    </h2>
                    <ul className="flex flex-col">
                      {theirs.map((one) => (
                        <li
                          key={one.id}
                          className="relative flex min-h-14 items-center gap-3 border-t border-line py-1 hover:bg-tint"
                          style={{ paddingInlineStart: `${one.depth * 1.5}rem` }}
                        >
                          {one.image.src && (
                            <img
                              src={one.image.src}
                              alt=""
                              width={40}
                              height={40}
                              loading="lazy"
                              className="size-10 rounded-md bg-tint object-cover"
                            />
                          )}
                          <div className="min-w-0 flex-1">
                            <Link
                              to={`/categories/${encodeURIComponent(one.id)}`}
                              look="cover"
                              className="font-semibold"
                            >
                              <Isolate>{name(one)}</Isolate>
                            </Link>
                            <p className="text-sm text-muted">
                              {t("products_in", { count: one.products, n: number(one.products) })}
                            </p>
                          </div>
                          {one.archived ? (
                            <Badge>{t("state_archived")}</Badge>
                          ) : (
                            !one.active && <Badge>{t("hidden")}</Badge>
                          )}
                          {one.can_archive && (
                            <span className="relative z-10 flex">
                              <IconButton
                                icon="chevron-up"
                                label={t("move_up", { what: name(one) })}
                                disabled={busy}
                                onClick={() => move(all, one, -1)}
                              />
                              <IconButton
                                icon="chevron-down"
                                label={t("move_down", { what: name(one) })}
                                disabled={busy}
                                onClick={() => move(all, one, 1)}
                              />
                            </span>
                          )}
                        </li>
                      ))}
                    </ul>
                  </Card>
                );
              })}
            </>
          );
        }}
      </Loaded>
      <ToastRegion toasts={toasts} label={kit("messages")} closeLabel={kit("close")} />
    </div>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("catalogue:categories"), noIndex: true }),
  Component: CategoriesPage,
});
