import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAction } from "../../../../api/useAction";
import { RecordForm } from "../../../../backoffice/RecordForm";
import { RecordHistory } from "../../../../backoffice/RecordHistory";
import { RecordPage, RecordSection } from "../../../../backoffice/RecordPage";
import { toasts } from "../../../../backoffice/toasts";
import { useForm } from "../../../../backoffice/useForm";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Button } from "../../../../ui/Button";
import { Notice } from "../../../../ui/Notice";
import { TextInput } from "../../../../ui/TextInput";
import { saveTiles, type Tiles, tilesQuery, tryTiles } from "./api";

/** The source of the map tiles, and their attribution. */
function TilesPage() {
  const { t } = useTranslation("tiles");
  const query = useQuery(tilesQuery(useScope()));
  return (
    <RecordPage<Tiles>
      back={{ to: "/setup", label: t("back") }}
      query={query}
      title={() => t("title")}
      history={() => <RecordHistory object="shop.tiles" />}
    >
      {(record) => record && <TilesForm tiles={record} />}
    </RecordPage>
  );
}

interface Draft {
  url: string;
  by: string;
}

function TilesForm({ tiles }: { tiles: Tiles }) {
  const { t } = useTranslation("tiles");
  const scope = useScope();
  const client = useQueryClient();
  const form = useForm<Tiles, Draft>({
    name: "tiles",
    record: tiles,
    draftOf: (record) => ({ url: (record ?? tiles).url, by: (record ?? tiles).by }),
    labels: { url: t("url"), by: t("by") },
    save: (values, record) => saveTiles({ ...values, version: (record ?? tiles).version }),
    onSaved: (saved) => {
      client.setQueryData(tilesQuery(scope).queryKey, saved);
      toasts.show({ text: t("saved"), tone: "success" });
    },
  });
  const { url } = form.values;
  return (
    <>
      <RecordForm form={form}>
        <RecordSection title={t("source")} text={t("source_text")}>
          {tiles.variable && <Notice>{t("variable")}</Notice>}
          <TextInput
            {...form.field("url")}
            type="url"
            spellCheck={false}
            autoComplete="off"
            hint={t("url_hint")}
          />
          {url.trim() !== "" && (
            <TextInput {...form.field("by")} dir="auto" hint={t("by_hint")} required />
          )}
        </RecordSection>
      </RecordForm>
      {url.trim() !== "" && <Try key={url} url={url} />}
    </>
  );
}

/** The server requests one tile: a page may not load tiles from a host that is not saved yet. */
function Try({ url }: { url: string }) {
  const { t } = useTranslation("tiles");
  const { busy, problem, run } = useAction();
  const [said, setSaid] = useState<{ picture: string; problem: string } | null>(null);
  return (
    <div className="flex flex-col gap-3">
      <Button
        className="self-start"
        loading={busy}
        loadingLabel={t("busy")}
        onClick={() =>
          void run(async () => {
            setSaid(null);
            setSaid(await tryTiles(url));
          })
        }
      >
        {t("try")}
      </Button>
      {problem && (
        <Notice tone="trouble" live>
          {problem}
        </Notice>
      )}
      {said && (
        <Notice tone={said.picture ? "success" : "trouble"} live>
          {said.picture ? t("try_works") : `${t("try_not")} ${said.problem}`}
        </Notice>
      )}
      {said?.picture && (
        <img src={said.picture} alt={t("piece")} width={256} height={256} className="rounded-md" />
      )}
    </div>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("tiles:title"), noIndex: true }),
  Component: TilesPage,
});
