import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { User } from "../../../api/types";
import { useAction } from "../../../api/useAction";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { changeProfile, profileQuery } from "../../../shop/account/api";
import { mergeUser } from "../../../shop/account/userSlice";
import { PhotoPicker } from "../../../shop/photos/PhotoPicker";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Failure } from "../../../ui/Failure";
import { Notice } from "../../../ui/Notice";
import { RadioGroup } from "../../../ui/RadioGroup";
import { TextInput } from "../../../ui/TextInput";
import { changesOf, draftOf, type ProfileDraft, type Wrong, wrongIn } from "../profile";
import { EmailConfirm } from "./EmailConfirm";

type TextField = "name" | "email" | "company_name" | "birthdate";

/** Who somebody is to the shop. Only what was changed is sent. */
export function ProfileForm({ user }: { user: User }) {
  const { t } = useTranslation("profile");
  const scope = useScope();
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(user));
  const [tried, setTried] = useState(false);
  const { busy, failure, errorOf, run } = useAction();
  const [saved, setSaved] = useState<string | null>(null);
  const wrong = wrongIn(draft);
  const changes = changesOf(draft, user);

  const set = (change: Partial<ProfileDraft>) => {
    setDraft((now) => ({ ...now, ...change }));
    setSaved(null);
  };
  const words = (one: Wrong | undefined) => one && t(one.key, one.values);
  const error = (field: keyof ProfileDraft) =>
    (tried && field in wrong ? words(wrong[field as keyof typeof wrong]) : undefined) ??
    errorOf(field);
  const text = (field: TextField) => ({
    label: t(field),
    name: field,
    value: draft[field],
    onValueChange: (value: string) => set({ [field]: value }),
    error: error(field),
  });
  const optional = { optionalLabel: t("optional") };

  async function save(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    setSaved(null);
    if (Object.keys(wrong).length > 0) return;
    await run(async () => {
      const { user: now, message } = await changeProfile(changes);
      client.setQueryData(profileQuery(scope).queryKey, now);
      void mergeUser(now, scope.session, Date.now());
      setDraft(draftOf(now));
      setSaved(message);
      setTried(false);
    });
  }
  const inField = ["name", "email", "company_name", "birthdate", "gender", "photo"].some((one) =>
    errorOf(one),
  );
  return (
    <Card as="section" className="flex flex-col gap-5">
      <h2 className="text-lg font-semibold">{t("details")}</h2>
      <form onSubmit={save} noValidate className="flex flex-col gap-5">
        <PhotoPicker
          label={t("photo")}
          {...optional}
          value={draft.photo}
          max={1}
          onChange={(photo) => set({ photo })}
          error={error("photo")}
        />
        <TextInput {...text("name")} required autoComplete="name" />
        <TextInput {...text("email")} {...optional} type="email" autoComplete="email" />
        <TextInput {...text("company_name")} {...optional} autoComplete="organization" />
        <TextInput {...text("birthdate")} {...optional} type="date" autoComplete="bday" />
        <RadioGroup
          label={t("gender")}
          layout="row"
          value={draft.gender}
          onValueChange={(value) =>
            set({ gender: value === "male" || value === "female" ? value : "" })
          }
          options={[
            { value: "female", label: t("female") },
            { value: "male", label: t("male") },
            { value: "", label: t("gender_none") },
          ]}
          error={error("gender")}
        />
        {!inField && <Failure of={failure} />}
        {saved && (
          <Notice tone="success" live>
            {saved}
          </Notice>
        )}
        <Button
          type="submit"
          variant="primary"
          className="self-start"
          loading={busy}
          loadingLabel={t("saving")}
          disabled={!busy && Object.keys(changes).length === 0}
        >
          {t("save")}
        </Button>
      </form>
      {user.email && !user.email_verified && <EmailConfirm key={user.email} email={user.email} />}
    </Card>
  );
}
