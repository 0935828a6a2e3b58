/** Start tags, and the special rules of some elements. */

import { attribute } from "./attributes";
import { escapeText, escapeValue } from "./escape";
import { preloadPicture } from "./preloads";

export type Props = Record<string, unknown>;

const given = (value: unknown): boolean => value !== null && value !== undefined;

/** Elements without content or end tag. */
export const isVoid: Record<string, true | undefined> = Object.create(null) as Record<string, true>;
for (const tag of "area base br col embed hr img input keygen param source track wbr".split(" ")) {
  isVoid[tag] = true;
}

/** The context of an element that changes how it is written. */
export interface Around {
  /** The value of the enclosing select. */
  selected: unknown;
  svg: boolean;
  /** Inside picture or noscript, where no picture is preloaded. */
  quiet: boolean;
}

export const outermost: Around = { selected: null, svg: false, quiet: false };

/** The context of an element's children. */
export function within(around: Around, tag: string, props: Props): Around {
  switch (tag) {
    case "select":
      return { ...around, selected: props.value ?? props.defaultValue, svg: false };
    case "svg":
      return { ...around, selected: null, svg: true };
    case "foreignObject":
      return { ...around, selected: null, svg: false };
    case "picture":
    case "noscript":
      return { selected: null, svg: false, quiet: true };
    default:
      return around;
  }
}

/** Elements that change the context of their children. */
export const surrounds: Record<string, true | undefined> = Object.create(null) as Record<
  string,
  true
>;
for (const tag of ["select", "svg", "foreignObject", "picture", "noscript"]) surrounds[tag] = true;

type Start = (tag: string, props: Props, around: Around) => string;

/** The start tag of any element without a special rule. */
export function startTag(tag: string, props: Props): string {
  let text = `<${tag}`;
  for (const name in props) {
    if (name === "children") continue;
    const value = props[name];
    if (value !== null && value !== undefined) text += attribute(name, value);
  }
  return `${text}>`;
}

/** The attributes except those named, which come last, in their own order. */
function except(props: Props, late: readonly string[]): string {
  let text = "";
  for (const name in props) {
    if (name === "children") continue;
    const value = props[name];
    if (given(value) && !late.includes(name)) text += attribute(name, value);
  }
  return text;
}

function inOrder(props: Props, names: readonly string[]): string {
  let text = "";
  for (let at = 0; at < names.length; at++) {
    const name = names[at] as string;
    const value = props[name];
    if (typeof value === "function" && /action/i.test(name)) {
      throw new Error("A form that a function answers is not drawn on the server");
    }
    if (given(value)) text += attribute(name, value);
  }
  return text;
}

const ofButtons = ["name", "formAction", "formEncType", "formMethod", "formTarget"];
const ofForms = ["action", "encType", "method", "target"];
const ofInputs = [...ofButtons, "checked", "defaultChecked", "value", "defaultValue"];

const refuse: Start = (tag) => {
  throw new Error(`<${tag}> belongs to the document, which no component draws`);
};

/** The start tags with special rules. */
export const special: Record<string, Start | undefined> = Object.assign(
  Object.create(null) as Record<string, Start>,
  {
    // A link to the current page.
    a: (tag: string, props: Props) =>
      props.href === ""
        ? `<${tag}${Object.entries(props)
            .map(([name, value]) =>
              name === "href" ? ' href=""' : given(value) ? attribute(name, value) : "",
            )
            .join("")}>`
        : startTag(tag, props),
    img: (tag: string, props: Props, { quiet }: Around) => {
      if (!quiet) preloadPicture(props);
      return `<${tag}${except(props, [])}/>`;
    },
    input: (tag: string, props: Props) => {
      const { checked, defaultChecked, value, defaultValue } = props;
      const on = given(checked) ? checked : defaultChecked;
      const text = given(value) ? value : defaultValue;
      return (
        `<${tag}${except(props, ofInputs)}${inOrder(props, ofButtons)}` +
        `${on && typeof on !== "function" ? ' checked=""' : ""}` +
        `${given(text) ? attribute("value", text) : ""}/>`
      );
    },
    button: (tag: string, props: Props) =>
      `<${tag}${except(props, ofButtons)}${inOrder(props, ofButtons)}>`,
    form: (tag: string, props: Props) =>
      `<${tag}${except(props, ofForms)}${inOrder(props, ofForms)}>`,
    select: (tag: string, props: Props) => `<${tag}${except(props, ["value", "defaultValue"])}>`,
    option: (tag: string, props: Props, { selected }: Around) =>
      `<${tag}${except(props, ["selected"])}${isSelected(props, selected) ? ' selected=""' : ""}>`,
    textarea: (tag: string, props: Props) => {
      const { value, defaultValue, children } = props;
      const text = given(children) ? children : given(value) ? value : defaultValue;
      const said = given(text) ? `${text}` : "";
      // A browser drops one leading line break.
      return `<${tag}${except(props, ["value"])}>${said.startsWith("\n") ? "\n" : ""}${escapeText(said)}`;
    },
    pre: (tag: string, props: Props) => {
      const { children } = props;
      const extra = typeof children === "string" && children.startsWith("\n") ? "\n" : "";
      return startTag(tag, props) + extra;
    },
    title: (tag: string, props: Props, around: Around) =>
      around.svg
        ? `${startTag(tag, props)}${escapeValue(props.children ?? "")}`
        : refuse(tag, props, around),
    ...Object.fromEntries(
      "html head body link meta script style object menuitem listing"
        .split(" ")
        .map((tag) => [tag, refuse]),
    ),
  },
);

/** Elements whose start tag already includes all of their content. */
export const isFilled: Record<string, true | undefined> = Object.assign(
  Object.create(null) as Record<string, true>,
  { textarea: true, title: true },
);

function isSelected(props: Props, chosen: unknown): boolean {
  if (!given(chosen)) return Boolean(props.selected);
  const own = given(props.value) ? `${props.value}` : textsOf(props.children);
  return Array.isArray(chosen) ? chosen.some((one) => `${one}` === own) : `${chosen}` === own;
}

function textsOf(children: unknown): string {
  if (Array.isArray(children)) return children.map(textsOf).join("");
  return typeof children === "string" || typeof children === "number" ? `${children}` : "";
}
