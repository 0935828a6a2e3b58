import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { errorText } from "../../../../api/errors";
import { useLocation, useNavigate } from "../../../../lib/history";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Query } from "../../../../lib/url";
import { tellCart } from "../../../../shop/cart/notification";
import { choose, most } from "../../../../shop/comparison/chosen";
import { Button } from "../../../../ui/Button";
import { Dialog } from "../../../../ui/Dialog";
import { EmptyState } from "../../../../ui/EmptyState";
import { ErrorState } from "../../../../ui/ErrorState";
import { Skeleton } from "../../../../ui/Skeleton";
import { SkeletonGroup } from "../../../../ui/SkeletonGroup";
import { Switch } from "../../../../ui/Switch";
import { comparisonQuery } from "../api";
import { sharePath, slugsOf } from "../model";
import { AddProduct } from "./AddProduct";
import { ComparisonTable } from "./ComparisonTable";

export interface ComparisonDialogProps {
  products: string[];
  close: () => void;
}

/** Products side by side, with their differences first. The URL holds the compared products. */
export default function ComparisonDialog({ products, close }: ComparisonDialogProps) {
  const { t } = useTranslation();
  const scope = useScope();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const inAddress = new Query(search).get("compare");
  const slugs = slugsOf(inAddress || products.join(","), most);
  const [onlyDifferences, setOnlyDifferences] = useState(false);
  const list = useQuery(comparisonQuery(scope, slugs));
  const shown = list.data?.filter((one) => slugs.includes(one.slug) || slugs.includes(one.id));

  // The bar below shows the products compared here.
  useEffect(() => {
    if (!list.data || list.isPlaceholderData || list.data.length === 0) return;
    choose(
      list.data.map(({ slug, name, image, service }) => ({
        slug,
        name,
        src: image.src,
        service: service.id,
      })),
    );
  }, [list.data, list.isPlaceholderData]);

  function show(next: readonly string[]) {
    navigate(pathname + new Query(search).with({ compare: next.join(",") || null }), {
      replace: true,
      state: { keepScroll: true },
    });
  }
  function leave() {
    show([]);
    close();
  }
  function remove(slug: string) {
    const left = slugs.filter((one) => one !== slug);
    if (left.length > 0) {
      show(left);
      return;
    }
    choose([]);
    leave();
  }
  async function share() {
    const url = location.origin + sharePath(slugs);
    try {
      if (navigator.share) await navigator.share({ url, title: t("comparing:title") });
      else {
        await navigator.clipboard.writeText(url);
        tellCart({ text: t("comparing:copied"), tone: "success", icon: "link" });
      }
    } catch {
      // The visitor cancelled sharing, or it is not allowed: the address bar has the same link.
    }
  }

  const adding = slugs.length < most && (
    <AddProduct
      base={shown?.[0]?.slug ?? slugs[0] ?? ""}
      taken={slugs}
      onAdd={(slug) => show([...slugs, slug])}
      alone={shown?.length === 1}
    />
  );
  return (
    <Dialog
      open
      onClose={leave}
      title={t("comparing:title")}
      closeLabel={t("comparing:close")}
      size="lg"
    >
      {list.isError && !shown ? (
        <ErrorState
          title={t("comparing:failed")}
          text={errorText(list.error, t, { inPlace: true }) ?? undefined}
          retryLabel={t("comparing:retry")}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      ) : !shown ? (
        <SkeletonGroup label={t("comparing:loading")} className="grid grid-cols-2 gap-4">
          <Skeleton shape="tile" />
          <Skeleton shape="tile" />
          <Skeleton shape="block" className="col-span-2 h-64" />
        </SkeletonGroup>
      ) : shown.length === 0 ? (
        <EmptyState
          icon="compare"
          title={t("comparing:gone")}
          text={t("comparing:gone_text")}
          action={<Button onClick={leave}>{t("comparing:close")}</Button>}
        />
      ) : (
        <div className="flex flex-col gap-4">
          <div className="flex flex-wrap items-center justify-between gap-x-6">
            <Switch
              label={t("comparing:only_differences")}
              checked={onlyDifferences}
              onCheckedChange={setOnlyDifferences}
              disabled={shown.length < 2}
            />
            <Button size="sm" icon="share" onClick={() => void share()}>
              {t("comparing:share")}
            </Button>
          </div>
          {/* With a single product, the search for another one comes first. */}
          {shown.length === 1 && adding}
          <ComparisonTable
            products={shown}
            onlyDifferences={onlyDifferences && shown.length > 1}
            onRemove={remove}
          />
          {shown.length > 1 && adding}
        </div>
      )}
    </Dialog>
  );
}
