// Lints the English of a document or of the comments of a source file.
import { extname } from "node:path";
import { TextlintKernel } from "@textlint/kernel";
import markdown from "@textlint/textlint-plugin-markdown";
import comments from "./comments.mjs";
import { rules } from "./rules.mjs";

const kernel = new TextlintKernel();
const plugins = [
  { pluginId: "markdown", plugin: markdown.default ?? markdown },
  { pluginId: "comments", plugin: comments },
];

/** lint gives what is wrong with a text: the rule, the line and what to write instead. */
export async function lint(text, filePath) {
  const { messages } = await kernel.lintText(text, {
    filePath,
    ext: extname(filePath),
    plugins,
    rules,
  });
  return messages.map(({ ruleId, line, message }) => ({ ruleId, line, message }));
}
