/** The functions that read answers, loaded before the first request is sent. */

import { decode, shapesFor } from "./decode";
import { refusalOf } from "./refusal";

/** The reader of an operation's answers; without an operation, of refusals only. */
export async function readerOf(operation = "") {
  const shapes = operation && (await shapesFor(operation));
  return {
    decode: (text: string): unknown => shapes && decode(shapes, operation, text),
    refusalOf,
  };
}
