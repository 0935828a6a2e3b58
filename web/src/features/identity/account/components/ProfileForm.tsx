import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { User } from "../../../../api/types";
import { useFields } from "../../../../api/useFields";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { changeProfile, profileQuery } from "../../../../shop/account/api";
import { mergeUser } from "../../../../shop/account/userSlice";
import { PhotoPicker } from "../../../../shop/photos/PhotoPicker";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import { Failure } from "../../../../ui/Failure";
import { Notice } from "../../../../ui/Notice";
import { RadioGroup } from "../../../../ui/RadioGroup";
import { TextInput } from "../../../../ui/TextInput";
import { changesOf, draftOf, type ProfileDraft, type Wrong, wrongIn } from "../profile";
import { EmailConfirm } from "./EmailConfirm";

type TextField = "name" | "email" | "company_name" | "birthdate";

/** The customer's profile. Only changed fields are sent. */
export function ProfileForm({ user }: { user: User }) {
  const { t } = useTranslation("profile");
  const scope = useScope();
  const client = useQueryClient();
  const [saved, setSaved] = useState<string | null>(null);
  const form = useFields<ProfileDraft>(
    () => draftOf(user),
    (draft) => {
      const wrong: Partial<Record<string, Wrong>> = wrongIn(draft);
      return Object.fromEntries(
        Object.entries(wrong).map(([name, one]) => [name, one && t(one.key, one.values)]),
      );
    },
  );
  const changes = changesOf(form.values, user);

  const set = (change: Partial<ProfileDraft>) => {
    form.set(change);
    setSaved(null);
  };
  const text = (name: TextField) => ({
    ...form.field(name),
    label: t(name),
    onValueChange: (value: string) => set({ [name]: value }),
  });
  const optional = { optionalLabel: t("optional") };

  async function save() {
    setSaved(null);
    const { user: now, message } = await changeProfile(changes);
    client.setQueryData(profileQuery(scope).queryKey, now);
    void mergeUser(now, scope.session, Date.now());
    form.reset(draftOf(now));
    setSaved(message);
  }
  return (
    <Card as="section" className="flex flex-col gap-5">
      <h2 className="text-lg font-semibold">{t("details")}</h2>
      <form ref={form.ref} onSubmit={form.submit(save)} noValidate className="flex flex-col gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextInput {...text("name")} required autoComplete="name" />
          <TextInput {...text("email")} {...optional} type="email" autoComplete="email" />
          <TextInput {...text("company_name")} {...optional} autoComplete="organization" />
          <TextInput {...text("birthdate")} {...optional} type="date" autoComplete="bday" />
        </div>
        <RadioGroup
          label={t("gender")}
          layout="row"
          value={form.values.gender}
          onValueChange={(value) =>
            set({ gender: value === "male" || value === "female" ? value : "" })
          }
          options={[
            { value: "female", label: t("female") },
            { value: "male", label: t("male") },
            { value: "", label: t("gender_none") },
          ]}
          error={form.error("gender")}
        />
        <PhotoPicker
          label={t("photo")}
          {...optional}
          value={form.values.photo}
          max={1}
          onChange={(photo) => set({ photo })}
          error={form.error("photo")}
        />
        <Failure of={form.elsewhere} />
        {saved && (
          <Notice tone="success" live>
            {saved}
          </Notice>
        )}
        <Button
          type="submit"
          variant="primary"
          className="self-start"
          loading={form.busy}
          loadingLabel={t("saving")}
          disabled={!form.busy && Object.keys(changes).length === 0}
        >
          {t("save")}
        </Button>
      </form>
      {user.email && !user.email_verified && <EmailConfirm key={user.email} email={user.email} />}
    </Card>
  );
}
