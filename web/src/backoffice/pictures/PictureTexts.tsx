import { useScope } from "../../lib/scope";
import { useTranslation } from "../../lib/translation";
import { Card } from "../../ui/Card";
import { TextInput } from "../../ui/TextInput";
import { BilingualField } from "../BilingualField";
import { RecordForm } from "../RecordForm";
import { useForm } from "../useForm";
import { type PictureDetail, savePicture } from "./api";

const draftOf = (picture: PictureDetail | null) => ({
  title: picture?.title ?? "",
  alt_en: picture?.alt_en ?? "",
  alt_ar: picture?.alt_ar ?? "",
});

/** The name and the description of a picture, in both languages. */
export function PictureTexts({
  picture,
  onSaved,
}: {
  picture: PictureDetail;
  onSaved: (saved: PictureDetail) => void;
}) {
  const { t } = useTranslation("media");
  const { lang } = useScope();
  const alt = t("alt");
  const form = useForm({
    name: `picture:${picture.name}`,
    record: picture,
    draftOf,
    labels: { title: t("title_label"), alt_en: alt, alt_ar: alt },
    save: (values, record) =>
      savePicture(picture.name, { ...values, version: record?.version ?? picture.version }),
    onSaved,
  });
  return (
    <RecordForm form={form} locked={!picture.can_edit}>
      <Card className="flex flex-col gap-4">
        <TextInput
          {...form.field("title")}
          hint={t("title_hint")}
          dir="auto"
          lang={lang}
          autoComplete="off"
        />
        <BilingualField form={form} name="alt" label={alt} hint={t("alt_hint")} lines={2} />
      </Card>
    </RecordForm>
  );
}
