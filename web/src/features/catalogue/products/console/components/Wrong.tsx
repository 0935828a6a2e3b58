import { Isolate } from "../../../../../lib/words";
/** The error of the control next to it. */
export function Wrong({ text }: { text: string }) {
  return (
    <p data-wrong tabIndex={-1} className="text-sm text-trouble-text">
      <Isolate>{text}</Isolate>
    </p>
  );
}
