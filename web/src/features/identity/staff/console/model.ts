import type { ColleagueDetail, PersonBody } from "./api";

export const roles = [
  "owner",
  "editor",
  "manager",
  "picker",
  "support",
  "finance",
  "courier",
] as const;
export type Role = (typeof roles)[number];

/** Whether a role is limited to assigned branches. */
export const ofBranches = (role: string): boolean =>
  role === "manager" || role === "picker" || role === "courier";

export interface PersonDraft {
  name: string;
  phone: string;
  email: string;
  role: string;
  branches: string[];
}

export const nobody: PersonDraft = { name: "", phone: "", email: "", role: "picker", branches: [] };

export function personDraft(person: ColleagueDetail | null): PersonDraft {
  if (person === null) return nobody;
  const { name, phone, email, role, branches } = person;
  return { name, phone, email, role, branches };
}

/** The request body: empty fields are left out, and so are the branches of a role without assigned ones. */
export function personBody({ name, phone, email, role, branches }: PersonDraft): PersonBody {
  return {
    name,
    role: role as Role,
    ...(phone.trim() === "" ? {} : { phone: phone.trim() }),
    ...(email.trim() === "" ? {} : { email: email.trim() }),
    ...(branches.length > 0 ? { branches } : {}),
  };
}

/** A link to hand over: its secret comes after the #, which browsers do not send to servers. */
export const joinLink = (origin: string, secret: string): string =>
  `${origin}/console/join#${secret}`;

export const tones = { active: "good", temporary: "offer", locked: "trouble" } as const;
