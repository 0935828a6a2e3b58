// A textlint plugin that reads the comments of code, each as a paragraph.

const marks = {
  ".go": { line: "//" },
  ".ts": { line: "//", block: true },
  ".tsx": { line: "//", block: true },
  ".mjs": { line: "//", block: true },
  ".sql": { line: "--" },
  ".sh": { line: "#" },
};

/** commentsOf lists the comments of a source: blocks of whole lines, and block comments. */
export function commentsOf(source, extension) {
  const { line: mark, block } = marks[extension];
  const found = [];
  let open; // the comment that goes on
  let at = 0;
  source.split("\n").forEach((text, number) => {
    const body = text.trim();
    const column = text.length - text.trimStart().length;
    const isLine =
      body.startsWith(mark) && !/^(?:\/\/go:|\/\/nolint|#!|\/\/ (?:@ts|biome))/.test(body);
    if (open?.block) {
      open.lines.push({
        text: body.replace(/^\*\s?/, "").replace(/\*\/.*$/, ""),
        at: at + column,
        number,
        column,
      });
      if (body.includes("*/")) open = undefined;
    } else if (block && /^\/\*\*?/.test(body)) {
      open = {
        block: true,
        lines: [
          {
            text: body.replace(/^\/\*\*?\s?/, "").replace(/\*\/.*$/, ""),
            at: at + column,
            number,
            column,
          },
        ],
        number,
      };
      found.push(open);
      if (body.includes("*/")) open = undefined;
    } else if (isLine) {
      if (!open) {
        open = { lines: [], number };
        found.push(open);
      }
      open.lines.push({
        text: body.slice(mark.length).replace(/^\s/, ""),
        at: at + column,
        number,
        column,
      });
    } else {
      if (open) open.next = body;
      open = undefined;
    }
    at += text.length + 1;
  });
  return found;
}

/** parse makes a document of paragraphs, of which each is a comment. */
function parse(source, extension) {
  const children = commentsOf(source, extension).map(({ lines, next, number }) => {
    const text = lines
      .map((l) => l.text)
      .join(" ")
      .replace(/\s+/g, " ")
      .trim();
    const [first, last] = [lines[0], lines.at(-1)];
    const to = Math.max(first.at + 1, Math.min(source.length, last.at + last.text.length));
    const loc = {
      start: { line: first.number + 1, column: first.column },
      end: { line: last.number + 1, column: last.column + last.text.length },
    };
    const place = { range: [first.at, to], loc };
    return {
      type: "Paragraph",
      raw: source.slice(first.at, to),
      ...place,
      comment: true,
      lines: lines.filter((l) => l.text.replace(/[*/\s]/g, "") !== "").length,
      explainsPackage:
        number < 12 && (next === undefined || /^(?:package |import |set |$)/.test(next)),
      children: [{ type: "Str", value: text, raw: text, ...place }],
    };
  });
  const loc = {
    start: { line: 1, column: 0 },
    end: { line: source.split("\n").length, column: 0 },
  };
  return { type: "Document", raw: source, range: [0, source.length], loc, children };
}

export default {
  Processor: class {
    availableExtensions() {
      return Object.keys(marks);
    }
    processor(extension) {
      return {
        preProcess: (source) => parse(source, extension),
        postProcess: (messages, filePath) => ({ messages, filePath }),
      };
    }
  },
};
