// Lints the English of documents and comments: node web/scripts/prose/lint.mjs [FILE...]
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lint } from "./english.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
/** files are those that a person writes; migrations stay as they are, and the shop's pages have their own tests. */
function files() {
  const all = execFileSync(
    "git",
    ["ls-files", "*.md", "*.go", "*.ts", "*.tsx", "*.mjs", "*.sql", "*.sh"],
    {
      cwd: root,
      encoding: "utf8",
    },
  );
  return all
    .split("\n")
    .filter(
      (f) =>
        f &&
        !/CHANGELOG|NOTICE|schema\.d\.ts|testdata\/|^migrations\/|content\/pages\/|scripts\/prose\//.test(
          f,
        ),
    );
}

let wrong = 0;
const asked = process.argv.slice(2);
for (const file of asked.length ? asked : files()) {
  for (const { ruleId, line, message } of await lint(
    readFileSync(join(root, file), "utf8"),
    file,
  )) {
    process.stdout.write(`${file}:${line}: ${ruleId}: ${message}\n`);
    wrong++;
  }
}
process.exitCode = wrong > 0 ? 1 : 0;
