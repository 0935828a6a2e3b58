import { fieldOf, momentOf } from "../../../../lib/format/field";
import type { Lang } from "../../../../lib/lang";
import { latinDigits } from "../../../../ui/digits";
import type {
  BannerBody,
  BlockBody,
  ContactBody,
  EditableBanner,
  EditableBlock,
  EditablePage,
  EditablePost,
  Missing,
  PageBody,
  PostBody,
} from "./api";

export const langs = ["en", "ar"] as const;

/** Both languages, the reader's first. */
export const langsFor = (lang: Lang): readonly Lang[] => (lang === "ar" ? ["ar", "en"] : langs);

/** A title as lists show it: in the reader's language, otherwise in the one it exists in. */
export function spoken(lang: Lang, en: string, ar: string): { text: string; lang: Lang } {
  const [mine, other] = lang === "ar" ? [ar, en] : [en, ar];
  return mine !== "" || other === ""
    ? { text: mine, lang }
    : { text: other, lang: lang === "ar" ? "en" : "ar" };
}

export type MissingIndex = ReadonlyMap<string, readonly Lang[]>;

/** The languages that each item lacks, by kind and id. */
export function missingIndex(list: readonly Missing[] = []): MissingIndex {
  const index = new Map<string, Lang[]>();
  for (const { kind, id, missing } of list) {
    const key = `${kind}:${id}`;
    index.set(key, [...(index.get(key) ?? []), missing]);
  }
  return index;
}

export const sections = ["posts", "pages", "banners", "blocks", "contact", "missing"] as const;
export type Section = (typeof sections)[number];

/** The path of a section. */
export const pathOf = (section: Section): string =>
  section === "posts" ? "/content" : `/content/${section}`;

/** The path of an item's form; `id` is "new" for an item that does not exist yet. */
export const thingPath = (section: Section, id: string): string =>
  `/content/${section}/${encodeURIComponent(id)}`;

/** The path of the form of an item that lacks a language. */
export function placeOf({ kind, id }: Pick<Missing, "kind" | "id">): string {
  return kind === "contact" ? pathOf("contact") : thingPath(`${kind}s`, id);
}

/** An English title as a slug for URLs. */
export function slugOf(title: string): string {
  return title
    .normalize("NFKD")
    .replace(/[\u0300-\u036f'’]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 80)
    .replace(/-+$/, "");
}

/** The slug: for a new item it follows the English title until somebody types one. */
export const followed = (isNew: boolean, draft: { slug: string; title_en: string }): string =>
  isNew && draft.slug === "" ? slugOf(draft.title_en) : draft.slug;

/** Returns the time in a field; if the field was not changed, the earlier time to the second. */
export function momentKept(field: string, before: string | undefined): string | undefined {
  return before !== undefined && fieldOf(before) === field ? before : momentOf(field);
}

/** A date field as it is sent: nothing while it is empty. */
const dated = <Name extends string>(name: Name, field: string, before: string | undefined) => {
  const at = momentKept(field, before);
  return (at === undefined ? {} : { [name]: at }) as Partial<Record<Name, string>>;
};

export interface PageDraft {
  title_en: string;
  title_ar: string;
  body_en: string;
  body_ar: string;
}

export function pageDraft(page: EditablePage | null): PageDraft {
  const { title_en = "", title_ar = "", body_en = "", body_ar = "" } = page ?? {};
  return { title_en, title_ar, body_en, body_ar };
}

/** A page's title as customers read it, with the shop's name filled in. */
export function readAs(
  page: Pick<EditablePage, "title_en" | "title_ar" | "shop_en" | "shop_ar">,
): Record<Lang, string> {
  const filled = (title: string, shop: string) => title.replaceAll("{{shop_name}}", () => shop);
  return { en: filled(page.title_en, page.shop_en), ar: filled(page.title_ar, page.shop_ar) };
}

/** The version that a change is based on; none for a new item. */
const read = (record: { version?: number } | null) =>
  record?.version === undefined ? {} : { version: record.version };

export const pageBody = (draft: PageDraft, page: EditablePage): PageBody => ({
  ...draft,
  version: page.version,
});

export interface PostDraft extends PageDraft {
  slug: string;
  lead_en: string;
  lead_ar: string;
  author_en: string;
  author_ar: string;
  cover: string;
  tags: string[];
  published: boolean;
  /** As the browser's field writes it. */
  publish_at: string;
}

export const emptyPost: PostDraft = {
  slug: "",
  title_en: "",
  title_ar: "",
  lead_en: "",
  lead_ar: "",
  body_en: "",
  body_ar: "",
  author_en: "",
  author_ar: "",
  cover: "",
  tags: [],
  published: false,
  publish_at: "",
};

export function postDraft(post: EditablePost | null): PostDraft {
  if (post === null) return emptyPost;
  const draft = { ...emptyPost };
  for (const name of Object.keys(emptyPost) as (keyof PostDraft)[]) {
    Object.assign(draft, { [name]: post[name] ?? emptyPost[name] });
  }
  return { ...draft, publish_at: fieldOf(post.publish_at ?? null) };
}

export function postBody(draft: PostDraft, post: EditablePost | null): PostBody {
  const { publish_at, ...rest } = draft;
  const slug = followed(post === null, draft);
  return { ...rest, slug, ...dated("publish_at", publish_at, post?.publish_at), ...read(post) };
}

/** The schedule and the place of something that is shown. */
export interface Scheduled {
  starts_at: string;
  ends_at: string;
  active: boolean;
  /** As typed. */
  sort: string;
}

const unscheduled: Scheduled = { starts_at: "", ends_at: "", active: true, sort: "" };

export interface SavedSchedule {
  starts_at?: string;
  ends_at?: string;
  active: boolean;
  sort?: number;
}

const scheduleDraft = ({ starts_at, ends_at, active, sort }: SavedSchedule): Scheduled => ({
  starts_at: fieldOf(starts_at ?? null),
  ends_at: fieldOf(ends_at ?? null),
  active,
  sort: sort ? String(sort) : "",
});

/** The schedule as it is sent; `before` is the saved one. */
const scheduleBody = (draft: Scheduled, before: SavedSchedule | null) => ({
  ...dated("starts_at", draft.starts_at, before?.starts_at),
  ...dated("ends_at", draft.ends_at, before?.ends_at),
  active: draft.active,
  sort: orderOf(draft.sort),
});

/** The place in the order; the first one if nothing or no number is typed. */
export const orderOf = (typed: string): number => {
  const value = Number(latinDigits(typed).trim());
  return Number.isInteger(value) ? Math.max(-1_000_000, Math.min(1_000_000, value)) : 0;
};

export interface BannerDraft extends Scheduled {
  service_id: string;
  district_id: string;
  title_en: string;
  title_ar: string;
  text_en: string;
  text_ar: string;
  action_en: string;
  action_ar: string;
  image: string;
  link: string;
}

export const emptyBanner: BannerDraft = {
  ...unscheduled,
  service_id: "",
  district_id: "",
  title_en: "",
  title_ar: "",
  text_en: "",
  text_ar: "",
  action_en: "",
  action_ar: "",
  image: "",
  link: "",
};

export function bannerDraft(banner: EditableBanner | null): BannerDraft {
  if (banner === null) return emptyBanner;
  const { service_id, district_id, title_en, title_ar, text_en, text_ar } = banner;
  const { action_en, action_ar, image, link } = banner;
  const words = { title_en, title_ar, text_en, text_ar, action_en, action_ar };
  return { ...scheduleDraft(banner), ...words, service_id, district_id, image, link };
}

export const bannerBody = (draft: BannerDraft, banner: EditableBanner | null): BannerBody => {
  const { starts_at: _starts, ends_at: _ends, ...rest } = draft;
  return { ...rest, ...scheduleBody(draft, banner), ...read(banner) };
};

export const rules = ["offers", "newest", "popular", "category", "list"] as const;

export interface BlockDraft extends Scheduled {
  /** The hours of each day when it is shown; both empty for the whole day. */
  day_from: string;
  day_to: string;
  slug: string;
  service_id: string;
  district_id: string;
  title_en: string;
  title_ar: string;
  rule: string;
  /** For the rule "category": its id or slug. */
  category: string;
  /** For the rule "list": slugs, in order. */
  products: string[];
}

export const emptyBlock: BlockDraft = {
  ...unscheduled,
  day_from: "",
  day_to: "",
  slug: "",
  service_id: "",
  district_id: "",
  title_en: "",
  title_ar: "",
  rule: "offers",
  category: "",
  products: [],
};

/** Splits "category:milk" into the rule and its argument. */
export function ruleOf(rule: string): { rule: string; category: string } {
  const [name = "", category = ""] = rule.split(":");
  return { rule: name, category };
}

export function blockDraft(block: EditableBlock | null): BlockDraft {
  if (block === null) return emptyBlock;
  const { slug, service_id, district_id, title_en, title_ar, rule, products } = block;
  const { day_from = "", day_to = "" } = block;
  const own = { day_from, day_to, slug, service_id, district_id, title_en, title_ar, products };
  return { ...scheduleDraft(block), ...ruleOf(rule), ...own };
}

export function blockBody(draft: BlockDraft, block: EditableBlock | null): BlockBody {
  const { starts_at: _starts, ends_at: _ends, rule, category, products, ...rest } = draft;
  return {
    ...rest,
    ...scheduleBody(draft, block),
    ...read(block),
    slug: followed(block === null, draft),
    rule: rule === "category" ? `category:${category}` : rule,
    products: rule === "list" ? products : [],
  };
}

export type ContactDraft = Record<
  "phone" | "whatsapp" | "email" | `${"address" | "hours"}_${Lang}`,
  string
>;

export function contactDraft(contact: ContactBody | null): ContactDraft {
  const { phone = "", whatsapp = "", email = "" } = contact ?? {};
  const { address_en = "", address_ar = "", hours_en = "", hours_ar = "" } = contact ?? {};
  return { phone, whatsapp, email, address_en, address_ar, hours_en, hours_ar };
}

export const contactBody = (draft: ContactDraft, contact: ContactBody | null): ContactBody => ({
  ...draft,
  ...read(contact?.version ? contact : null),
});

/** The list with one item moved a place earlier (-1) or later (1). */
export function moved<T>(list: readonly T[], at: number, by: -1 | 1): T[] {
  const next = [...list];
  const [one] = next.splice(at, 1);
  if (one !== undefined) next.splice(Math.max(0, at + by), 0, one);
  return next;
}

/** Whether an item for a service and a district ("" for all) is shown for the chosen ones. */
export function concerns(
  one: { service_id: string; district_id: string },
  service: string,
  district: string,
): boolean {
  const meets = (mine: string, asked: string) => mine === "" || asked === "" || mine === asked;
  return meets(one.service_id, service) && meets(one.district_id, district);
}
