/**
 * The shapes of the API's answers, out of its description, small enough to be sent to browsers.
 *
 * A type is written in a few letters: s string, n number, x either, b boolean, * anything, "?"
 * before what may be null, "[" before what a list holds, "{" before what a map holds, and the place
 * of an object's fields in `objects`. These are "name:type", and "name?:type" where one may be absent.
 */

import { load } from "js-yaml";
import type { Shapes } from "../src/api/decode";

interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  type?: string | string[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
}

interface Description {
  paths: Record<string, Record<string, Operation | undefined>>;
  components: { schemas: Record<string, Schema> };
}

export interface Operation {
  /** Absent where the answer is the same for everybody. */
  security?: unknown[];
  responses?: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

const methods = ["get", "post", "put", "patch", "delete"];
const isScalar = (type: string) => type === "s" || type === "n";

/** `text` is api/openapi.yaml. */
export function shapesOf(
  text: string,
  isWanted: (path: string, method: string, operation: Operation) => boolean,
): Shapes {
  const { paths, components } = load(text) as Description;
  const objects: string[] = [];
  const placeOf = new Map<string, number>();

  function placed(fields: () => string): number {
    const place = objects.push("") - 1;
    objects[place] = fields();
    return place;
  }

  function named(name: string): string {
    if (!placeOf.has(name)) {
      // Its place first: a category holds categories.
      placeOf.set(name, objects.length);
      placed(() => fieldsOf(components.schemas[name] ?? {}));
    }
    return String(placeOf.get(name));
  }

  function fieldsOf({ properties = {}, required = [] }: Schema): string {
    return Object.entries(properties)
      .map(([name, type]) => `${name}${required.includes(name) ? "" : "?"}:${typeOf(type)}`)
      .join(",");
  }

  function typeOf(schema: Schema): string {
    if (schema.$ref) return named(schema.$ref.split("/").at(-1) ?? "");
    const choices = schema.anyOf ?? [schema.type ?? []].flat().map((type) => ({ ...schema, type }));
    const rest = choices.filter(({ type }) => type !== "null");
    const types = [...new Set(rest.map((one) => (schema.anyOf ? typeOf(one) : plainOf(one))))];
    const type = types.length > 1 && types.every(isScalar) ? "x" : (types[0] ?? "*");
    if (types.length > 1 && type !== "x") throw new Error(`No shape: ${JSON.stringify(schema)}`);
    return (rest.length < choices.length ? "?" : "") + type;
  }

  function plainOf(schema: Schema): string {
    if (schema.type === "string") return "s";
    if (schema.type === "boolean") return "b";
    if (schema.type === "integer" || schema.type === "number") return "n";
    if (schema.type === "array") return `[${typeOf(schema.items ?? {})}`;
    if (schema.properties) return String(placed(() => fieldsOf(schema)));
    const held = schema.additionalProperties;
    return `{${typeof held === "object" ? typeOf(held) : "*"}`;
  }

  const operations: Record<string, string> = {};
  for (const [path, answers] of Object.entries(paths)) {
    for (const method of methods) {
      const operation = answers[method];
      if (!operation || !isWanted(path, method, operation)) continue;
      const schema = operation.responses?.["200"]?.content?.["application/json"]?.schema;
      if (schema) operations[`${method.toUpperCase()} ${path}`] = typeOf(schema);
    }
  }
  return { objects, operations };
}
