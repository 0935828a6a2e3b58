import type { ReactNode } from "react";
import { useTranslation } from "../lib/translation";
import { useFormat } from "../lib/useFormat";
import { Value } from "./Compare";
import { fieldKey, isHidden, isNothing, kindOf, type LogLine } from "./changes";

/** Returns the name of a field in the log; an id field has the name of the object it identifies. */
export function useFieldName(names: LogLine["names"]): (name: string) => string {
  const { t } = useTranslation("audit");
  const { t: kit } = useTranslation("backoffice");
  const words = (key: string) => {
    const found = t(`field_${key}`);
    return found === `field_${key}` ? null : found;
  };
  return (name) => {
    if (name === "") return t("field_others");
    const key = fieldKey(name);
    const base = key.replace(/_(en|ar)$/, "");
    const lang = key.slice(base.length + 1);
    const label = words(key) ?? (lang && words(base));
    if (!label) return names[name] ?? key.replaceAll("_", " ");
    return words(key) ? label : kit(`label_${lang}`, { label });
  };
}

/** A value of the log as staff would write it: money in pounds, formatted times, objects by their names. */
export function LogValue({
  line,
  name,
  value,
  whole,
}: {
  line: LogLine;
  name: string;
  value: unknown;
  /** The object that the field belongs to. */
  whole: unknown;
}): ReactNode {
  const { t } = useTranslation("audit");
  const format = useFormat();
  const fieldName = useFieldName(line.names);
  const kind = kindOf(line.action, name, whole);
  if (isNothing(value) || typeof value === "boolean") return <Value value={value} />;
  if (typeof value === "number") {
    if (kind === "money") return format.money(value / 100);
    if (kind === "pounds") return format.money(value);
    if (kind === "percent") return t("percent", { percent: format.number(value) });
    if (kind === "basis points") return t("percent", { percent: format.number(value / 100) });
    if (kind === "millionths") return format.number(value / 1e6, 6);
    if (kind === "words") return t(`value_${fieldKey(name)}_${value}`);
    return format.number(value);
  }
  if (typeof value === "string") return <Words line={line} name={name} text={value} />;
  if (fieldKey(name) === "outline" || fieldKey(name) === "shape") return t("on_map");
  if (Array.isArray(value)) {
    return (
      <ul>
        {value.map((one: unknown, place) => {
          const key = `${place}`;
          return (
            <li key={key}>
              <LogValue line={line} name={name} value={one} whole={whole} />
            </li>
          );
        })}
      </ul>
    );
  }
  const parts = value as Record<string, unknown>;
  if (typeof parts.en === "string" && typeof parts.ar === "string") {
    return <Value value={parts[format.lang] || parts.en || parts.ar} />;
  }
  if (typeof parts.name === "string" && typeof parts.id === "string")
    return <bdi>{parts.name}</bdi>;
  return (
    <dl className="flex flex-wrap gap-x-4">
      {Object.entries(parts)
        .filter(([part, one]) => !isHidden(part) && !isNothing(one))
        .map(([part, one]) => (
          <div key={part} className="flex gap-1">
            <dt className="text-muted">{fieldName(part)}:</dt>
            <dd>
              <LogValue line={line} name={part} value={one} whole={parts} />
            </dd>
          </div>
        ))}
    </dl>
  );
}

function Words({ line, name, text }: { line: LogLine; name: string; text: string }): ReactNode {
  const { t } = useTranslation("audit");
  const format = useFormat();
  const called = line.names[text];
  if (called) return <bdi>{called}</bdi>;
  if (kindOf(line.action, name, null) === "words") {
    for (const key of [`value_${fieldKey(name)}_${text}`, `value_${text}`]) {
      const words = t(key);
      if (words !== key) return words;
    }
  }
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return format.dayTime(Date.parse(text));
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return format.date(Date.parse(`${text}T12:00:00Z`));
  if (/^[0-9a-f]{16,}[\w-]*\.\w+$/.test(text)) return t("a_picture");
  return <Value value={text} />;
}
