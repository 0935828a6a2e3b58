import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAction } from "../../../../api/useAction";
import { SwitchField } from "../../../../backoffice/fields";
import { RecordForm } from "../../../../backoffice/RecordForm";
import { RecordHistory } from "../../../../backoffice/RecordHistory";
import { RecordPage, RecordSection } from "../../../../backoffice/RecordPage";
import { toasts } from "../../../../backoffice/toasts";
import { type Form, useForm } from "../../../../backoffice/useForm";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Button } from "../../../../ui/Button";
import { Notice } from "../../../../ui/Notice";
import { TextInput } from "../../../../ui/TextInput";
import { type Storage, type StorageBody, saveStorage, storageQuery, tryStorage } from "./api";

const places = ["uploads", "backups"] as const;
type Place = (typeof places)[number];

type Secrets = Record<"uploads.secret" | "backups.secret" | "passphrase", string>;
const noSecrets: Secrets = { "uploads.secret": "", "backups.secret": "", passphrase: "" };

/** The form, with the server's field names; the secrets are kept separately. */
type Draft = {
  /** Whether a secret was typed. */
  secrets: boolean;
  encrypt: boolean;
} & Record<`${Place}.on`, boolean> &
  Record<`${Place}.${"url" | "region" | "key"}`, string>;

const draftOf = ({ uploads, backups, encrypt }: Storage): Draft => ({
  secrets: false,
  "uploads.on": uploads.on,
  "uploads.url": uploads.url,
  "uploads.region": uploads.region,
  "uploads.key": uploads.key,
  "backups.on": backups.on,
  "backups.url": backups.url,
  "backups.region": backups.region,
  "backups.key": backups.key,
  encrypt,
});

const bodyOf = (draft: Draft, secrets: Secrets, version: number): StorageBody => {
  const place = (name: Place) => ({
    on: draft[`${name}.on`],
    url: draft[`${name}.url`],
    region: draft[`${name}.region`],
    key: draft[`${name}.key`],
    secret: secrets[`${name}.secret`],
  });
  return {
    uploads: place("uploads"),
    backups: place("backups"),
    encrypt: draft.encrypt,
    passphrase: secrets.passphrase,
    version,
  };
};

/** The storage of pictures and backups, and the encryption of backups. */
function StoragePage() {
  const { t } = useTranslation("storage");
  const query = useQuery(storageQuery(useScope()));
  return (
    <RecordPage<Storage>
      back={{ to: "/setup", label: t("back") }}
      query={query}
      title={() => t("title")}
      history={() => <RecordHistory object="shop.storage" />}
    >
      {(record) => record && <StorageForm storage={record} />}
    </RecordPage>
  );
}

const words = { dir: "ltr", spellCheck: false, autoComplete: "off" } as const;

function StorageForm({ storage }: { storage: Storage }) {
  const { t } = useTranslation("storage");
  const scope = useScope();
  const client = useQueryClient();
  // Unlike the other input, secrets are not stored in the tab.
  const [secrets, setSecrets] = useState<Secrets>(noSecrets);
  const form = useForm<Storage, Draft>({
    name: "storage",
    record: storage,
    draftOf: (record) => draftOf(record ?? storage),
    labels: {
      secrets: t("secrets"),
      encrypt: t("encrypt"),
      "uploads.on": t("uploads_on"),
      "uploads.url": t("url"),
      "uploads.region": t("region"),
      "uploads.key": t("key"),
      "backups.on": t("backups_on"),
      "backups.url": t("url"),
      "backups.region": t("region"),
      "backups.key": t("key"),
    },
    save: (values, record) => saveStorage(bodyOf(values, secrets, (record ?? storage).version)),
    onSaved: (saved) => {
      setSecrets(noSecrets);
      client.setQueryData(storageQuery(scope).queryKey, saved);
      toasts.show({ text: t("saved"), tone: "success" });
    },
  });
  const secret = (name: keyof Secrets, label: string, hint: string) => (
    <TextInput
      name={name}
      type="password"
      autoComplete="off"
      dir="ltr"
      label={label}
      hint={hint}
      value={secrets[name]}
      error={form.errorOf(name)}
      onValueChange={(value) => {
        setSecrets((now) => ({ ...now, [name]: value }));
        form.set({ secrets: true });
      }}
    />
  );
  const bucket = (place: Place) =>
    form.values[`${place}.on`] && (
      <Bucket form={form} place={place}>
        {secret(
          `${place}.secret`,
          t("secret"),
          t(storage[place].has_secret ? "secret_kept" : "secret_hint"),
        )}
      </Bucket>
    );
  const working = places.filter((place) => storage[place].variable || storage[place].on);
  return (
    <>
      <RecordForm form={form}>
        <RecordSection title={t("uploads")} text={t("uploads_text")}>
          {storage.uploads.variable && <Notice>{t("variable")}</Notice>}
          {storage.waiting > 0 && <Notice>{t("waiting", { count: storage.waiting })}</Notice>}
          <SwitchField {...form.field("uploads.on")} hint={t("uploads_stay")} />
          {bucket("uploads")}
        </RecordSection>
        <RecordSection title={t("backups")} text={t("backups_text")}>
          {storage.backups.variable && <Notice>{t("variable")}</Notice>}
          <SwitchField {...form.field("backups.on")} />
          {bucket("backups")}
        </RecordSection>
        <RecordSection title={t("encryption")} text={t("encryption_text")}>
          {storage.passphrase_variable && <Notice>{t("variable")}</Notice>}
          <SwitchField {...form.field("encrypt")} />
          {form.values.encrypt &&
            secret(
              "passphrase",
              t("passphrase"),
              t(storage.has_passphrase ? "passphrase_kept" : "passphrase_hint"),
            )}
        </RecordSection>
      </RecordForm>
      {working.length > 0 && (
        <RecordSection title={t("try")} text={t("try_text")}>
          {working.map((place) => (
            <Try key={place} place={place} />
          ))}
        </RecordSection>
      )}
    </>
  );
}

function Bucket({
  form,
  place,
  children,
}: {
  form: Form<Draft>;
  place: Place;
  children: React.ReactNode;
}) {
  const { t } = useTranslation("storage");
  return (
    <>
      <TextInput
        {...form.field(`${place}.url`)}
        {...words}
        type="url"
        hint={t("url_hint")}
        required
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput {...form.field(`${place}.key`)} {...words} required />
        <TextInput {...form.field(`${place}.region`)} {...words} hint={t("region_hint")} />
      </div>
      {children}
    </>
  );
}

/** Writes, reads and deletes a small file, using the saved settings. */
function Try({ place }: { place: Place }) {
  const { t } = useTranslation("storage");
  const { busy, problem, run } = useAction();
  const [said, setSaid] = useState<{ works: boolean; problem: string } | null>(null);
  return (
    <div className="flex flex-col gap-3">
      <Button
        className="self-start"
        loading={busy}
        loadingLabel={t("busy")}
        onClick={() =>
          void run(async () => {
            setSaid(null);
            setSaid(await tryStorage(place));
          })
        }
      >
        {t(`try_${place}`)}
      </Button>
      {problem && (
        <Notice tone="trouble" live>
          {problem}
        </Notice>
      )}
      {said && (
        <Notice tone={said.works ? "success" : "trouble"} live>
          {t(said.works ? "try_works" : "try_not")} {!said.works && said.problem}
        </Notice>
      )}
    </div>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("storage:title"), noIndex: true }),
  Component: StoragePage,
});
