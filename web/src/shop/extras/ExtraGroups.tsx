import { useId } from "react";
import { useTranslation } from "../../lib/translation";
import { useFormat } from "../../lib/useFormat";
import { Words } from "../../lib/words";
import { cx } from "../../ui/cx";
import { Stepper } from "../../ui/Stepper";
import { type Chosen, type Extra, type Group, isOneOf, roomFor, set, unitsOf } from "./model";

export interface ExtraGroupsProps {
  groups: readonly Group[];
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
  /** The group that lacks a choice: it is marked and can be focused by its id. */
  lacks?: string | undefined;
  /** The element id of a group. */
  idOf: (group: string) => string;
}

/** The extras offered with a product: one of a few, some of many, several of one. */
export function ExtraGroups({ groups, chosen, onChoose, lacks, idOf }: ExtraGroupsProps) {
  return groups.map((group) => (
    <OneGroup
      key={group.id}
      group={group}
      chosen={chosen}
      onChoose={onChoose}
      lacking={group.id === lacks}
      id={idOf(group.id)}
    />
  ));
}

interface OneGroupProps {
  group: Group;
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
  lacking: boolean;
  id: string;
}

function OneGroup({ group, chosen, onChoose, lacking, id }: OneGroupProps) {
  const { t } = useTranslation("extras");
  const format = useFormat();
  const name = useId();
  const enough = unitsOf(group, chosen) >= group.least;
  const rule =
    group.least > 0
      ? group.least === group.most
        ? t("choose", { count: group.least })
        : t("between", { least: format.number(group.least), most: format.number(group.most) })
      : t("up_to", { count: group.most });
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className="min-w-0 outline-none"
      aria-describedby={`${name}-rule`}
    >
      <legend className="mb-2 w-full">
        <span className="flex items-center justify-between gap-3">
          <span className="font-medium">
            <Words>{group.name}</Words>
          </span>
          {group.least > 0 && (
            <span
              className={cx(
                "rounded-full px-2.5 py-0.5 text-sm font-medium",
                enough
                  ? "bg-go-soft text-go-text"
                  : lacking
                    ? "bg-saffron-soft text-ink"
                    : "bg-tint",
              )}
            >
              {t("required")}
            </span>
          )}
        </span>
        <span id={`${name}-rule`} className="block text-sm font-normal text-muted">
          {rule}
        </span>
      </legend>
      <div className="grid gap-2">
        {group.extras.map((extra) =>
          extra.most > 1 && group.most > 1 ? (
            <Several
              key={extra.id}
              group={group}
              extra={extra}
              chosen={chosen}
              onChoose={onChoose}
            />
          ) : (
            <label
              key={extra.id}
              className="flex min-h-12 cursor-pointer items-center gap-3 rounded-control border border-line bg-card px-4 py-2 has-checked:border-go has-checked:bg-go-soft has-disabled:cursor-default has-disabled:bg-tint has-disabled:text-muted has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-go"
            >
              <input
                type={isOneOf(group) ? "radio" : "checkbox"}
                name={name}
                checked={(chosen[extra.id] ?? 0) > 0}
                disabled={roomFor(group, extra, chosen) < 1}
                onChange={(event) =>
                  onChoose(set(group, extra, chosen, event.target.checked ? 1 : 0))
                }
                className={cx(
                  "size-6 shrink-0 accent-(--color-go)",
                  isOneOf(group) ? "rounded-full" : "rounded",
                )}
              />
              <What extra={extra} />
            </label>
          ),
        )}
      </div>
    </fieldset>
  );
}

function What({ extra }: { extra: Extra }) {
  const { t } = useTranslation("extras");
  const format = useFormat();
  return (
    <>
      <span className="min-w-0 flex-1">
        <Words>{extra.name}</Words>
      </span>
      <span className="shrink-0 text-sm text-muted">
        {!extra.available ? (
          t("sold_out")
        ) : extra.price > 0 ? (
          <bdi>{t("plus", { amount: format.money(extra.price) })}</bdi>
        ) : null}
      </span>
    </>
  );
}

function Several({
  group,
  extra,
  chosen,
  onChoose,
}: Omit<OneGroupProps, "lacking" | "id"> & { extra: Extra }) {
  const { t } = useTranslation();
  const format = useFormat();
  const name = format.words(extra.name);
  const most = roomFor(group, extra, chosen);
  return (
    <div className="flex min-h-12 items-center gap-3 rounded-control border border-line bg-card px-4 py-1">
      <What extra={extra} />
      {extra.available && (most > 0 || (chosen[extra.id] ?? 0) > 0) && (
        <Stepper
          value={chosen[extra.id] ?? 0}
          onChange={(qty) => onChoose(set(group, extra, chosen, qty))}
          max={most}
          format={(value) => format.number(value)}
          atMax={t("cart:at_most", { count: most })}
          labels={{
            add: t("cart:add"),
            addThing: t("cart:add_thing", { name }),
            quantity: t("cart:quantity_of", { name }),
            more: t("cart:one_more", { name }),
            less: t("cart:one_less", { name }),
            remove: t("cart:remove", { name }),
          }}
        />
      )}
    </div>
  );
}
