import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type ChangeEvent,
  type ClipboardEvent,
  type DragEvent,
  type ReactNode,
  type SyntheticEvent,
  useId,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import type { Upload } from "../../api/useUploads";
import { useScope } from "../../lib/scope";
import { useTranslation } from "../../lib/translation";
import { useFormat } from "../../lib/useFormat";
import { Isolate } from "../../lib/words";
import { Button } from "../../ui/Button";
import { cx } from "../../ui/cx";
import { Dialog } from "../../ui/Dialog";
import { FieldError } from "../../ui/Field";
import { Icon } from "../../ui/Icon";
import { IconButton } from "../../ui/IconButton";
import { Loaded } from "../../ui/Loaded";
import { ProgressBar } from "../../ui/ProgressBar";
import type { Bound } from "../useForm";
import { pictureQuery, picturesChanged } from "./api";
import { Library } from "./Library";
import { accepted, isUpload, thumbnail } from "./model";
import { PictureTexts } from "./PictureTexts";
import { usePictures } from "./usePictures";
import { useReorder } from "./useReorder";

export interface PicturePickerProps extends Omit<Bound<string[]>, "name"> {
  name?: string;
  /** The maximum number; with a maximum of one, a new picture replaces it. */
  max?: number;
  hint?: string;
  /** The library's own page: pictures are only uploaded, not chosen. */
  uploadOnly?: boolean;
}

const imagesOf = (files: FileList | undefined | null) =>
  [...(files ?? [])].filter((file) => file.type.startsWith("image/") || file.type === "");

const tile = "relative size-32 overflow-hidden rounded-card border border-line bg-tint";

/**
 * The pictures of a record, by name: chosen, dropped, pasted, taken with a phone's camera or picked from earlier
 * uploads, and ordered by dragging or arrow keys; lists show the first one. They upload while the rest is filled in;
 * refused ones stay visible with the reason. Use `<PicturePicker {...form.field("images")} max={12} />`.
 */
export function PicturePicker({
  label,
  value,
  error,
  onValueChange,
  max = 12,
  hint,
  uploadOnly = false,
}: PicturePickerProps) {
  const { t } = useTranslation("media");
  const { number } = useFormat();
  const id = useId();
  const file = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [library, setLibrary] = useState(false);
  const [described, setDescribed] = useState<string | null>(null);
  const { uploads, problem, add, again, dismiss, full } = usePictures({
    value,
    max,
    onChange: onValueChange,
  });
  const { dragged, handle } = useReorder(value, onValueChange);

  function chosen(event: ChangeEvent<HTMLInputElement>) {
    const files = [...(event.target.files ?? [])];
    event.target.value = ""; // the same file can be chosen again
    add(files);
  }
  function dropped(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    add([...event.dataTransfer.files]);
  }
  function pasted(event: ClipboardEvent) {
    const files = imagesOf(event.clipboardData.files);
    if (files.length === 0) return;
    event.preventDefault();
    add(files);
  }
  const place = (at: number) => ({ number: number(at + 1), count: number(value.length) });
  return (
    <fieldset
      aria-describedby={`${id}-hint ${id}-error`}
      data-wrong={error ? "" : undefined}
      tabIndex={error ? -1 : undefined}
      onPaste={pasted}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}
      className="flex min-w-0 flex-col gap-2"
    >
      <legend className="mb-1.5 font-medium">
        <Isolate>{label}</Isolate>
      </legend>
      {(value.length > 0 || uploads.length > 0) && (
        <ol className="flex flex-wrap gap-3">
          {value.map((name, at) => (
            <li
              key={name}
              data-place={at}
              className={cx(tile, dragged === at && "border-go opacity-70")}
            >
              <img
                src={thumbnail(name)}
                alt={t("picture", place(at))}
                width={128}
                height={128}
                draggable={false}
                className="size-32 object-contain"
              />
              <IconButton
                icon="close"
                look="card"
                label={t("remove", place(at))}
                onClick={() => {
                  onValueChange(value.filter((one) => one !== name));
                  file.current?.focus();
                }}
                className="absolute end-0.5 top-0.5"
              />
              {isUpload(name) && (
                <IconButton
                  icon="edit"
                  look="card"
                  label={t("describe", place(at))}
                  onClick={() => setDescribed(name)}
                  className="absolute end-0.5 bottom-0.5"
                />
              )}
              {value.length > 1 && (
                <IconButton
                  icon="sort"
                  look="card"
                  label={t("move", place(at))}
                  {...handle(at)}
                  className="absolute start-0.5 bottom-0.5 cursor-grab"
                />
              )}
              {at === 0 && max > 1 && (
                <span className="absolute start-1 top-1 rounded-control bg-card px-1.5 text-xs font-medium">
                  {t("main")}
                </span>
              )}
            </li>
          ))}
          {uploads.map((one) => (
            <OnItsWay key={one.key} one={one} onAgain={again} onDismiss={dismiss} />
          ))}
        </ol>
      )}
      <div
        className={cx(
          "flex flex-wrap items-center gap-2 rounded-card border border-dashed p-3",
          over ? "border-go bg-go-soft" : "border-control",
        )}
      >
        <input
          ref={file}
          id={id}
          type="file"
          accept={`${accepted.join(",")},image/heic`}
          multiple={max > 1}
          disabled={full}
          onChange={chosen}
          className="peer sr-only"
        />
        <label
          htmlFor={id}
          className={cx(
            "inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-control border border-control bg-card px-4 font-medium peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-go hover:border-ink",
            full && "cursor-not-allowed opacity-60",
          )}
        >
          <Icon name="image" />
          {t(max === 1 && value.length > 0 ? "replace" : "upload")}
        </label>
        <input
          id={`${id}-camera`}
          type="file"
          accept="image/*"
          capture="environment"
          disabled={full}
          onChange={chosen}
          className="peer/camera sr-only hidden pointer-coarse:block"
        />
        <label
          htmlFor={`${id}-camera`}
          className="hidden min-h-11 cursor-pointer items-center gap-2 rounded-control border border-control bg-card px-4 font-medium peer-focus-visible/camera:outline-2 peer-focus-visible/camera:outline-offset-2 peer-focus-visible/camera:outline-go pointer-coarse:inline-flex"
        >
          <Icon name="image" />
          {t("camera")}
        </label>
        {!uploadOnly && (
          <Button variant="plain" disabled={full} onClick={() => setLibrary(true)}>
            {t("from_library")}
          </Button>
        )}
        <p id={`${id}-hint`} className="w-full text-sm text-muted">
          {hint ?? t("hint")}
        </p>
      </div>
      <FieldError id={`${id}-error`} error={problem ?? error} />
      <Apart>
        <Dialog
          open={library}
          onClose={() => setLibrary(false)}
          title={t("from_library")}
          closeLabel={t("close")}
          size="lg"
          tall
        >
          <Library
            chosen={value}
            onChoose={(name) => {
              if (max === 1) onValueChange([name]);
              else if (value.includes(name)) onValueChange(value.filter((one) => one !== name));
              else if (value.length < max) onValueChange([...value, name]);
              if (max === 1) setLibrary(false);
            }}
          />
        </Dialog>
        <Dialog
          open={described !== null}
          onClose={() => setDescribed(null)}
          title={t("describe_title")}
          closeLabel={t("close")}
        >
          {described !== null && <Described name={described} onDone={() => setDescribed(null)} />}
        </Dialog>
      </Apart>
    </fieldset>
  );
}

/** A portal outside the form: typing, submitting or dropping in it must not reach the form. */
function Apart({ children }: { children: ReactNode }) {
  const stop = (event: SyntheticEvent) => event.stopPropagation();
  return typeof document === "undefined"
    ? null
    : createPortal(
        // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done here, only kept within.
        <div onSubmit={stop} onPaste={stop} onDrop={stop} onDragOver={stop}>
          {children}
        </div>,
        document.body,
      );
}

/** A picture that is being uploaded, or was refused. */
function OnItsWay({
  one,
  onAgain,
  onDismiss,
}: {
  one: Upload;
  onAgain: (one: Upload) => void;
  onDismiss: (key: number) => void;
}) {
  const { t } = useTranslation("media");
  if (one.error === undefined) {
    return (
      <li className={cx(tile, "flex flex-col justify-center gap-2 p-3")}>
        <bdi className="truncate text-sm">{one.file.name}</bdi>
        <ProgressBar label={t("sending", { name: one.file.name })} value={one.share} max={1} />
      </li>
    );
  }
  return (
    <li className="flex w-64 flex-col gap-1 rounded-card border border-trouble p-3 text-sm">
      <bdi className="truncate font-medium">{one.file.name}</bdi>
      <p role="alert" className="text-trouble-text">
        {one.error}
      </p>
      <div className="mt-auto flex gap-2">
        <Button size="sm" onClick={() => onAgain(one)}>
          {t("again")}
        </Button>
        <Button size="sm" variant="plain" onClick={() => onDismiss(one.key)}>
          {t("dismiss")}
        </Button>
      </div>
    </li>
  );
}

function Described({ name, onDone }: { name: string; onDone: () => void }) {
  const scope = useScope();
  const client = useQueryClient();
  const asked = useQuery(pictureQuery(scope, name));
  return (
    <Loaded query={asked} texts="backoffice" skeleton={["h-12", "h-24", "h-24"]}>
      {(picture) => (
        <div className="flex flex-col gap-4">
          <img
            src={thumbnail(name)}
            alt=""
            width={128}
            height={128}
            className="size-32 rounded-card bg-tint object-contain"
          />
          <PictureTexts
            picture={picture}
            onSaved={(saved) => {
              client.setQueryData(pictureQuery(scope, name).queryKey, saved);
              void picturesChanged(client);
              onDone();
            }}
          />
        </div>
      )}
    </Loaded>
  );
}
