import { publicList, publicQuery } from "../../../api/query";
import type { components } from "../../../api/schema";
import type { Scope } from "../../../lib/scope";

type Schemas = components["schemas"];
export type PostCard = Schemas["ContentPostCard"];
export type Post = Schemas["ContentPostView"];
export type Tag = Schemas["ContentTagView"];

/** The blog, the newest post first; `extra.tags` are the available tags. */
export const postsList = (scope: Scope, tag: string, page = 1) =>
  publicList(scope, "/posts", { params: { tag }, from: page });

export const postQuery = (scope: Scope, slug: string) =>
  publicQuery(scope, "/posts/{id}", { path: { id: slug }, subject: true });
