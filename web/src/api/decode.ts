/**
 * Validates the API's answers: the shape of every operation, made from the API's description (scripts/shapes.ts), and
 * the function that compares an answer with it. Fields that the description does not name are accepted, and so are new
 * values of an enumeration: an older page stays usable while the server is ahead of it.
 */

import open from "virtual:shapes/public";
import { NoDataError } from "./errors";

export interface Shapes {
  /** The fields of each object, "name:type,name?:type". */
  objects: readonly string[];
  /** The type of the whole body by "GET /path". */
  operations: Readonly<Record<string, string>>;
}

/** The shapes that an operation is described in; those of no first visit are fetched when they are first needed. */
export async function shapesFor(operation: string): Promise<Shapes> {
  if (operation in open.operations) return open;
  const part = operation.includes(" /console") ? import("./decodeConsole") : import("./decodeShop");
  return (await part).default;
}

/** The body of an operation's answer, if it is valid; otherwise throws NoDataError. */
export function decode(shapes: Shapes, operation: string, text: string): unknown {
  const type = shapes.operations[operation];
  const body = parse(text);
  if (type === undefined || !fits(shapes, body, type)) throw new NoDataError();
  return body;
}

/** Null for anything that is not JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Whether a value has a type, in the notation of scripts/shapes.ts. */
function fits(shapes: Shapes, value: unknown, type: string): boolean {
  const rest = type.slice(1);
  switch (type[0]) {
    case "*":
      return value !== undefined;
    case "?":
      return value === null || fits(shapes, value, rest);
    case "s":
      return typeof value === "string";
    case "n":
      return typeof value === "number";
    case "x":
      return typeof value === "string" || typeof value === "number";
    case "b":
      return typeof value === "boolean";
    case "[":
      return Array.isArray(value) && value.every((one) => fits(shapes, one, rest));
    case "{":
      return isMap(value) && Object.values(value).every((one) => fits(shapes, one, rest));
    default:
      return isMap(value) && fieldsOf(shapes, type).every((field) => has(shapes, value, field));
  }
}

function has(shapes: Shapes, value: Record<string, unknown>, [name, type]: Field): boolean {
  const optional = name.endsWith("?");
  const held = value[optional ? name.slice(0, -1) : name];
  return (optional && held === undefined) || fits(shapes, held, type);
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

type Field = readonly [name: string, type: string];

const known = new WeakMap<Shapes, Map<string, readonly Field[]>>();

function fieldsOf(shapes: Shapes, place: string): readonly Field[] {
  const read = known.get(shapes) ?? new Map<string, readonly Field[]>();
  known.set(shapes, read);
  const fields = read.get(place) ?? split(shapes.objects[Number(place)] ?? "");
  read.set(place, fields);
  return fields;
}

function split(fields: string): Field[] {
  if (fields === "") return [];
  return fields.split(",").map((field) => {
    const at = field.indexOf(":");
    return [field.slice(0, at), field.slice(at + 1)] as const;
  });
}
