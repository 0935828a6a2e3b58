import { Isolate } from "../../../../../lib/words";
/** Why something beside it was refused. */
export function Wrong({ text }: { text: string }) {
  return (
    <p data-wrong tabIndex={-1} className="text-sm text-trouble-text">
      <Isolate>{text}</Isolate>
    </p>
  );
}
