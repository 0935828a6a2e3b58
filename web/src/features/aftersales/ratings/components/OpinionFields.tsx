import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { PhotoPicker } from "../../../../shop/photos/PhotoPicker";
import { Card } from "../../../../ui/Card";
import { TextArea } from "../../../../ui/TextArea";
import type { Given } from "../api";
import { photosMost, type Said, textMost } from "../model";
import { Answer, Photos } from "./Review";
import { StarInput } from "./StarInput";

export interface OpinionFieldsProps {
  /** The name of the rated subject: "Your order", or the product's name. */
  name: string;
  value: Said;
  onChange: (value: Said) => void;
  given: Given | null;
  error?: string | undefined;
  large?: boolean;
}

/** The stars, and further fields once stars are given. A rating that can no longer be changed is only shown. */
export function OpinionFields({
  name,
  value,
  onChange,
  given,
  error,
  large = false,
}: OpinionFieldsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const settled = given !== null && !given.editable;
  return (
    <div className="flex flex-col gap-4">
      <StarInput
        label={t("opinions:stars_of", { name })}
        value={value.stars}
        onValueChange={(stars) => onChange({ ...value, stars })}
        error={error}
        disabled={settled}
        large={large}
      />
      {settled ? (
        <>
          {given.text && <p dir="auto">{given.text}</p>}
          <Photos photos={given.photos} />
        </>
      ) : (
        (value.stars > 0 || value.text !== "") && (
          <>
            <TextArea
              label={t("opinions:text_of", { name })}
              hint={t("opinions:public")}
              optionalLabel={t("opinions:optional")}
              value={value.text}
              onValueChange={(text) => onChange({ ...value, text })}
              maxLength={textMost}
              rows={3}
              dir="auto"
            />
            <PhotoPicker
              label={t("opinions:photos_of", { name })}
              optionalLabel={t("opinions:optional")}
              value={value.photos}
              max={photosMost}
              onChange={(photos) => onChange({ ...value, photos })}
            />
          </>
        )
      )}
      {given && (
        <p className="text-sm text-muted">
          {settled
            ? t("opinions:settled")
            : t("opinions:editable", { day: format.date(Date.parse(given.editable_until)) })}
        </p>
      )}
      {given?.answer && (
        <Card padding="sm" className="bg-tint shadow-none">
          <Answer answer={given.answer} />
        </Card>
      )}
    </div>
  );
}
