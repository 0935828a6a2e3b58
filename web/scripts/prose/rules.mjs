// The rules of plain English for documents and comments, as textlint rules. Each names a form that readers stumble
// over and what to write instead.
import { split } from "sentence-splitter";

/** maxLines is the length of a comment; package comments explain their feature and may be longer. */
export const maxLines = 3;

/** patterns are matched with each sentence. */
const patterns = {
  "clause-as-subject": {
    pattern:
      /^(?:(?:And|But|So) )?(?:What|Who|Whom|Whose|Whoever|Whatever|Whichever|Wherever|How (?:far|much|many))\b(?!.*\?)/is,
    say: "Begin with a noun: “Ended sessions are removed hourly”, not “What ended goes once an hour”.",
  },
  "pronoun-with-clause": {
    pattern:
      /\b(?:(?:he|she|they|them|one|somebody|everybody|anyone) who|that which|all that (?:is|are|was|were))\b/i,
    say: "Name who or what it is: “customers who”, “rows that”.",
  },
  "says-so": {
    pattern: /\b(?:says?|said|tells?|told) so\b/i,
    say: "Say what is shown, returned or reported.",
  },
  "stands-beside": {
    pattern:
      /\b(?:stands?|stood|standing) (?:beside|in|at|there|behind|before|above|open|against|alone)\b/i,
    say: "Write “is next to”, “is in”, “is stored in”.",
  },
  "of-its-own": {
    pattern: /\bof (?:its|their|his|her|our|your|my|one's) own\b/i,
    say: "Write “its own” before the noun, or “separate”.",
  },
  "goes-along": {
    pattern:
      /\b(?:go|goes|went|gone|travels?|travelled|comes?|came|brought|brings?|takes?|taken) along\b/i,
    say: "Write “is sent with”, “is included in”, “is deleted with”.",
  },
  "is-told": {
    pattern: /\b(?:is|are|was|were|be|been|being) (?:told|said)\b/i,
    say: "Write “is shown”, “is returned”, “is requested”, “receives”.",
  },
  "looked-at": {
    pattern: /\b(?:is|are|was|were|be|been) (?:not )?looked (?:at|for|through|up)\b/i,
    say: "Write “is checked”, “is read”, “is searched for”.",
  },
  "found-by": {
    pattern: /\bfound by\b/i,
    say: "Write “is identified by”, “can be searched by”.",
  },
  "no-more": {
    pattern: /\bno more(?! (?:than|of|orders?|rows?|pages?|items?|drafts?|units?|[a-z]+s)\b)/i,
    say: "Write “no longer” before the verb.",
  },
  "of-before": {
    pattern: /\bof (?:before|then|now)\b/i,
    say: "Write “the earlier”, “the previous”, “the current”.",
  },
  "inverted-so": {
    pattern: /^(?:And |But )?So (?:is|are|was|were|does|do|did|has|have) \w+/,
    say: "Put the subject before the verb, with “also”.",
  },
  "becomes-of": {
    pattern: /\b(?:became?|becomes) of\b/i,
    say: "Write “the outcome of”, “what happened to”.",
  },
  "is-to-be": {
    pattern: /\b(?:is|are|was|were) to be [a-z]+ed\b/i,
    say: "Write “must be”, “has to be” or the active voice.",
  },
  archaic: {
    pattern:
      /\b(?:anew|lest|hereby|thereof|whereof|thereby|wherein|therein|hitherto|henceforth|withal|save for)\b/i,
    say: "Write “again”, “so that … not”, “because of it”.",
  },
};

const sentences = new WeakMap();

/** textOf is what a reader reads of a node. */
function textOf(node) {
  if (node.type === "Code") return "code";
  if (node.type === "Break") return " ";
  return node.children?.map(textOf).join("") ?? node.value ?? "";
}

/** sentencesOf gives the sentences of a paragraph. */
function sentencesOf(node) {
  if (!sentences.has(node)) {
    const parts = split(textOf(node)).filter((part) => part.type === "Sentence");
    sentences.set(
      node,
      parts.map((part) => part.raw.trim()),
    );
  }
  return sentences.get(node);
}

const matching =
  ({ pattern, say }) =>
  ({ Syntax, RuleError, report }) => ({
    [Syntax.Paragraph](node) {
      for (const text of sentencesOf(node)) {
        if (pattern.test(text)) report(node, new RuleError(`${say} In: ${text}`));
      }
    },
  });

/** longComment reports comments in code that have more than maxLines. */
const longComment = ({ Syntax, RuleError, report }) => ({
  [Syntax.Paragraph](node) {
    if (node.comment && !node.explainsPackage && node.lines > maxLines) {
      report(node, new RuleError(`Say why in ${maxLines} lines at most, not ${node.lines}.`));
    }
  },
});

export const rules = [
  ...Object.entries(patterns).map(([ruleId, of]) => ({ ruleId, rule: matching(of) })),
  { ruleId: "long-comment", rule: longComment },
];
