import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type DragEvent, useId, useState } from "react";
import { useAction } from "../../../../../api/useAction";
import { FileButton } from "../../../../../backoffice/FileButton";
import { useNavigate } from "../../../../../lib/history";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Card } from "../../../../../ui/Card";
import { cx } from "../../../../../ui/cx";
import { FieldError } from "../../../../../ui/Field";
import { ProgressBar } from "../../../../../ui/ProgressBar";
import { importChoicesQuery, refresh, sendFile } from "../api";

const megabyte = 1 << 20;

/** Uploads a chosen or dropped file, and leads to its page. */
export function FileDrop() {
  const { t } = useTranslation("imports");
  const { number } = useFormat();
  const id = useId();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [over, setOver] = useState(false);
  const [share, setShare] = useState(0);
  const [refused, setRefused] = useState("");
  const { busy, problem, errorOf, run, forget } = useAction();
  const most = useQuery(importChoicesQuery(useScope())).data?.max_bytes ?? 64 * megabyte;

  function send(file: File | undefined) {
    if (!file || busy) return;
    forget();
    setShare(0);
    if (file.size > most) {
      setRefused(t("too_large", { megabytes: number(most / megabyte) }));
      return;
    }
    setRefused("");
    // Systems disagree on the type of CSV files; the server decides by the first bytes.
    const plain = new Blob([file], { type: "application/octet-stream" });
    void run(
      async () => {
        const made = await sendFile(plain, { name: file.name, onProgress: setShare });
        void refresh(client);
        navigate(`/imports/${encodeURIComponent(made.id)}`);
      },
      { leaves: true },
    );
  }
  function dropped(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    send(event.dataTransfer.files[0]);
  }
  const wrong = refused || errorOf("body") || problem || "";
  return (
    <Card>
      <section
        aria-labelledby={`${id}-title`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={dropped}
        className={cx(
          "flex flex-col items-start gap-3 rounded-card border-2 border-dashed p-4",
          over ? "border-go bg-tint" : "border-line",
        )}
      >
        <h2 id={`${id}-title`} className="text-lg font-semibold">
          {t("upload_title")}
        </h2>
        <p id={`${id}-hint`} className="text-muted">
          {t("upload_text", { megabytes: number(most / megabyte) })}
        </p>
        <FileButton
          accept=".csv,.tsv,.txt,.xlsx"
          label={t("choose")}
          onFile={send}
          variant="primary"
          icon="plus"
          loading={busy}
          loadingLabel={t("sending")}
          aria-describedby={`${id}-hint`}
        />
        {busy && <ProgressBar label={t("sending")} value={share} max={1} className="w-full" />}
        <FieldError id={`${id}-error`} error={wrong || undefined} />
      </section>
    </Card>
  );
}
