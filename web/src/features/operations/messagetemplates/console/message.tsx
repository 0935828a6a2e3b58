import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { RecordForm } from "../../../../backoffice/RecordForm";
import { RecordHistory } from "../../../../backoffice/RecordHistory";
import { RecordPage, RecordSection } from "../../../../backoffice/RecordPage";
import { toasts } from "../../../../backoffice/toasts";
import { type Form, useForm } from "../../../../backoffice/useForm";
import { definePage, usePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Badge } from "../../../../ui/Badge";
import { Button } from "../../../../ui/Button";
import { Ltr } from "../../../../ui/Ltr";
import { Notice } from "../../../../ui/Notice";
import { TextArea } from "../../../../ui/TextArea";
import { lookQuery, saveWording, type Wording, type WordingText, wordingQuery } from "./api";
import {
  countedBy,
  fieldOf,
  keyOf,
  placeholdersOf,
  type Section,
  sections,
  sectionTexts,
  typedTexts,
  type WordingDraft,
  wordingBody,
  wordingDraft,
} from "./model";

/** One message's texts by channel and language, each with a preview. */
function MessagePage() {
  const { t } = useTranslation("wording");
  const { params } = usePage();
  const id = params.id ?? "";
  const wording = useQuery(wordingQuery(useScope(), id));
  return (
    <RecordPage<Wording>
      back={{ to: "/wording", label: t("title") }}
      query={wording}
      title={(record) => record && t(`name_${keyOf(record.id)}`)}
      badge={(record) =>
        record?.texts.some(({ own }) => own) && <Badge tone="good">{t("own")}</Badge>
      }
      history={(record) => <RecordHistory object={record.id} action="message." />}
    >
      {(record) => record && <MessageForm wording={record} />}
    </RecordPage>
  );
}

function useLabel() {
  const { t } = useTranslation("wording");
  const { number } = useFormat();
  return ({ channel, language, form }: WordingText) => {
    const text = t(channel === "subject" ? `subject_${language}` : `language_${language}`);
    const counted = countedBy[form];
    const numbers = counted
      ? t("form_numbers", { numbers: counted.map((one) => number(one)).join("–") })
      : t("form_other");
    return form ? t("counted", { text, numbers }) : text;
  };
}

function MessageForm({ wording }: { wording: Wording }) {
  const { t } = useTranslation("wording");
  const scope = useScope();
  const client = useQueryClient();
  const label = useLabel();
  const form = useForm<Wording, WordingDraft>({
    name: `wording:${wording.id}`,
    record: wording,
    draftOf: (record) => wordingDraft(record ?? wording),
    labels: Object.fromEntries(
      wording.texts.map((one) => [
        fieldOf(one),
        t("at", { channel: t(`channel_${one.channel}`), text: label(one) }),
      ]),
    ),
    save: (values, record) => saveWording(wording.id, wordingBody(record ?? wording, values)),
    onSaved: (saved) => {
      client.setQueryData(wordingQuery(scope, wording.id).queryKey, saved);
      void client.invalidateQueries({ queryKey: ["/console/wording"] });
      toasts.show({ text: t("saved"), tone: "success" });
    },
  });
  const look = useQuery({
    ...lookQuery(scope, wording.id, typedTexts(wording, useDeferredValue(form.values))),
    placeholderData: keepPreviousData,
  });
  const shownOf = (one: WordingText) => look.data?.[wording.texts.indexOf(one)] ?? one.shown;
  return (
    <>
      <p className="text-muted text-pretty">{t(`kind_${wording.kind.replace(" ", "_")}`)}</p>
      <RecordForm form={form}>
        {sections.map((section) => {
          const texts = sectionTexts(wording.texts, section);
          if (texts.length === 0) return null;
          return (
            <RecordSection
              key={section}
              title={t(`channel_${section}`)}
              text={t(`${section}_text`)}
            >
              {section === "whatsapp" && <Notice>{t("whatsapp_registered")}</Notice>}
              <Placeholders texts={texts} />
              {texts.map((one) => (
                <OneText
                  key={fieldOf(one)}
                  form={form}
                  one={one}
                  label={label(one)}
                  shown={shownOf(one)}
                  section={section}
                />
              ))}
            </RecordSection>
          );
        })}
      </RecordForm>
    </>
  );
}

function Placeholders({ texts }: { texts: readonly WordingText[] }) {
  const { t } = useTranslation("wording");
  return (
    <div className="text-sm">
      <h3 className="font-medium">{t("placeholders")}</h3>
      <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
        {placeholdersOf(texts).map((name) => (
          <li key={name}>
            <Ltr className="font-mono">{`{${name}}`}</Ltr>{" "}
            <span className="text-muted">{t(`placeholder_${name}`)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function OneText({
  form,
  one,
  label,
  shown,
  section,
}: {
  form: Form<WordingDraft>;
  one: WordingText;
  label: string;
  shown: WordingText["shown"];
  section: Section;
}) {
  const { t } = useTranslation("wording");
  const { number } = useFormat();
  const name = fieldOf(one);
  const field = form.field(name);
  const dir = one.language === "ar" ? "rtl" : "ltr";
  const usual = field.value === one.usual;
  return (
    <div className="grid items-start gap-x-5 gap-y-3 lg:grid-cols-2">
      <div className="flex flex-col gap-2">
        <TextArea
          {...field}
          label={label}
          dir={dir}
          lang={one.language}
          rows={one.channel === "subject" || section === "push" ? 2 : 3}
          error={field.error ?? (shown.problem || undefined)}
          used={t("used", { used: number([...field.value].length), most: number(one.most) })}
        />
        {!usual && (
          <Button
            size="sm"
            variant="quiet"
            icon="undo"
            className="self-start"
            onClick={() => form.set({ [name]: one.usual })}
          >
            {t("reset")}
          </Button>
        )}
      </div>
      <div className="rounded-control bg-tint px-4 py-3">
        <h3 className="text-sm font-medium text-muted">{t("preview", { text: label })}</h3>
        <p
          dir={dir}
          lang={one.language}
          className="mt-1 text-start text-pretty whitespace-pre-line wrap-anywhere"
        >
          {shown.text}
        </p>
        {shown.parts > 0 && (
          <p className="mt-2 text-sm text-muted">
            {t("parts", { count: shown.parts })}{" "}
            {t("letters", {
              letters: number(shown.letters),
              alone: number(shown.alone),
              each: number(shown.each),
            })}
          </p>
        )}
      </div>
    </div>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("wording:title"), noIndex: true }),
  Component: MessagePage,
});
