import {
  ComboBox as AriaComboBox,
  Button,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from "react-aria-components/ComboBox";
import { AriaLanguage } from "./AriaLanguage";
import { cx } from "./cx";
import { controlLook } from "./Field";
import { Icon } from "./Icon";

export interface ComboOption {
  id: string;
  label: string;
  hint?: string | undefined;
  disabled?: boolean;
}

export interface ComboBoxProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  placeholder?: string | undefined;
  required?: boolean;
  name?: string;
  options: readonly ComboOption[];
  value: string | null;
  onValueChange: (id: string | null) => void;
  /** Which options belong to what was typed; "contains" unless given. */
  matches?: (label: string, typed: string) => boolean;
  /** Said where nothing matches. */
  emptyText: string;
  className?: string;
}

/** One of many, found by typing. Load it with React.lazy. */
export function ComboBox({
  label,
  hint,
  error,
  placeholder,
  required = false,
  name,
  options,
  value,
  onValueChange,
  matches,
  emptyText,
  className,
}: ComboBoxProps) {
  return (
    <AriaLanguage>
      <AriaComboBox
        name={name}
        isRequired={required}
        isInvalid={error !== undefined}
        validationBehavior="aria"
        defaultItems={options}
        value={value}
        onChange={(id) => onValueChange(id === null ? null : String(id))}
        defaultFilter={matches}
        menuTrigger="focus"
        allowsEmptyCollection
        className={cx("flex flex-col gap-1.5", className)}
      >
        <Label className="font-medium">{label}</Label>
        <span className="relative block">
          <Input placeholder={placeholder} className={cx(controlLook, "pe-12")} />
          <Button className="absolute inset-y-0 end-0 flex w-11 items-center justify-center rounded-control text-muted outline-none">
            <Icon name="chevron-down" />
          </Button>
        </span>
        {hint && (
          <Text slot="description" className="text-sm text-muted">
            {hint}
          </Text>
        )}
        <FieldError className="flex items-start gap-1.5 text-sm text-trouble-text">
          <Icon name="alert" size={18} className="mt-0.5" />
          {error}
        </FieldError>
        <Popover className="z-50 w-(--trigger-width) overflow-hidden rounded-card bg-card text-ink shadow-lift ring-1 ring-line data-entering:animate-rise data-exiting:animate-sink">
          <ListBox<ComboOption>
            renderEmptyState={() => <p className="px-3 py-4 text-muted">{emptyText}</p>}
            className="max-h-72 overflow-y-auto p-1.5 outline-none"
          >
            {(option) => (
              <ListBoxItem
                id={option.id}
                textValue={option.label}
                isDisabled={option.disabled ?? false}
                className="group flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-2 outline-none data-focused:bg-go-soft data-disabled:cursor-default data-disabled:text-muted"
              >
                <span className="min-w-0 flex-1">
                  <span className="block">{option.label}</span>
                  {option.hint && <span className="block text-sm text-muted">{option.hint}</span>}
                </span>
                <Icon name="check" className="invisible text-go-text group-data-selected:visible" />
              </ListBoxItem>
            )}
          </ListBox>
        </Popover>
      </AriaComboBox>
    </AriaLanguage>
  );
}

export default ComboBox;
