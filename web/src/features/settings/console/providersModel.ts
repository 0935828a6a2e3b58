import type { Body, Data } from "../../../api/operations";

export type Providers = Data<"GET", "/console/providers">;
export type ProvidersBody = Body<"PUT", "/console/providers">;

export interface Secrets {
  "sms.secret": string;
  "whatsapp.token": string;
  "whatsapp.secret": string;
  "mail.password": string;
}

export const noSecrets: Secrets = {
  "sms.secret": "",
  "whatsapp.token": "",
  "whatsapp.secret": "",
  "mail.password": "",
};

/** The form, by the names of the server's fields; secrets stand beside it. */
export type ProvidersDraft = {
  /** One was typed. */
  secrets: boolean;
  "sms.on": boolean;
  "sms.url": string;
  "sms.method": string;
  "sms.format": string;
  "sms.fields": string;
  "sms.headers": string;
  "sms.success": string;
  "whatsapp.on": boolean;
  "whatsapp.phone_id": string;
  "whatsapp.prefix": string;
  "mail.on": boolean;
  "mail.host": string;
  "mail.port": string;
  "mail.tls": string;
  "mail.user": string;
  "mail.from": string;
};

const exampleFields = "mobile={to_local}\nmessage={text}\nkey={secret}";

export const providersDraft = ({ sms, whatsapp, mail }: Providers): ProvidersDraft => ({
  secrets: false,
  "sms.on": sms.on,
  "sms.url": sms.url,
  "sms.method": sms.method,
  "sms.format": sms.format,
  "sms.fields": sms.fields || exampleFields,
  "sms.headers": sms.headers,
  "sms.success": sms.success,
  "whatsapp.on": whatsapp.on,
  "whatsapp.phone_id": whatsapp.phone_id,
  "whatsapp.prefix": whatsapp.prefix,
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
    phone_id: draft["whatsapp.phone_id"],
    prefix: draft["whatsapp.prefix"],
    token: secrets["whatsapp.token"],
    secret: secrets["whatsapp.secret"],
  },
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
