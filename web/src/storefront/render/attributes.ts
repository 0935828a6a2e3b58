/**
 * Attributes, written as React writes them: both names and values determine the output. React's
 * hydration in the browser must expect the same attributes as written here.
 */

import { escapeText, escapeValue, safeAddress } from "./escape";
import { attributeNames, unitless } from "./names";

/** The way an attribute's value is written; see `attribute`. */
enum Rule {
  /** Text and numbers; true and false are omitted. */
  Text,
  /** Like Text, but true and false are written as words: aria-hidden. */
  Word,
  Style,
  Address,
  /** An address that must not be empty. */
  FilledAddress,
  None,
  /** Present or absent. */
  Flag,
  /** A flag that may have a value. */
  FlagOrText,
  /** A number of at least one. */
  Count,
  Figure,
}

interface Written {
  /** ` class="`; for a flag the whole attribute. */
  begin: string;
  rule: Rule;
}

const rules: Record<string, Written> = Object.create(null) as Record<string, Written>;

function declare(rule: Rule, names: string, written = (name: string) => name): void {
  for (const name of names.split(" ")) {
    const flag = rule === Rule.Flag ? '"' : "";
    rules[name] = { rule, begin: ` ${written(name)}="${flag}` };
  }
}

const apart = (name: string) => name.replace(/^(xlink|xml)([A-Z])/, "$1:$2").toLowerCase();

declare(Rule.Text, "className", () => "class");
declare(Rule.Text, "tabIndex", () => "tabindex");
declare(Rule.Text, "dir role viewBox width height");
declare(Rule.Text, "xlinkActuate xlinkArcrole xlinkRole xlinkShow xlinkTitle xlinkType", apart);
declare(Rule.Text, "xmlBase xmlLang xmlSpace", apart);
declare(Rule.Style, "style");
declare(Rule.FilledAddress, "src href");
declare(Rule.Address, "action formAction");
declare(Rule.Address, "xlinkHref", apart);
declare(
  Rule.None,
  "children dangerouslySetInnerHTML defaultValue defaultChecked innerHTML suppressContentEditableWarning suppressHydrationWarning ref",
);
declare(Rule.Flag, "autoFocus multiple muted", (name) => name.toLowerCase());
declare(
  Rule.Word,
  "contentEditable spellCheck draggable value autoReverse externalResourcesRequired focusable preserveAlpha",
);
declare(
  Rule.Flag,
  "inert allowFullScreen async autoPlay controls credentialless default defer disabled disablePictureInPicture disableRemotePlayback formNoValidate hidden loop noModule noValidate open playsInline readOnly required reversed scoped seamless itemScope",
);
declare(Rule.FlagOrText, "capture download");
declare(Rule.Count, "cols rows size span");
declare(Rule.Figure, "rowSpan start");

/** The characters of a valid attribute name. */
const sound = /^[:A-Z_a-z][:A-Z_a-z\-.0-9]*$/;

/** The rule of a name that is in no list: event handlers are left to the browser. */
function ruleOf(name: string): Written {
  const written = attributeNames.get(name) ?? name;
  const none = (name.length > 2 && /^on/i.test(name)) || !sound.test(written);
  const worded = /^(data|aria)-/i.test(written);
  const rule = none ? Rule.None : worded ? Rule.Word : Rule.Text;
  const made = { rule, begin: ` ${written}="` };
  rules[name] = made;
  return made;
}

/** One attribute with the space before it, or nothing. */
export function attribute(name: string, value: unknown): string {
  const { rule, begin } = rules[name] ?? ruleOf(name);
  if (rule === Rule.None) return "";
  const type = typeof value;
  if (type === "string" && rule <= Rule.Word) return `${begin + escapeText(value as string)}"`;
  if (rule === Rule.Style) return styleAttribute(value);
  if (type === "function" || type === "symbol") return "";
  switch (rule) {
    case Rule.Text:
      return type === "boolean" ? "" : `${begin + escapeValue(value)}"`;
    case Rule.Word:
      return `${begin + escapeValue(value)}"`;
    case Rule.FilledAddress:
      return type === "boolean" || value === ""
        ? ""
        : `${begin + escapeText(safeAddress(`${value}`))}"`;
    case Rule.Address:
      return type === "boolean" ? "" : `${begin + escapeText(safeAddress(`${value}`))}"`;
    case Rule.Flag:
      return value ? begin : "";
    case Rule.FlagOrText:
      if (value === true) return `${begin}"`;
      return value === false ? "" : `${begin + escapeValue(value)}"`;
    case Rule.Count:
      return Number.isNaN(Number(value)) || Number(value) < 1
        ? ""
        : `${begin + escapeValue(value)}"`;
    default:
      return Number.isNaN(Number(value)) ? "" : `${begin + escapeValue(value)}"`;
  }
}

const styleNames = new Map<string, string>();

function styleName(name: string): string {
  let written = styleNames.get(name);
  if (written === undefined) {
    written = escapeText(
      name
        .replace(/([A-Z])/g, "-$1")
        .toLowerCase()
        .replace(/^ms-/, "-ms-"),
    );
    styleNames.set(name, written);
  }
  return written;
}

function styleAttribute(style: unknown): string {
  if (typeof style !== "object") throw new Error("A style is an object of its properties");
  let text = "";
  for (const name in style as object) {
    const value = (style as Record<string, unknown>)[name];
    if (value === null || value === undefined || typeof value === "boolean" || value === "") {
      continue;
    }
    const own = name.startsWith("--");
    const bare = value === 0 || unitless.has(name);
    const said =
      typeof value === "number" && !own
        ? `${value}${bare ? "" : "px"}`
        : escapeText(`${value}`.trim());
    text += `${text === "" ? ' style="' : ";"}${own ? escapeText(name) : styleName(name)}:${said}`;
  }
  return text === "" ? "" : `${text}"`;
}
