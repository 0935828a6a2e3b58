/** The fields of an SMS carrier's request, as editable rows, and a preview of the request. */

/** The placeholders that a field can contain; {secret} is never shown. */
export const carried = [
  "{to}",
  "{to_digits}",
  "{to_local}",
  "{text}",
  "{code}",
  "{secret}",
  "{id}",
] as const;

export interface FieldRow {
  name: string;
  /** One of `carried`, or a text for the carrier, such as the sender's name. */
  value: string;
}

/** Parses lines of "name=value" to rows; a line without a name stays as it is typed. */
export function rowsIn(text: string): FieldRow[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const at = line.indexOf("=");
      return at < 0
        ? { name: line.trim(), value: "" }
        : { name: line.slice(0, at).trim(), value: line.slice(at + 1).trim() };
    });
}

export const textOf = (rows: readonly FieldRow[]) =>
  rows.map(({ name, value }) => `${name}=${value}`).join("\n");

export const isCarried = (value: string) => (carried as readonly string[]).includes(value);

export interface Request {
  "sms.url": string;
  "sms.method": string;
  "sms.format": string;
  "sms.fields": string;
  "sms.headers": string;
}

/** The formats that most carriers expect; names and URL are in each carrier's guide. */
export const presets: Readonly<Record<"form" | "json" | "link", Omit<Request, "sms.url">>> = {
  form: {
    "sms.method": "POST",
    "sms.format": "form",
    "sms.fields": "mobile={to_digits}\nmessage={text}\nsender=MyShop\npassword={secret}",
    "sms.headers": "",
  },
  json: {
    "sms.method": "POST",
    "sms.format": "json",
    "sms.fields": "to={to}\ntext={text}\nfrom=MyShop",
    "sms.headers": "Authorization: Bearer {secret}",
  },
  link: {
    "sms.method": "GET",
    "sms.format": "form",
    "sms.fields":
      "username=myshop\npassword={secret}\nsender=MyShop\nmobile={to_local}\nmessage={text}",
    "sms.headers": "",
  },
};

/** The request for a message, line by line, with asterisks for the secret. */
export function sampleOf(request: Request, text: string): string {
  const fill = (value: string) =>
    value
      .replaceAll("{to_digits}", "201012345678")
      .replaceAll("{to_local}", "01012345678")
      .replaceAll("{to}", "+201012345678")
      .replaceAll("{text}", () => text)
      .replaceAll("{code}", "123456")
      .replaceAll("{id}", "msg_1")
      .replaceAll("{secret}", "••••");
  const fields = rowsIn(request["sms.fields"]).map(({ name, value }) => [name, fill(value)]);
  const form = fields.map(([name, value]) => `${name}=${value}`).join("\n  & ");
  const get = request["sms.method"] === "GET";
  const lines = [`${request["sms.method"]} ${request["sms.url"] || "https://…"}`];
  if (get) lines.push(`  ? ${form}`);
  for (const line of request["sms.headers"].split("\n")) if (line.trim()) lines.push(fill(line));
  if (!get) {
    lines.push(
      request["sms.format"] === "json"
        ? JSON.stringify(Object.fromEntries(fields), null, 2)
        : `  ${form}`,
    );
  }
  return lines.join("\n");
}
