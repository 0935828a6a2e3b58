import { queryOptions } from "@tanstack/react-query";
import { request } from "../../../../api/client";
import type { Body } from "../../../../api/operations";
import { personalQuery } from "../../../../api/query";
import type { components } from "../../../../api/schema";
import type { Lang } from "../../../../lib/lang";
import type { Scope } from "../../../../lib/scope";

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

/** The paths that every change of content invalidates. */
export const contentPaths = [
  "/console/pages",
  "/console/posts",
  "/console/banners",
  "/console/blocks",
  "/console/content/missing",
] as const;

export const pagesQuery = (scope: Scope) => personalQuery(scope, "/console/pages", login);
export const pageQuery = (scope: Scope, name: string) =>
  personalQuery(scope, "/console/pages/{name}", { path: { name }, ...login });
export const savePage = async (name: string, body: PageBody) =>
  (await request("PUT", "/console/pages/{name}", { path: { name }, body, suppressToast: true }))
    .data;

export const postsQuery = (scope: Scope) => personalQuery(scope, "/console/posts", login);
export const postQuery = (scope: Scope, id: string) =>
  personalQuery(scope, "/console/posts/{id}", { path: { id }, ...login, enabled: id !== "" });
/** Creates a new one if `id` is empty. */
export const savePost = async (id: string, body: PostBody) =>
  (id === ""
    ? await request("POST", "/console/posts", { body, suppressToast: true })
    : await request("PUT", "/console/posts/{id}", { path: { id }, body, suppressToast: true })
  ).data;
export const deletePost = (id: string) =>
  request("DELETE", "/console/posts/{id}", { path: { id }, suppressToast: true });

export const tagsQuery = (scope: Scope) =>
  personalQuery(scope, "/console/tags", { needsLogin: true });
export const saveTag = async (body: Body<"POST", "/console/tags">) =>
  (await request("POST", "/console/tags", { body, suppressToast: true })).data;

export const bannersQuery = (scope: Scope) => personalQuery(scope, "/console/banners", login);
export const bannerQuery = (scope: Scope, id: string) =>
  personalQuery(scope, "/console/banners/{id}", { path: { id }, ...login, enabled: id !== "" });
export const saveBanner = async (id: string, body: BannerBody) =>
  (id === ""
    ? await request("POST", "/console/banners", { body, suppressToast: true })
    : await request("PUT", "/console/banners/{id}", { path: { id }, body, suppressToast: true })
  ).data;
export const deleteBanner = (id: string) =>
  request("DELETE", "/console/banners/{id}", { path: { id }, suppressToast: true });

export const blocksQuery = (scope: Scope) => personalQuery(scope, "/console/blocks", login);
export const blockQuery = (scope: Scope, id: string) =>
  personalQuery(scope, "/console/blocks/{id}", { path: { id }, ...login, enabled: id !== "" });
export const saveBlock = async (id: string, body: BlockBody) =>
  (id === ""
    ? await request("POST", "/console/blocks", { body, suppressToast: true })
    : await request("PUT", "/console/blocks/{id}", { path: { id }, body, suppressToast: true })
  ).data;
export const deleteBlock = (id: string) =>
  request("DELETE", "/console/blocks/{id}", { path: { id }, suppressToast: true });

export const contactQuery = (scope: Scope) => personalQuery(scope, "/console/contact", login);
export const saveContact = async (body: ContactBody) =>
  (await request("PUT", "/console/contact", { body, suppressToast: true })).data;

export const missingQuery = (scope: Scope) =>
  personalQuery(scope, "/console/content/missing", login);

/** A preview of a text: the server's own clean HTML. */
export const previewQuery = (scope: Scope, text: string, language: Lang) =>
  queryOptions({
    queryKey: ["/console/content/preview", scope.session, text, language],
    queryFn: async ({ signal }) =>
      (
        await request("POST", "/console/content/preview", {
          body: { text, language },
          suppressToast: true,
          signal,
        })
      ).data.html,
    enabled: scope.session !== "" && text.trim() !== "",
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

// Areas and categories are requested as a guest: a member of staff is not a customer.
const asGuest = { headers: { Authorization: "Bearer null" }, suppressToast: true } as const;
const kept = 300_000;

/** The services to choose from. Guests receive none before the shop opens. */
export const servicesQuery = (scope: Scope) =>
  queryOptions({
    ...personalQuery(scope, "/console/catalogue/choices", { needsLogin: true, staleTime: kept }),
    select: ({ services }) => services,
  });

export const districtsQuery = (scope: Scope) =>
  queryOptions({
    queryKey: ["/districts", scope.lang],
    queryFn: async ({ signal }) =>
      (await request("GET", "/districts", { ...asGuest, signal })).data,
    staleTime: kept,
  });

/** A service's categories, each after its parent. Guests receive none before the shop opens. */
export const categoriesQuery = (scope: Scope, service: string) =>
  queryOptions({
    ...personalQuery(scope, "/console/categories", {
      needsLogin: true,
      staleTime: kept,
      enabled: service !== "",
    }),
    select: (all) => all.filter((one) => one.service_id === service && !one.archived),
  });

/** Products of a service to choose from, by a part of their name. */
export const productsQuery = (scope: Scope, service: string, text: string) =>
  queryOptions({
    queryKey: ["/search", scope.lang, service, text],
    queryFn: async ({ signal }) =>
      (
        await request("GET", "/search", {
          query: { q: text, service_id: service, page: 1 },
          ...asGuest,
          signal,
        })
      ).data,
    staleTime: kept,
    enabled: service !== "" && text !== "",
  });
