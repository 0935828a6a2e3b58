import { isolateLtr } from "../bidi";
import type { Figures } from "../lang";
import { readFigures, writeFigures } from "./figures";

/**
 * A phone the way people here write it: national, in groups, always left to right.
 * "+201012345678" is "010 1234 5678", "+20225190000" is "02 2519 0000"; a number of another
 * country keeps its code.
 */
export function formatPhone(phone: string, figures: Figures = "latn"): string {
  const digits = readFigures(phone).replace(/[^\d+]/g, "");
  const egyptian = /^(?:\+20|0020|0)?(1\d{9})$/.exec(digits);
  const landline = /^(?:\+20|0020|0)([23]|[4-9]\d)(\d{3,4})(\d{4})$/.exec(digits);
  const text = egyptian?.[1]
    ? `0${egyptian[1].slice(0, 2)} ${egyptian[1].slice(2, 6)} ${egyptian[1].slice(6)}`
    : landline
      ? `0${landline.slice(1).join(" ")}`
      : digits.replace(/^(\+\d{1,3})(\d{3})(\d{3})(\d+)$/, "$1 $2 $3 $4");
  // Non-breaking spaces keep the number on one line: half of it on the next line of an Arabic text
  // reads as another number.
  return isolateLtr(writeFigures(text.replaceAll(" ", "\u00a0"), figures));
}
