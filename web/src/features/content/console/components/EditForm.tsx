import { type ReactNode, useEffect, useRef } from "react";
import { ApiError, errorText } from "../../../../api/errors";
import { useTranslation } from "../../../../lib/translation";
import { Button } from "../../../../ui/Button";
import { Notice } from "../../../../ui/Notice";
import type { Editing } from "../useEditing";

/** A form of the shop's words; a refused one is looked at from its first wrong field on. */
export function EditForm<D>({
  editing,
  onSubmit,
  saveLabel,
  conflict,
  aside,
  children,
}: {
  editing: Editing<D>;
  onSubmit: () => void;
  saveLabel: string;
  /** Somebody else saved meanwhile: theirs is loaded, or what was typed is saved over it. */
  conflict?: { reload: () => Promise<unknown>; overwrite: () => void };
  /** Beside the buttons: a link, deleting. */
  aside?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation("content");
  const { t: all } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const { failure } = editing;
  const refused = failure instanceof ApiError ? failure : null;
  useEffect(() => {
    if (failure !== null) {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]')?.focus();
    }
  }, [failure]);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!editing.busy) onSubmit();
      }}
      className="flex flex-col gap-4"
    >
      {editing.restored && (
        <Notice
          action={
            <Button size="sm" onClick={editing.discard}>
              {t("discard")}
            </Button>
          }
        >
          {t("restored")}
        </Notice>
      )}
      {children}
      {failure !== null && (
        <Notice
          tone="trouble"
          live
          action={
            refused?.status === 409 &&
            conflict && (
              <div className="flex flex-wrap gap-2">
                <Button size="sm" onClick={() => void conflict.reload().then(editing.discard)}>
                  {t("take_theirs")}
                </Button>
                <Button size="sm" onClick={conflict.overwrite}>
                  {t("keep_mine")}
                </Button>
              </div>
            )
          }
        >
          {refused?.status === 422 ? t("wrong") : errorText(failure, all, { inPlace: true })}
        </Notice>
      )}
      <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-paper px-4 py-3">
        <Button
          type="submit"
          variant="primary"
          size="lg"
          loading={editing.busy}
          loadingLabel={t("saving")}
        >
          {saveLabel}
        </Button>
        {editing.changed && !editing.busy && (
          <Button variant="plain" onClick={editing.discard}>
            {t("discard")}
          </Button>
        )}
        <p role="status" className="text-sm text-muted">
          {editing.changed ? t("unsaved") : ""}
        </p>
        {aside && <div className="ms-auto flex flex-wrap items-center gap-2">{aside}</div>}
      </div>
    </form>
  );
}
