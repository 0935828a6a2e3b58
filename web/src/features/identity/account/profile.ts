/** The profile form: its draft, and the fields that are sent. */

import type { User } from "../../../api/types";
import type { ProfileChanges } from "../../../shop/account/api";
import type { Photo } from "../../../shop/photos/usePhotos";
import { isEmail, wrongName } from "../../../shop/signIn/model";

export interface ProfileDraft {
  name: string;
  email: string;
  company_name: string;
  birthdate: string;
  gender: "male" | "female" | "";
  photo: Photo[];
}

export function draftOf(user: User): ProfileDraft {
  return {
    name: user.name,
    email: user.email ?? "",
    company_name: user.company_name ?? "",
    birthdate: user.birthdate ?? "",
    gender: user.gender ?? "",
    // The stored photo is identified by its URL; the server accepts that as its id.
    photo: user.photo ? [{ id: user.photo, src: user.photo }] : [],
  };
}

/** Only the fields that differ from the server's: the others stay as they are there. */
export function changesOf(draft: ProfileDraft, user: User): ProfileChanges {
  const changes: ProfileChanges = {};
  const before = draftOf(user);
  const name = draft.name.trim();
  if (name !== before.name) changes.name = name;
  const email = draft.email.trim();
  if (email !== before.email) changes.email = email || null;
  const company = draft.company_name.trim();
  if (company !== before.company_name) changes.company_name = company || null;
  if (draft.birthdate !== before.birthdate) changes.birthdate = draft.birthdate || null;
  if (draft.gender !== before.gender) changes.gender = draft.gender || null;
  const photo = draft.photo[0]?.id ?? "";
  if (photo !== (before.photo[0]?.id ?? "")) changes.photo = photo || null;
  return changes;
}

/** An error, as a text's key with the values to insert. */
export interface Wrong {
  key: "required" | "too_short" | "too_long" | "email_format";
  values?: { len: number } | { email: string };
}

export function wrongIn(draft: ProfileDraft): {
  name?: Wrong;
  email?: Wrong;
  company_name?: Wrong;
} {
  const wrong: ReturnType<typeof wrongIn> = {};
  const name = wrongName(draft.name);
  if (name) wrong.name = name;
  const email = draft.email.trim();
  if (email !== "" && !isEmail(email)) {
    wrong.email = { key: "email_format", values: { email: "name@example.com" } };
  }
  if ([...draft.company_name.trim()].length > 80) {
    wrong.company_name = { key: "too_long", values: { len: 80 } };
  }
  return wrong;
}

/** "+20" of an Egyptian number in E.164; for other countries the whole number, because their codes vary in length. */
export function callingCode(phone: string): string {
  return phone.startsWith("+20") ? "+20" : phone;
}
