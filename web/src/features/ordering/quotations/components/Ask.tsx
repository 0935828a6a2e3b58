import { useQuery } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import type { ProductCard } from "../../../../api/types";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { servicesQuery } from "../../../../shop/branches/api";
import { useCart } from "../../../../shop/cart/useCart";
import { useSelectedService } from "../../../../shop/cart/useShopping";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Card } from "../../../../ui/Card";
import { EmptyState } from "../../../../ui/EmptyState";
import { Section } from "../../../../ui/Section";
import { Select } from "../../../../ui/Select";
import { Skeleton } from "../../../../ui/Skeleton";
import { SkeletonGroup } from "../../../../ui/SkeletonGroup";
import { mostLines, type Wanted, wantedOf, withUnits, withWanted } from "../model";
import { AskForm } from "./AskForm";
import { ProductSearch } from "./ProductSearch";
import { WantedList } from "./WantedList";

/** The fields with an invalid quantity, by line. */
function useWrongLines() {
  const fields = useRef(new Map<string, HTMLElement>());
  const onWrong = useCallback((id: string, field: HTMLElement | null) => {
    if (field) fields.current.set(id, field);
    else fields.current.delete(id);
  }, []);
  const firstWrong = useCallback(() => fields.current.values().next().value, []);
  return { firstWrong, onWrong };
}

/** Requests a quotation for the items of a service's cart, possibly in other quantities; the cart stays as it is. */
export function AskForCart({ service }: { service: string }) {
  const { t } = useTranslation();
  const cart = useCart(service);
  const [units, setUnits] = useState<Record<string, number>>({});
  const { firstWrong, onWrong } = useWrongLines();
  if (!cart.data) {
    return (
      <SkeletonGroup label={t("quotations:loading")}>
        <Skeleton shape="block" className="h-64" />
      </SkeletonGroup>
    );
  }
  const { items, branch } = cart.data;
  if (items.length === 0) {
    return (
      <EmptyState
        icon="cart"
        title={t("basket:empty")}
        text={t("quotations:cart_empty_text")}
        action={
          <ButtonLink to={paths.home} variant="primary">
            {t("basket:start")}
          </ButtonLink>
        }
      />
    );
  }
  const list = wantedOf(items, units);
  return (
    <>
      <Card>
        <Section title={t("quotations:from_cart")} text={branch?.name}>
          <WantedList
            list={list}
            onUnits={(id, qty) => setUnits({ ...units, [id]: qty })}
            onWrong={onWrong}
            keepsLast
          />
          {branch && (
            <ButtonLink to={paths.branch(branch.slug)} icon="plus" size="sm" className="self-start">
              {t("basket:add_more")}
            </ButtonLink>
          )}
        </Section>
      </Card>
      <AskForm
        firstWrong={firstWrong}
        lines={() =>
          // An empty list is not sent, because it would be refused.
          list.length === 0
            ? null
            : {
                service_id: service,
                from_cart: true,
                cart_items: list.map(({ id, qty }) => ({ item_id: id, qty })),
              }
        }
        // The cart may have been changed elsewhere: shows its current content.
        onRefused={() => void cart.refetch()}
      />
    </>
  );
}

/** Requests a quotation for a list that is put together here. */
export function AskForList({ service: first }: { service: string }) {
  const { t } = useTranslation();
  const services = useQuery(servicesQuery(useScope()));
  const selected = useSelectedService();
  const [chosen, setChosen] = useState(first);
  const known = services.data ?? [];
  const service = chosen || selected || known[0]?.id || "";
  const [list, setList] = useState<Wanted[]>([]);
  const [branch, setBranch] = useState<ProductCard["branch"] | null>(null);
  const { firstWrong, onWrong } = useWrongLines();
  const full = list.length >= mostLines;
  function change(next: Wanted[]) {
    setList(next);
    // An empty list can be for any branch again.
    if (next.length === 0) setBranch(null);
  }
  return (
    <>
      <Card>
        <Section title={t("quotations:what")} text={t("quotations:what_text")} className="gap-5">
          {known.length > 1 && (
            <Select
              label={t("quotations:service")}
              value={service}
              onValueChange={(id) => {
                setChosen(id);
                change([]);
              }}
              className="max-w-xs"
              options={known.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
          {!full && (
            <ProductSearch
              service={service}
              branch={branch?.id ?? ""}
              onAdd={(wanted, from) => {
                setBranch((now) => now ?? from);
                change(withWanted(list, wanted));
              }}
            />
          )}
        </Section>
      </Card>
      {list.length > 0 && (
        <Card>
          <Section
            title={t("quotations:list")}
            text={branch ? t("quotations:at_branch", { branch: branch.name }) : undefined}
          >
            <WantedList
              list={list}
              onUnits={(id, qty) => change(withUnits(list, id, qty))}
              onWrong={onWrong}
            />
          </Section>
        </Card>
      )}
      <AskForm
        firstWrong={firstWrong}
        lines={() =>
          list.length === 0
            ? null
            : {
                service_id: service,
                ...(branch ? { branch_id: branch.id } : {}),
                items: list.map(({ id, qty }) => ({ variant_id: id, qty })),
              }
        }
      />
    </>
  );
}
