/** The fields of console forms, in addition to TextInput, TextArea, Select and RadioGroup. */

import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useTranslation } from "../lib/translation";
import { Isolate } from "../lib/words";
import { Button } from "../ui/Button";
import { Checkbox } from "../ui/Checkbox";
import type { FieldProps } from "../ui/Field";
import { Icon } from "../ui/Icon";
import { Switch } from "../ui/Switch";
import { TextInput } from "../ui/TextInput";
import type { Bound } from "./useForm";

type Extra = Pick<FieldProps, "hint" | "required" | "optionalLabel" | "className">;

/** An amount in pounds as typed; the server parses it, including Arabic digits. */
export function MoneyField({
  currency = "EGP",
  ...props
}: Bound<string> & Extra & { currency?: string }) {
  const { t } = useTranslation("backoffice");
  return (
    <TextInput
      {...props}
      inputMode="decimal"
      dir="ltr"
      autoComplete="off"
      end={
        <span className="pe-3 text-sm text-muted">
          <bdi>{currency === "EGP" ? t("egp") : currency}</bdi>
        </span>
      }
    />
  );
}

/** A number as typed, followed by `unit`. */
export function NumberField({
  unit,
  inputMode = "numeric",
  ...props
}: Bound<string> &
  Extra & { unit?: string; inputMode?: "numeric" | "decimal"; readOnly?: boolean }) {
  return (
    <TextInput
      {...props}
      inputMode={inputMode}
      dir="ltr"
      autoComplete="off"
      end={
        unit && (
          <span className="pe-3 text-sm text-muted">
            <bdi>{unit}</bdi>
          </span>
        )
      }
    />
  );
}

/** Day and time in the shop's time zone; lib/format/field.ts converts it to a moment and back. */
export function DateTimeField(props: Bound<string> & Extra) {
  return <TextInput {...props} type="datetime-local" />;
}

/** On or off, saved with the form. */
export function SwitchField({
  value,
  onValueChange,
  error,
  ...props
}: Bound<boolean> & { hint?: string; disabled?: boolean }) {
  const id = useId();
  return (
    <div>
      <Switch
        {...props}
        checked={value}
        onCheckedChange={onValueChange}
        {...(error === undefined ? {} : { "aria-invalid": true, "aria-errormessage": id })}
      />
      <p id={id} aria-live="polite" className={error ? "text-sm text-trouble-text" : "sr-only"}>
        {error}
      </p>
    </div>
  );
}

/** Several of a few options, all visible. */
export function ChoicesField({
  label,
  value,
  error,
  onValueChange,
  options,
  tree = false,
}: Bound<string[]> & {
  options: readonly { value: string; label: string }[];
  /** Each option belongs below the one before: laid out in a column, not in rows. */
  tree?: boolean;
}) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? id : undefined} className="min-w-0">
      <legend className="mb-1 font-medium">
        <Isolate>{label}</Isolate>
      </legend>
      <div className={tree ? "gap-x-4 sm:columns-2" : "grid gap-x-4 sm:grid-cols-2"}>
        {options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            checked={value.includes(option.value)}
            aria-invalid={error ? true : undefined}
            onCheckedChange={(on) =>
              onValueChange(
                on ? [...value, option.value] : value.filter((one) => one !== option.value),
              )
            }
          />
        ))}
      </div>
      <p id={id} aria-live="polite" className={error ? "text-sm text-trouble-text" : "sr-only"}>
        {error}
      </p>
    </fieldset>
  );
}

/**
 * Typed tags, each only once regardless of case, with a button to remove it; Enter or a comma ends
 * a tag.
 */
export function TagsField({
  label,
  value,
  error,
  onValueChange,
  name,
  hint,
  known,
}: Bound<string[]> &
  Pick<FieldProps, "hint"> & {
    /** Suggestions while typing. */
    known?: readonly string[] | undefined;
  }) {
  const { t } = useTranslation("backoffice");
  const [typed, setTyped] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const has = (words: readonly string[], word: string) =>
    words.some((one) => one.toLowerCase() === word.toLowerCase());
  function add() {
    const words = [...value];
    for (const part of typed.split(/[,،]/)) {
      const word = part.trim();
      if (word !== "" && !has(words, word)) words.push(word);
    }
    if (words.length > value.length) onValueChange(words);
    setTyped("");
  }
  function remove(word: string) {
    onValueChange(value.filter((one) => one !== word));
    // The pressed button disappears with its tag.
    input.current?.focus();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" || event.key === "," || event.key === "،") {
      event.preventDefault();
      add();
    } else if (event.key === "Backspace" && typed === "" && value.length > 0) {
      onValueChange(value.slice(0, -1));
    }
  }
  return (
    <div className="flex flex-col gap-2">
      <TextInput
        ref={input}
        label={label}
        hint={hint ?? t("tags_hint")}
        name={name}
        value={typed}
        error={error}
        dir="auto"
        autoComplete="off"
        enterKeyHint="enter"
        onValueChange={setTyped}
        onKeyDown={onKeyDown}
        onBlur={add}
        list={known ? id : undefined}
      />
      {known && (
        <datalist id={id}>
          {known
            .filter((word) => !has(value, word))
            .map((word) => (
              <option key={word} value={word} />
            ))}
        </datalist>
      )}
      {value.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {value.map((word) => (
            <li key={word}>
              <Button
                size="sm"
                aria-label={t("remove", { what: word })}
                onClick={() => remove(word)}
              >
                <bdi>{word}</bdi>
                <Icon name="close" size={16} />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
