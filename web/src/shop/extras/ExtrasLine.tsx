import { useScope } from "../../lib/scope";
import { useFormat } from "../../lib/useFormat";
import { Words } from "../../lib/words";
import { inWords } from "./model";

/** What was chosen along with a line, below its name. */
export function ExtrasLine({ extras }: { extras: readonly { name: string; qty: number }[] }) {
  const format = useFormat();
  const { lang } = useScope();
  if (extras.length === 0) return null;
  return (
    <span className="block text-sm text-muted">
      <Words>{inWords(extras, (value) => format.number(value), lang === "ar" ? "، " : ", ")}</Words>
    </span>
  );
}
