import { fold } from "../../../lib/fold";
import { type HtmlNode, parseHtml, textOf } from "./html";
import { sayings } from "./synonyms";

export interface Question {
  /** Null before the first question of a group. */
  heading: readonly HtmlNode[] | null;
  nodes: HtmlNode[];
}

export interface QuestionGroup {
  heading: readonly HtmlNode[] | null;
  questions: Question[];
}

/** Headings of the second level are groups, those of the third level are their questions. */
export function groupsOf(html: string): QuestionGroup[] {
  return split(parseHtml(html), "h2").map(({ heading, nodes }) => ({
    heading,
    questions: split(nodes, "h3"),
  }));
}

/** The content below each heading of a level; the content before the first one has none. */
function split(nodes: readonly HtmlNode[], tag: "h2" | "h3"): Question[] {
  const parts: Question[] = [];
  for (const node of nodes) {
    if (typeof node === "string" && node.trim() === "") continue;
    if (typeof node !== "string" && node.tag === tag) {
      parts.push({ heading: node.children, nodes: [] });
    } else {
      if (parts.length === 0) parts.push({ heading: null, nodes: [] });
      parts.at(-1)?.nodes.push(node);
    }
  }
  return parts;
}

/** The questions that contain every typed word, together with their answer and group. */
export function answering(groups: readonly QuestionGroup[], text: string): QuestionGroup[] {
  const words = fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map(bare);
  if (words.length === 0) return [...groups];
  return groups
    .map(({ heading, questions }) => ({
      heading,
      questions: questions.filter(({ heading: question, nodes }) => {
        if (!question) return false;
        const said = fold(textOf([...(heading ?? []), " ", ...question, " ", ...nodes]));
        return words.every((word) => sayings(word).some((saying) => said.includes(saying)));
      }),
    }))
    .filter(({ questions }) => questions.length > 0);
}

/** A word without the prefixes that Arabic attaches, if enough of it is left. */
function bare(word: string): string {
  const found = /^(?:[وفبك]?ال|لل)(.{3,})$/.exec(word);
  return found?.[1] ?? word;
}

export const countOf = (groups: readonly QuestionGroup[]) =>
  groups.reduce((sum, { questions }) => sum + questions.filter((one) => one.heading).length, 0);
