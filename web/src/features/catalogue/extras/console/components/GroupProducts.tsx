import { useAction } from "../../../../../api/useAction";
import { NotAll } from "../../../../../backoffice/NotAll";
import { ProductFinder } from "../../../../../backoffice/ProductFinder";
import { RecordSection } from "../../../../../backoffice/RecordPage";
import { useTranslation } from "../../../../../lib/translation";
import { IconButton } from "../../../../../ui/IconButton";
import { Link } from "../../../../../ui/Link";
import { Notice } from "../../../../../ui/Notice";
import { type Group, spreadGroup } from "../api";

/** The products that use a group; adding or removing one takes effect immediately. */
export function GroupProducts({
  group,
  onSaved,
}: {
  group: Group;
  onSaved: (saved: Group) => void;
}) {
  const { t } = useTranslation("extras");
  const { t: words } = useTranslation("backoffice");
  const action = useAction();
  const ids = group.products.map(({ id }) => id);
  const spread = (add: string[], remove: string[]) =>
    void action.run(async () => onSaved(await spreadGroup(group.id, { add, remove })));
  return (
    <RecordSection title={t("products_of")} text={t("products_text")}>
      {ids.length === 0 ? (
        <p className="text-muted">{t("products_none")}</p>
      ) : (
        <ul className="grid gap-x-4 sm:grid-cols-2">
          {group.products.map(({ id, name }) => (
            <li key={id} className="flex items-center gap-1">
              <Link
                to={`/products/${encodeURIComponent(id)}`}
                className="inline-flex min-h-11 min-w-0 items-center wrap-anywhere"
              >
                <bdi>{name}</bdi>
              </Link>
              {group.can_edit && (
                <IconButton
                  icon="close"
                  label={words("take_off", { name })}
                  disabled={action.busy}
                  onClick={() => spread([], [id])}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {group.more_products && <NotAll />}
      {action.problem && <Notice tone="trouble">{action.problem}</Notice>}
      {group.can_edit && group.state === "used" && (
        <ProductFinder
          bare
          label={words("find_products")}
          store={group.store.id}
          chosen={ids}
          known={group.products}
          busy={action.busy}
          onChange={(next) =>
            spread(
              next.filter((id) => !ids.includes(id)),
              [],
            )
          }
        />
      )}
    </RecordSection>
  );
}
