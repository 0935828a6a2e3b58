import type { ReactNode } from "react";
import { useTranslation } from "../lib/translation";
import { useFormat } from "../lib/useFormat";
import { Isolate } from "../lib/words";
import { Notice } from "../ui/Notice";
import { RadioGroup } from "../ui/RadioGroup";
import type { Form } from "./useForm";

/** How a form's values are rendered in a comparison of two versions, where they are not plain text. */
export type Shown<D> = { readonly [N in keyof D]?: (value: D[N]) => ReactNode };

/** A value in words: texts unchanged, switches as yes or no, lists one after another. */
export function Value({ value }: { value: unknown }): ReactNode {
  const { t } = useTranslation("backoffice");
  const { number } = useFormat();
  if (value === null || value === undefined || value === "") return <i>{t("nothing")}</i>;
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  if (typeof value === "number") return number(value);
  if (typeof value === "string") return <bdi className="whitespace-pre-wrap">{value}</bdi>;
  if (Array.isArray(value)) {
    if (value.length === 0) return <i>{t("nothing")}</i>;
    return (
      <ul>
        {value.map((one: unknown, place) => {
          const key = `${place}`;
          return (
            <li key={key}>
              <Value value={one} />
            </li>
          );
        })}
      </ul>
    );
  }
  return (
    <dl className="flex flex-wrap gap-x-4">
      {Object.entries(value).map(([name, one]) => (
        <div key={name} className="flex gap-1">
          <dt className="text-muted">
            <Isolate>{name}</Isolate>:
          </dt>
          <dd>
            <Value value={one} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A colleague's changes made meanwhile, field by field, each of which can be taken from either side. */
export function Compare<D extends object>({
  form,
  shown = {},
}: {
  form: Form<D>;
  shown?: Shown<D> | undefined;
}) {
  const { t } = useTranslation("backoffice");
  if (form.moved.length === 0) return null;
  return (
    <section aria-label={t("compare")} className="flex flex-col gap-3">
      <Notice tone="warning" live title={t("moved_title")}>
        {t("moved_text")}
      </Notice>
      <ul className="flex flex-col gap-3">
        {form.moved.map(({ name, mine, theirs, clash, side }) => {
          const show = shown[name] as ((value: unknown) => ReactNode) | undefined;
          const words = (value: unknown) => (show ? show(value) : <Value value={value} />);
          return (
            <li key={name} className="rounded-card bg-card p-4 shadow-soft">
              {clash ? (
                <RadioGroup
                  label={form.labels[name] ?? name}
                  name={`side-${name}`}
                  value={side}
                  onValueChange={(value) => form.choose(name, value as "mine" | "theirs")}
                  options={[
                    { value: "mine", label: t("mine"), hint: words(mine) },
                    { value: "theirs", label: t("theirs"), hint: words(theirs) },
                  ]}
                />
              ) : (
                <>
                  <p className="font-medium">{form.labels[name] ?? name}</p>
                  <p className="text-sm text-muted">{t("theirs_taken")}</p>
                  <div>{words(theirs)}</div>
                </>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
