import { queryOptions } from "@tanstack/react-query";
import { request } from "../../../api/client";
import { personalQuery } from "../../../api/query";
import type { components } from "../../../api/schema";
import type { Category, District, ProductCard, Service } from "../../../api/types";
import type { Scope } from "../../../lib/scope";

type Schemas = components["schemas"];
export type EditablePage = Schemas["ContentEditablePage"];
export type PageBody = Schemas["ContentPageEdit"];
export type EditablePost = Schemas["ContentEditablePost"];
export type PostBody = Schemas["ContentPostEdit"];
export type EditableTag = Schemas["ContentEditableTag"];
export type EditableBanner = Schemas["ContentEditableBanner"];
export type BannerBody = Schemas["ContentBannerEdit"];
export type Pictured = Schemas["ContentPictured"];
export type ContactBody = Schemas["ContentContactEdit"];
export type EditableBlock = Schemas["HomeEditableBlock"];
export type BlockBody = Schemas["HomeBlockEdit"];
export type Missing = Schemas["HomeUntranslated"];

const login = { needsLogin: true, staleTime: 0 } as const;
const one = (base: string, id: string) => `${base}/${encodeURIComponent(id)}`;

const pages = "/console/pages";
const posts = "/console/posts";
const banners = "/console/banners";
const blocks = "/console/blocks";

/** What every change of content makes out of date. */
export const contentPaths = [pages, posts, banners, blocks, "/console/content/missing"] as const;

export const pagesQuery = (scope: Scope) => personalQuery<EditablePage[]>(scope, pages, login);
export const pageQuery = (scope: Scope, name: string) =>
  personalQuery<EditablePage>(scope, one(pages, name), login);
export const savePage = async (name: string, body: PageBody) =>
  (await request<EditablePage>("PUT", one(pages, name), { body, suppress: true })).data;

export const postsQuery = (scope: Scope) => personalQuery<EditablePost[]>(scope, posts, login);
export const postQuery = (scope: Scope, id: string) =>
  personalQuery<EditablePost>(scope, one(posts, id), { ...login, enabled: id !== "" });
/** A new one where `id` is empty. */
export const savePost = async (id: string, body: PostBody) =>
  (
    await request<EditablePost>(id === "" ? "POST" : "PUT", id === "" ? posts : one(posts, id), {
      body,
      suppress: true,
    })
  ).data;
export const deletePost = (id: string) =>
  request<object>("DELETE", one(posts, id), { suppress: true });

export const tagsQuery = (scope: Scope) =>
  personalQuery<EditableTag[]>(scope, "/console/tags", { needsLogin: true });
export const saveTag = async (body: { slug: string; name_en: string; name_ar: string }) =>
  (await request<EditableTag[]>("POST", "/console/tags", { body, suppress: true })).data;

export const bannersQuery = (scope: Scope) =>
  personalQuery<EditableBanner[]>(scope, banners, login);
export const bannerQuery = (scope: Scope, id: string) =>
  personalQuery<EditableBanner>(scope, one(banners, id), { ...login, enabled: id !== "" });
export const saveBanner = async (id: string, body: BannerBody) =>
  (
    await request<EditableBanner>(
      id === "" ? "POST" : "PUT",
      id === "" ? banners : one(banners, id),
      { body, suppress: true },
    )
  ).data;
export const deleteBanner = (id: string) =>
  request<object>("DELETE", one(banners, id), { suppress: true });

export const blocksQuery = (scope: Scope) => personalQuery<EditableBlock[]>(scope, blocks, login);
export const blockQuery = (scope: Scope, id: string) =>
  personalQuery<EditableBlock>(scope, one(blocks, id), { ...login, enabled: id !== "" });
export const saveBlock = async (id: string, body: BlockBody) =>
  (
    await request<EditableBlock>(id === "" ? "POST" : "PUT", id === "" ? blocks : one(blocks, id), {
      body,
      suppress: true,
    })
  ).data;
export const deleteBlock = (id: string) =>
  request<object>("DELETE", one(blocks, id), { suppress: true });

export const contactQuery = (scope: Scope) =>
  personalQuery<ContactBody>(scope, "/console/contact", login);
export const saveContact = async (body: ContactBody) =>
  (await request<ContactBody>("PUT", "/console/contact", { body, suppress: true })).data;

export const missingQuery = (scope: Scope) =>
  personalQuery<Missing[]>(scope, "/console/content/missing", login);

export const picturesQuery = (scope: Scope, enabled: boolean) =>
  personalQuery<Pictured[]>(scope, "/console/pictures", { needsLogin: true, enabled });

/** What a text will look like: the server's own clean HTML. */
export const previewQuery = (scope: Scope, text: string) =>
  queryOptions({
    queryKey: ["/console/content/preview", scope.session, text],
    queryFn: async ({ signal }) =>
      (
        await request<{ html: string }>("POST", "/console/content/preview", {
          body: { text },
          suppress: true,
          signal,
        })
      ).data.html,
    enabled: scope.session !== "" && text.trim() !== "",
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

// The shop's own lists are asked as a guest asks: a member of staff is no shopper.
const asGuest = { Authorization: "Bearer null" };
const publicList = <T>(scope: Scope, path: string, query: Record<string, string> = {}) =>
  queryOptions({
    queryKey: [path, scope.lang, query],
    queryFn: async ({ signal }) =>
      (await request<T[]>("GET", path, { query, headers: asGuest, suppress: true, signal })).data,
    staleTime: 300_000,
  });

export const servicesQuery = (scope: Scope) => publicList<Service>(scope, "/services");
export const districtsQuery = (scope: Scope) => publicList<District>(scope, "/districts");
export const categoriesQuery = (scope: Scope, service: string) => ({
  ...publicList<Category>(scope, "/categories", { service_id: service }),
  enabled: service !== "",
});

/** Products of a service to choose from, by a part of their name. */
export const productsQuery = (scope: Scope, service: string, text: string) => ({
  ...publicList<ProductCard>(scope, "/search", { q: text, service_id: service, page: "1" }),
  enabled: service !== "" && text !== "",
});
