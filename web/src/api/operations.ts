/**
 * The operations of the API as types, read from its description (schema.d.ts, made from the Go
 * types): which paths support a method, their parameters and their answers. A call to a path that
 * is not described, with a wrong parameter or a wrong body, does not compile.
 */

import { type QueryValue, withQuery } from "../lib/url";
import type { paths } from "./schema";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

type Described<M extends Method, P extends keyof paths> =
  Lowercase<M> extends keyof paths[P] ? Exclude<paths[P][Lowercase<M>], undefined> : never;

/** The described paths that support a method: "/branches/{id}". */
export type PathOf<M extends Method> = {
  [P in keyof paths]: [Described<M, P>] extends [never] ? never : P;
}[keyof paths];

/** Fields the description names, without the index signature of bodies that accept unknown ones. */
type Named<T> = { [K in keyof T as string extends K ? never : K]: T[K] };

type ParametersOf<M extends Method, P extends keyof paths, In extends "path" | "query"> =
  Described<M, P> extends { parameters: infer Params }
    ? In extends keyof Params
      ? Exclude<Params[In], undefined>
      : never
    : never;

/** The values of a path's braces: {id: "br_1"}. */
export type PathParams<M extends Method, P extends keyof paths> = ParametersOf<M, P, "path">;

/** The query parameters of an operation. Null, undefined, false and "" leave a parameter out. */
export type QueryParams<M extends Method, P extends keyof paths> = [
  ParametersOf<M, P, "query">,
] extends [never]
  ? Record<never, never>
  : {
      [K in keyof Named<ParametersOf<M, P, "query">>]?: Sendable<ParametersOf<M, P, "query">[K]>;
    };

/** Parameters come from page addresses, so an enumeration is accepted as any text. */
type Sendable<T> =
  Exclude<T, undefined> extends readonly unknown[]
    ? readonly string[] | QueryValue
    : Exclude<T, undefined> extends boolean
      ? boolean | null | undefined
      : QueryValue;

type SentOf<M extends Method, P extends keyof paths> =
  Described<M, P> extends {
    requestBody?: infer Sent;
  }
    ? Sent
    : never;

/** The body of an operation; never for one without a body. */
export type Body<M extends Method, P extends keyof paths> = [
  Exclude<SentOf<M, P>, undefined>,
] extends [never]
  ? never
  : SentOf<M, P> extends { content: { "application/json": infer Content } } | undefined
    ? Named<Content>
    : never;

type ResponseOf<M extends Method, P extends keyof paths> =
  Described<M, P> extends {
    responses: { 200: { content: { "application/json": { response: infer Response } } } };
  }
    ? Response
    : never;

/** The described paths that take a raw file: the bytes of a picture or a table. */
export type UploadPath = {
  [P in PathOf<"POST">]: SentOf<"POST", P> extends {
    content: { "image/jpeg": unknown } | { "text/csv": unknown };
  }
    ? P
    : never;
}[PathOf<"POST">];

/** The answer of an operation: the payload of its envelope. */
export type Data<M extends Method, P extends keyof paths> =
  ResponseOf<M, P> extends {
    data: infer Payload;
  }
    ? Payload
    : unknown;

/** One element of a list's answer. */
export type Item<P extends keyof paths> =
  Data<"GET", P> extends readonly (infer One)[] ? One : never;

/** The fields of a list's answer next to its data, such as a search's facets. */
export type Extra<M extends Method, P extends keyof paths> = Omit<
  ResponseOf<M, P>,
  "data" | "meta" | "message"
>;

/** The described paths whose GET returns a list. */
export type ListPath = {
  [P in PathOf<"GET">]: [Item<P>] extends [never] ? never : P;
}[PathOf<"GET">];

/** The parameters by which a list can be filtered and sorted. */
export type ListParams<P extends ListPath> = Omit<QueryParams<"GET", P>, "page">;

/** `path` where the path has placeholders, absent where it has none. */
export type PathOption<M extends Method, P extends keyof paths> = [PathParams<M, P>] extends [never]
  ? { path?: never }
  : { path: PathParams<M, P> };

export type BodyOption<M extends Method, P extends keyof paths> = [Body<M, P>] extends [never]
  ? { body?: never }
  : undefined extends SentOf<M, P>
    ? { body?: Body<M, P> }
    : { body: Body<M, P> };

/** The address of a stream or a file of a described path, below the API's base. */
export function addressOf<P extends PathOf<M>, M extends Method = "GET">(
  path: P,
  options: PathOption<M, P> & { query?: QueryParams<M, P> },
): string {
  const { path: values, query } = options as {
    path?: Record<string, string>;
    query?: Record<string, QueryValue>;
  };
  return withQuery(fillPath(path, values), query ?? {});
}

/** "/branches/{id}" with its values, encoded. */
export function fillPath(template: string, values: Record<string, string> | undefined): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values?.[name];
    if (value === undefined) throw new Error(`${template} needs ${name}`);
    return encodeURIComponent(value);
  });
}
