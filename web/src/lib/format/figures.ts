import type { Figures } from "../lang";

const arabicZero = 0x0660;
const latinZero = 0x30;

/** Digits 0-9 in the chosen numerals; everything else is unchanged. */
export function writeFigures(text: string, figures: Figures): string {
  if (figures === "latn") return text;
  let written = "";
  for (const letter of text) {
    const value = letter.charCodeAt(0) - latinZero;
    written += value >= 0 && value <= 9 ? String.fromCharCode(arabicZero + value) : letter;
  }
  return written;
}

/**
 * The numbers in a user-written text, in the chosen numerals. Those that belong to Latin words
 * (codes, models, web addresses) are unchanged.
 */
export function writeNumbers(text: string, figures: Figures): string {
  if (figures === "latn") return latinNumbers(text);
  if (!/\d/.test(text)) return text;
  const words = text.split(/(\s+)/);
  return words
    .map((word, place) => {
      const latin =
        /[A-Za-z@]/.test(word) ||
        /[A-Za-z]$/.test(words[place - 2] ?? "") ||
        /^[A-Za-z]/.test(words[place + 2] ?? "");
      if (latin) return word;
      const { group, decimal } = marks(figures);
      const marked = word
        .replace(/\d{4,}(?=\.\d)/g, (whole) => grouped(whole, group))
        .replace(/(\d),(?=\d{3})/g, `$1${group}`)
        .replace(/(\d)\.(?=\d)/g, `$1${decimal}`)
        .replace(/%/g, "\u066a");
      return writeFigures(marked, figures);
    })
    .join("");
}

/** Arabic-Indic and Persian digits as 0-9: for all user input. */
export function readFigures(text: string): string {
  return text
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (figure) => String(figure.charCodeAt(0) & 0xf))
    .replace(/\u066b/g, ".")
    .replace(/\u066c/g, "");
}

/** The numbers in one of our texts as 012, including their separators. */
export function latinNumbers(text: string): string {
  if (!/[\u0660-\u0669]/.test(text)) return text;
  return readFigures(text.replace(/([\u0660-\u0669])\u066c/g, "$1,"));
}

/** The separators of a number: "1,234.5" in 012, "١٬٢٣٤٫٥" in ٠١٢. */
export function marks(figures: Figures): { group: string; decimal: string; minus: string } {
  return figures === "arab"
    ? { group: "\u066c", decimal: "\u066b", minus: "\u061c\u2212" }
    : { group: ",", decimal: ".", minus: "\u2212" };
}

/** Digits in groups of three: "1234567" and "," make "1,234,567". */
export function grouped(whole: string, group: string): string {
  let text = whole;
  for (let at = whole.length - 3; at > 0; at -= 3) {
    text = text.slice(0, at) + group + text.slice(at);
  }
  return text;
}

/**
 * A number with grouped thousands and at most `decimals` decimals, in the chosen numerals; trailing
 * zeros are dropped except the first `kept`. For counts, ratings and distances; amounts use
 * formatMoney.
 */
export function formatNumber(value: number, figures: Figures, decimals = 3, kept = 0): string {
  if (!Number.isFinite(value)) return "–";
  const { group, decimal, minus } = marks(figures);
  const [whole = "0", fraction = ""] = Math.abs(value).toFixed(decimals).split(".");
  const rest = fraction.replace(/0+$/, "").padEnd(kept, "0");
  const negative = value < 0 && (Number(whole) !== 0 || rest !== "");
  return writeFigures(
    `${negative ? minus : ""}${grouped(whole, group)}${rest ? decimal + rest : ""}`,
    figures,
  );
}
