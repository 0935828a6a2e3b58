import { type ChangeEvent, useRef } from "react";
import { Isolate } from "../lib/words";
import { Button, type ButtonProps } from "../ui/Button";

/** A button that asks for a file; the same one can be chosen again. */
export function FileButton({
  accept,
  label,
  onFile,
  ...button
}: Omit<ButtonProps, "children" | "onClick"> & {
  accept: string;
  label: string;
  onFile: (file: File) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  function chosen(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    event.target.value = ""; // the browser tells of nothing when the same one is chosen again
    if (file) onFile(file);
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={chosen}
      />
      <Button {...button} onClick={() => input.current?.click()}>
        <Isolate>{label}</Isolate>
      </Button>
    </>
  );
}
