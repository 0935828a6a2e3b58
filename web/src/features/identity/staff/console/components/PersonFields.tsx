import { useQuery } from "@tanstack/react-query";
import { ChoicesField } from "../../../../../backoffice/fields";
import { meQuery } from "../../../../../backoffice/me";
import { RecordSection } from "../../../../../backoffice/RecordPage";
import type { Form } from "../../../../../backoffice/useForm";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { RadioGroup } from "../../../../../ui/RadioGroup";
import { TextInput } from "../../../../../ui/TextInput";
import { ofBranches, type PersonDraft, roles } from "../model";

/** The label of each field of a person. */
export function usePersonLabels() {
  const { t } = useTranslation("staff");
  return {
    name: t("name"),
    phone: t("phone"),
    email: t("email"),
    role: t("role"),
    branches: t("branches"),
  };
}

/** A person's name, sign-in, role and branches. */
export function PersonFields({ form, own = false }: { form: Form<PersonDraft>; own?: boolean }) {
  const { t } = useTranslation("staff");
  const { t: shell } = useTranslation("console");
  const branches = useQuery(meQuery(useScope())).data?.branches ?? [];
  const { field, values } = form;
  return (
    <>
      <RecordSection title={t("who")}>
        <TextInput {...field("name")} required autoComplete="off" />
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextInput {...field("phone")} hint={t("phone_hint")} type="tel" autoComplete="off" />
          <TextInput
            {...field("email")}
            optionalLabel={t("optional")}
            type="email"
            autoComplete="off"
            spellCheck={false}
          />
        </div>
      </RecordSection>
      {!own && (
        <RecordSection title={t("work")}>
          <RadioGroup
            {...field("role")}
            options={roles.map((role) => ({
              value: role,
              label: shell(`role_${role}`),
              hint: t(`role_${role}`),
            }))}
          />
          <ChoicesField
            {...field("branches")}
            label={t(ofBranches(values.role) ? "branches" : "branches_optional")}
            options={branches.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </RecordSection>
      )}
    </>
  );
}
