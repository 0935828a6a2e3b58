import { useFormat } from "../../lib/useFormat";
import { Words } from "../../lib/words";

/** The extras of a line, below its name: "Brioche, 2 × Egg". */
export function ExtrasLine({ extras }: { extras: readonly { name: string; qty: number }[] }) {
  const format = useFormat();
  if (extras.length === 0) return null;
  const named = extras.map(({ name, qty }) => (qty > 1 ? `${format.number(qty)} × ${name}` : name));
  return (
    <span className="block text-sm text-muted">
      <Words>{format.list(named, format.lang === "ar" ? "، " : ", ")}</Words>
    </span>
  );
}
