// Lints the English of documents and comments: node web/scripts/prose/lint.mjs [--list RULE] [FILE...]
// limits.json has how many places of each rule are left. The numbers may only become smaller.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lint } from "./english.mjs";
import { rules } from "./rules.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
/** files are those that a person writes. Migrations and the history of changes stay as they were written. */
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
        f && !/CHANGELOG|NOTICE|schema\.d\.ts|testdata\/|^migrations\/|scripts\/prose\//.test(f),
    );
}

const print = (line) => process.stdout.write(`${line}\n`);

async function main(args) {
  const list = args[0] === "--list" ? args.splice(0, 2)[1] : undefined;
  const found = Object.fromEntries(rules.map(({ ruleId }) => [ruleId, []]));
  for (const file of args.length ? args : files()) {
    for (const { ruleId, line, message } of await lint(
      readFileSync(join(root, file), "utf8"),
      file,
    )) {
      found[ruleId].push(`${file}:${line}: ${message}`);
    }
  }
  if (list || args.length) {
    for (const [rule, places] of Object.entries(found)) {
      if (places.length && (!list || rule === list)) print(`${rule}\n  ${places.join("\n  ")}`);
    }
    return 0;
  }
  const limits = JSON.parse(readFileSync(new URL("./limits.json", import.meta.url), "utf8"));
  let code = 0;
  for (const { ruleId } of rules) {
    const [count, limit] = [found[ruleId].length, limits[ruleId] ?? 0];
    if (count > limit) {
      print(
        `${ruleId}: ${count} places, ${limit} at most: node web/scripts/prose/lint.mjs --list ${ruleId}`,
      );
      code = 1;
    } else if (count < limit) {
      print(`${ruleId}: ${count} places only: lower its number in limits.json from ${limit}`);
      code = 1;
    }
  }
  return code;
}

process.exitCode = await main(process.argv.slice(2));
