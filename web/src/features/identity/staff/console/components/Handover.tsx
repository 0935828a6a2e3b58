import { useState } from "react";
import { useTranslation } from "../../../../../lib/translation";
import { Isolate } from "../../../../../lib/words";
import { Button } from "../../../../../ui/Button";
import { ButtonLink } from "../../../../../ui/ButtonLink";
import { Card } from "../../../../../ui/Card";
import { Ltr } from "../../../../../ui/Ltr";
import { Notice } from "../../../../../ui/Notice";

/** A link or password that is shown once, to be handed over. */
export function Handover({
  title,
  text,
  secret,
  message,
  onDone,
}: {
  title: string;
  text: string;
  secret: string;
  /** The message to send by WhatsApp; without it there is no such button. */
  message?: string;
  onDone?: () => void;
}) {
  const { t } = useTranslation("staff");
  const [copied, setCopied] = useState(false);
  return (
    <Card as="section" aria-label={title} className="flex flex-col gap-4">
      <Notice tone="success" live title={title}>
        <Isolate>{text}</Isolate>
      </Notice>
      <p className="rounded-control bg-tint p-3 font-mono text-sm break-all select-all">
        <Ltr>{secret}</Ltr>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          icon="copy"
          onClick={() =>
            void navigator.clipboard?.writeText(secret).then(
              () => setCopied(true),
              () => setCopied(false),
            )
          }
        >
          {t(copied ? "copied" : "copy")}
        </Button>
        {message !== undefined && (
          <ButtonLink to={`https://wa.me/?text=${encodeURIComponent(message)}`} newTab icon="share">
            {t("whatsapp")}
          </ButtonLink>
        )}
        {onDone && (
          <Button variant="plain" onClick={onDone}>
            {t("handed_over")}
          </Button>
        )}
      </div>
    </Card>
  );
}
