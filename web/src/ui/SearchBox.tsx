import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { cx } from "./cx";
import { Icon, type IconName } from "./Icon";
import { VisuallyHidden } from "./VisuallyHidden";

export interface Suggestion {
  id: string;
  /** The text in the box while the suggestion is selected with the arrow keys. */
  text: string;
  /** The displayed content; defaults to `text`. */
  content?: ReactNode;
  /** The type of the suggestion, shown at the end of the line. */
  kind?: string | undefined;
  icon?: IconName;
  picture?: ReactNode;
}

export interface SearchBoxProps {
  label: string;
  placeholder?: string | undefined;
  submitLabel: string;
  clearLabel: string;
  /** The form's target before any script runs, and the parameter for the text. */
  action: string;
  name?: string;
  value: string;
  onValueChange: (value: string) => void;
  /** Called with the trimmed text; empty text is not submitted. */
  onSubmit: (text: string) => void;
  suggestions?: readonly Suggestion[];
  suggestionsLabel: string;
  /** Further content below the box while it has the focus. */
  panel?: ReactNode;
  /** The box received or lost the focus. */
  onOpenChange?: (open: boolean) => void;
  /**
   * On phones, a round button that expands to the whole line when it is pressed, without any script.
   * With "away" there is no button once scripts run: another control focuses the search.
   */
  folding?: boolean | "away";
  icon?: IconName;
  onSuggestion?: (suggestion: Suggestion) => void;
  /** The number of suggestions in words; read aloud when it changes. */
  status?: string | undefined;
  className?: string;
}

/**
 * A search with suggestions while typing. It is a plain form until scripts run, so it is in the
 * first screen and works immediately; the caller provides the suggestions.
 */
export function SearchBox({
  label,
  placeholder,
  submitLabel,
  clearLabel,
  action,
  name = "q",
  value,
  onValueChange,
  onSubmit,
  suggestions = [],
  suggestionsLabel,
  panel,
  onOpenChange,
  folding = false,
  icon = "search",
  onSuggestion,
  status,
  className,
}: SearchBoxProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [open, tellOpen] = useState(false);
  // Tracked by id: suggestions may be reordered while the arrow keys move through them.
  const [walked, setWalked] = useState<string | null>(null);
  const at = suggestions.findIndex(({ id: one }) => one === walked);
  const setAt = (place: number) => setWalked(suggestions[place]?.id ?? null);
  const shown = open && suggestions.length > 0;
  const setOpen = (next: boolean) => {
    tellOpen(next);
    onOpenChange?.(next);
  };
  const active = shown ? suggestions[at] : undefined;

  function close() {
    setOpen(false);
    setAt(-1);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    close();
    const text = value.trim();
    if (text) {
      if (folding) input.current?.blur();
      onSubmit(text);
    } else input.current?.focus();
  }
  function take(suggestion: Suggestion) {
    close();
    if (folding) input.current?.blur();
    onSuggestion?.(suggestion);
  }
  function onKeyDown(event: KeyboardEvent) {
    // While an input method composes letters, the arrow keys belong to it.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Tab") close();
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (suggestions.length === 0) return;
      event.preventDefault();
      setOpen(true);
      const places = suggestions.length + 1;
      const by = event.key === "ArrowDown" ? 1 : -1;
      // One position more than there are suggestions: the box itself.
      setAt(((at + 1 + by + places) % places) - 1);
    } else if (event.key === "Enter" && active) {
      event.preventDefault();
      take(active);
    } else if (event.key === "Escape" && (shown || panel || value)) {
      event.preventDefault();
      if (shown || (open && panel)) close();
      else onValueChange("");
    }
  }
  return (
    <search
      data-folding={folding || undefined}
      className={cx("block", folding ? "md:relative" : "relative", className)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close();
      }}
    >
      <form
        action={action}
        onSubmit={submit}
        className="flex h-11 items-center rounded-full border border-control bg-card ps-4 pe-px has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-go"
      >
        <Icon name={icon} className="text-muted" />
        <input
          ref={input}
          type="text"
          role="combobox"
          inputMode="search"
          enterKeyHint="search"
          name={name}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          // The typed text may have another direction than the page; while it is empty, the page's
          // applies.
          dir={value ? "auto" : undefined}
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={`${id}-list`}
          aria-activedescendant={active ? `${id}-${active.id}` : undefined}
          placeholder={placeholder}
          value={value}
          onChange={(event) => {
            onValueChange(event.target.value);
            setOpen(true);
            setAt(-1);
          }}
          onFocus={() => setOpen(true)}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent px-3 text-base outline-none placeholder:text-muted ltr:text-left rtl:text-right"
        />
        {value && (
          <button
            type="button"
            aria-label={clearLabel}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              onValueChange("");
              input.current?.focus();
            }}
            className="flex size-11 shrink-0 items-center justify-center rounded-full text-muted hover:text-ink"
          >
            <Icon name="close" size={18} />
          </button>
        )}
        <button
          type="submit"
          aria-label={submitLabel}
          onMouseDown={(event) => event.preventDefault()}
          className="flex size-10 shrink-0 items-center justify-center rounded-full bg-go text-on-go hover:bg-go-strong"
        >
          <Icon name="arrow-end" />
        </button>
      </form>
      <VisuallyHidden role="status">{open && value ? status : undefined}</VisuallyHidden>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its controls are within, this only keeps the focus. */}
      <div
        // Safari does not focus pressed links and buttons: the field would lose the focus and close
        // the panel first.
        onMouseDown={(event) => event.preventDefault()}
        hidden={!(open && (suggestions.length > 0 || panel))}
        className={cx(
          "absolute inset-x-0 top-full z-50 max-h-[70dvh] animate-rise overflow-y-auto overscroll-contain bg-card p-2 shadow-lift ring-1 ring-line",
          folding ? "rounded-b-card md:mt-2 md:min-w-96 md:rounded-card" : "mt-2 rounded-card",
        )}
      >
        <div role="listbox" id={`${id}-list`} aria-label={suggestionsLabel} hidden={!shown}>
          {suggestions.map((suggestion, place) => (
            <div
              key={suggestion.id}
              id={`${id}-${suggestion.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={place === at}
              onPointerMove={() => setAt(place)}
              onClick={() => take(suggestion)}
              onKeyDown={onKeyDown}
              className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-2 aria-selected:bg-go-soft"
            >
              {suggestion.picture ?? (
                <Icon name={suggestion.icon ?? "search"} className="text-muted" />
              )}
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {suggestion.content ?? suggestion.text}
              </span>
              {suggestion.kind && <span className="text-sm text-muted">{suggestion.kind}</span>}
            </div>
          ))}
        </div>
        {open && panel}
      </div>
    </search>
  );
}
