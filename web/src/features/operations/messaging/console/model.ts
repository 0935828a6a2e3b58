import type { Body, Data } from "../../../../api/operations";

export type Providers = Data<"GET", "/console/providers">;
export type ProvidersBody = Body<"PUT", "/console/providers">;

export interface Secrets {
  "sms.secret": string;
  "whatsapp.token": string;
  "whatsapp.secret": string;
  "twilio.token": string;
  "mail.password": string;
}

export const noSecrets: Secrets = {
  "sms.secret": "",
  "whatsapp.token": "",
  "whatsapp.secret": "",
  "twilio.token": "",
  "mail.password": "",
};

/** The form, with the server's field names; the secrets are kept separately. */
export type ProvidersDraft = {
  /** Whether a secret was typed. */
  secrets: boolean;
  "sms.on": boolean;
  "sms.by": string;
  /** A carrier whose API is known; empty for any other. */
  "sms.carrier": string;
  "sms.user": string;
  "sms.sender": string;
  "sms.url": string;
  "sms.method": string;
  "sms.format": string;
  "sms.fields": string;
  "sms.headers": string;
  "sms.success": string;
  "whatsapp.on": boolean;
  "whatsapp.by": string;
  "whatsapp.sender": string;
  "whatsapp.contents": string;
  "whatsapp.phone_id": string;
  "whatsapp.prefix": string;
  "twilio.account": string;
  "mail.on": boolean;
  "mail.host": string;
  "mail.port": string;
  "mail.tls": string;
  "mail.user": string;
  "mail.from": string;
};

const exampleFields = "mobile={to_local}\nmessage={text}\nkey={secret}";

export const providersDraft = ({ sms, whatsapp, twilio, mail }: Providers): ProvidersDraft => ({
  secrets: false,
  "sms.on": sms.on,
  "sms.by": sms.by,
  "sms.carrier": sms.carrier,
  "sms.user": sms.user,
  "sms.sender": sms.sender,
  "sms.url": sms.url,
  "sms.method": sms.method,
  "sms.format": sms.format,
  "sms.fields": sms.fields || exampleFields,
  "sms.headers": sms.headers,
  "sms.success": sms.success,
  "whatsapp.on": whatsapp.on,
  "whatsapp.by": whatsapp.by,
  "whatsapp.sender": whatsapp.sender,
  "whatsapp.contents": whatsapp.contents,
  "whatsapp.phone_id": whatsapp.phone_id,
  "whatsapp.prefix": whatsapp.prefix,
  "twilio.account": twilio.account,
  "mail.on": mail.on,
  "mail.host": mail.host,
  "mail.port": String(mail.port),
  "mail.tls": mail.tls,
  "mail.user": mail.user,
  "mail.from": mail.from,
});

export const providersBody = (
  draft: ProvidersDraft,
  secrets: Secrets,
  version: number,
): ProvidersBody => ({
  sms: {
    on: draft["sms.on"],
    by: draft["sms.by"] as ProvidersBody["sms"]["by"],
    carrier: draft["sms.carrier"],
    user: draft["sms.user"],
    sender: draft["sms.sender"],
    url: draft["sms.url"],
    method: draft["sms.method"] as ProvidersBody["sms"]["method"],
    format: draft["sms.format"] as ProvidersBody["sms"]["format"],
    fields: draft["sms.fields"],
    headers: draft["sms.headers"],
    success: draft["sms.success"],
    secret: secrets["sms.secret"],
  },
  whatsapp: {
    on: draft["whatsapp.on"],
    by: draft["whatsapp.by"] as ProvidersBody["whatsapp"]["by"],
    sender: draft["whatsapp.sender"],
    contents: draft["whatsapp.contents"],
    phone_id: draft["whatsapp.phone_id"],
    prefix: draft["whatsapp.prefix"],
    token: secrets["whatsapp.token"],
    secret: secrets["whatsapp.secret"],
  },
  twilio: { account: draft["twilio.account"], token: secrets["twilio.token"] },
  mail: {
    on: draft["mail.on"],
    host: draft["mail.host"],
    port: draft["mail.port"],
    tls: draft["mail.tls"] as ProvidersBody["mail"]["tls"],
    user: draft["mail.user"],
    from: draft["mail.from"],
    password: secrets["mail.password"],
  },
  version,
});

/** The templates' ids by their keys, parsed from the lines of a text. */
export const contentsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split("\n")
      .filter((line) => line.includes("="))
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );

export const contentsText = (ids: Record<string, string>): string =>
  Object.entries(ids)
    .map(([key, id]) => [key, id.trim()])
    .filter(([, id]) => id !== "")
    .map(([key, id]) => `${key}=${id}`)
    .join("\n");
