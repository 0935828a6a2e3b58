import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Button } from "../../../../ui/Button";
import { cx } from "../../../../ui/cx";
import { Dialog } from "../../../../ui/Dialog";
import { FieldGroup } from "../../../../ui/FieldGroup";
import { Loaded } from "../../../../ui/Loaded";
import { Picture } from "../../../../ui/Picture";
import { Skeleton } from "../../../../ui/Skeleton";
import { SkeletonGroup } from "../../../../ui/SkeletonGroup";
import { TextInput } from "../../../../ui/TextInput";
import { picturesQuery } from "../api";
import { onEnter } from "../onEnter";

/** A picture of the shop's library, or none. */
export function PicturePicker({
  label,
  value,
  error,
  onChange,
}: {
  label: string;
  /** A picture's name; empty for none. */
  value: string;
  error: string | undefined;
  onChange: (name: string) => void;
}) {
  const { t } = useTranslation("content");
  const [open, setOpen] = useState(false);
  const pictures = useQuery(picturesQuery(useScope(), open || value !== ""));
  const chosen = pictures.data?.find((one) => one.name === value)?.image;
  return (
    <FieldGroup label={label} error={error} className="gap-2">
      <div className="flex flex-wrap items-center gap-4">
        <Picture
          src={chosen?.src}
          alt={chosen ? t("picture_named", { name: value }) : ""}
          width={chosen?.width ?? 256}
          height={chosen?.height ?? 256}
          className="size-24 shrink-0"
        />
        <div className="flex flex-wrap gap-2">
          <Button size="sm" icon="image" onClick={() => setOpen(true)}>
            {t("picture_choose")}
          </Button>
          {value !== "" && (
            <Button size="sm" variant="plain" onClick={() => onChange("")}>
              {t("picture_none")}
            </Button>
          )}
        </div>
      </div>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={label}
        closeLabel={t("close")}
        size="lg"
      >
        <Choice
          value={value}
          onChoose={(name) => {
            onChange(name);
            setOpen(false);
          }}
        />
      </Dialog>
    </FieldGroup>
  );
}

const rows = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"];
const grid = "grid grid-cols-[repeat(auto-fill,minmax(5rem,1fr))] gap-2";

function Choice({ value, onChoose }: { value: string; onChoose: (name: string) => void }) {
  const { t } = useTranslation("content");
  const [part, setPart] = useState("");
  const pictures = useQuery(picturesQuery(useScope(), true));
  const wanted = part.trim().toLowerCase();
  const shown = (pictures.data ?? []).filter((one) => one.name.toLowerCase().includes(wanted));
  return (
    <Loaded
      query={pictures}
      texts="content"
      skeleton={
        <SkeletonGroup label={t("loading")} className={grid}>
          {rows.map((name) => (
            <Skeleton key={name} shape="block" className="aspect-square" />
          ))}
        </SkeletonGroup>
      }
    >
      {() => (
        <div className="flex flex-col gap-4">
          <TextInput
            label={t("picture_search")}
            value={part}
            onValueChange={setPart}
            onKeyDown={onEnter()}
            dir="ltr"
            autoComplete="off"
          />
          {shown.length === 0 && <p className="text-muted">{t("picture_nothing")}</p>}
          <ul className={grid}>
            {shown.map(({ name, image }) => (
              <li key={name}>
                <button
                  type="button"
                  aria-pressed={name === value}
                  aria-label={t("picture_named", { name })}
                  title={name}
                  onClick={() => onChoose(name)}
                  className={cx(
                    "block w-full rounded-card border-2",
                    name === value ? "border-go" : "border-transparent hover:border-control",
                  )}
                >
                  <Picture src={image.src} alt="" width={image.width} height={image.height} />
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Loaded>
  );
}
