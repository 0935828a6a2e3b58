import { type FormEvent, useEffect, useRef, useState } from "react";
import { usePage } from "../lib/page";
import { useTranslation } from "../lib/translation";
import { Button } from "../ui/Button";
import { Select } from "../ui/Select";
import { TextInput } from "../ui/TextInput";
import { useListAddress } from "./useListAddress";

/** One filter of a list; its value is in the address under `name`. */
export interface Filter {
  name: string;
  label: string;
  /** The label of no choice. */
  all: string;
  options: readonly { value: string; label: string }[];
}

/** The filters of a list and a search box that searches while typing. All of it is in the address. */
export function Filters({
  search,
  filters,
  narrowed,
}: {
  search: string | undefined;
  filters: readonly Filter[];
  narrowed: boolean;
}) {
  const { t } = useTranslation("backoffice");
  const { query } = usePage();
  const { change } = useListAddress();
  return (
    <search className="flex flex-wrap items-end gap-3">
      {search !== undefined && <Search label={search} />}
      {filters.map(({ name, label, all, options }) => (
        <Select
          key={name}
          label={label}
          className="w-full sm:w-52"
          value={query.get(name)}
          options={[{ value: "", label: all }, ...options]}
          onValueChange={(value) => change({ [name]: value })}
        />
      ))}
      {narrowed && (
        <Button
          variant="plain"
          icon="close"
          onClick={() =>
            change({ q: "", ...Object.fromEntries(filters.map(({ name }) => [name, ""])) })
          }
        >
          {t("clear")}
        </Button>
      )}
    </search>
  );
}

/** Milliseconds after the last keystroke before the list searches. */
const calm = 300;

function Search({ label }: { label: string }) {
  const { query } = usePage();
  const { change } = useListAddress();
  const asked = query.get("q");
  const [text, setText] = useState(asked);
  const sent = useRef(asked);
  useEffect(() => {
    // The address was changed elsewhere: by the back button, or by "clear".
    if (asked !== sent.current) {
      sent.current = asked;
      setText(asked);
    }
  }, [asked]);
  function look(next: string) {
    if (next.trim() === sent.current) return;
    sent.current = next.trim();
    change({ q: next.trim() });
  }
  const looking = useRef(look);
  looking.current = look;
  useEffect(() => {
    const timer = setTimeout(() => looking.current(text), calm);
    return () => clearTimeout(timer);
  }, [text]);
  function submit(event: FormEvent) {
    event.preventDefault();
    look(text);
  }
  return (
    <form onSubmit={submit} className="w-full sm:w-80">
      <TextInput
        label={label}
        type="search"
        name="q"
        dir={text ? "auto" : undefined}
        autoComplete="off"
        enterKeyHint="search"
        value={text}
        onValueChange={setText}
      />
    </form>
  );
}
