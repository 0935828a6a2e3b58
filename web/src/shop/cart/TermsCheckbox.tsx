import type { Ref } from "react";
import { paths } from "../../lib/paths";
import { Trans, useTranslation } from "../../lib/translation";
import { useStore } from "../../lib/useStore";
import { Checkbox } from "../../ui/Checkbox";
import { Link } from "../../ui/Link";
import { acceptTerms, termsStore } from "./terms";

/**
 * Links to the privacy policy and terms, which open in another tab so that the customer's input is not
 * lost.
 */
export function TermsSentence() {
  const { t } = useTranslation();
  return (
    <Trans
      t={t}
      i18nKey="basket:accept_terms"
      components={{
        privacy: <Link to={paths.information("privacy")} newTab />,
        terms: <Link to={paths.information("terms")} newTab />,
      }}
    />
  );
}

export interface TermsCheckboxProps {
  /** The version in force. */
  version: string;
  error?: string | undefined;
  onAccepted?: () => void;
  ref?: Ref<HTMLInputElement>;
}

/** The checkbox with which the customer accepts the privacy policy and terms. */
export function TermsCheckbox({ version, error, onAccepted, ref }: TermsCheckboxProps) {
  const accepted = useStore(termsStore) === version;
  return (
    <Checkbox
      ref={ref}
      required
      checked={accepted}
      error={error}
      onCheckedChange={(checked) => {
        acceptTerms(checked ? version : "");
        if (checked) onAccepted?.();
      }}
      label={<TermsSentence />}
    />
  );
}
