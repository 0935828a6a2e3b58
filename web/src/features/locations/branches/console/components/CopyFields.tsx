import { ChoicesField } from "../../../../../backoffice/fields";
import { nameIn } from "../../../../../backoffice/nameIn";
import { useAllRows } from "../../../../../backoffice/useAllRows";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { Card } from "../../../../../ui/Card";
import { Select } from "../../../../../ui/Select";
import { type BranchBody, branchesList, type NewBranchBody } from "../api";

export type CopyPart = NonNullable<NewBranchBody["copy"]>[number];

const anywhere: readonly CopyPart[] = ["hours", "delivery"];
const withinStore: readonly CopyPart[] = ["menus", "prices", "stock"];
const everything: CopyPart[] = [...anywhere, ...withinStore];

export interface Copy {
  from: string;
  parts: CopyPart[];
}

export const noCopy: Copy = { from: "", parts: everything };

/** The body of a new branch that copies from another; copied minutes are not sent. */
export function withCopy(body: BranchBody, copy: Copy, sameStore: boolean): NewBranchBody {
  const parts = copy.parts.filter((part) => sameStore || anywhere.includes(part));
  if (copy.from === "" || parts.length === 0) return body;
  const { delivery_minutes, ...rest } = body;
  return {
    ...(parts.includes("delivery") ? rest : { ...rest, delivery_minutes }),
    copy_from: copy.from,
    copy: parts,
  };
}

/** The parts that a new branch copies from an existing one. */
export function CopyFields({
  store,
  value,
  error,
  onChange,
}: {
  store: string;
  value: Copy;
  error: string | undefined;
  onChange: (copy: Copy, sameStore: boolean) => void;
}) {
  const { t } = useTranslation("sellers");
  const scope = useScope();
  const branches = useAllRows(branchesList(scope, {}));
  if (branches.length === 0) return null;
  const isSame = (from: string) => branches.find(({ id }) => id === from)?.store.id === store;
  const same = isSame(value.from);
  const parts = same ? everything : anywhere;
  return (
    <Card className="flex flex-col gap-5">
      <h2 className="text-lg font-semibold">{t("copy")}</h2>
      <Select
        name="copy_from"
        label={t("copy_from")}
        hint={t("copy_hint")}
        error={error}
        value={value.from}
        onValueChange={(from) => onChange({ ...value, from }, isSame(from))}
        options={[
          { value: "", label: t("copy_none") },
          ...branches.map((one) => ({ value: one.id, label: nameIn(scope.lang, one) })),
        ]}
      />
      {value.from !== "" && (
        <>
          <ChoicesField
            name="copy"
            label={t("copy_parts")}
            value={value.parts.filter((part) => parts.includes(part))}
            error={undefined}
            onValueChange={(chosen) => onChange({ ...value, parts: chosen as CopyPart[] }, same)}
            options={parts.map((part) => ({ value: part, label: t(`copy_${part}`) }))}
          />
          {!same && <p className="text-sm text-muted">{t("copy_other_store")}</p>}
        </>
      )}
    </Card>
  );
}
