/** Simulated message providers on this machine: an SMS company's HTTP form, and a mail server. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer as createMail, type Server as MailServer } from "node:net";

export interface Carriers {
  /** The address at which the SMS company accepts messages. */
  sms: string;
  mailPort: number;
  /** The received SMS messages, as the form's fields, newest last. */
  messages: Record<string, string>[];
  /** The received e-mails, as they were sent. */
  letters: string[];
  close: () => Promise<void>;
}

const listening = (server: Server | MailServer) =>
  new Promise<number>((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)),
  );

export async function carriers(): Promise<Carriers> {
  const messages: Record<string, string>[] = [];
  const letters: string[] = [];
  const http = createServer((request, answer) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      const fields = Object.fromEntries(new URLSearchParams(body));
      const right = fields.password === "s3cret-key";
      if (right) messages.push(fields);
      answer.end(right ? '{"code":"1901"}' : '{"code":"1902"}');
    });
  });
  const mail = createMail((socket) => {
    let letter: string[] | null = null;
    let rest = "";
    socket.write("220 mail.test ESMTP\r\n");
    socket.on("error", () => {});
    socket.on("data", (data) => {
      rest += data.toString();
      const lines = rest.split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (letter !== null) {
          if (line === ".") {
            letters.push(letter.join("\n"));
            letter = null;
            socket.write("250 taken\r\n");
          } else letter.push(line);
          continue;
        }
        const verb = line.slice(0, 4).toUpperCase();
        if (verb === "EHLO") socket.write("250-mail.test\r\n250 8BITMIME\r\n");
        else if (verb === "DATA") {
          letter = [];
          socket.write("354 go on\r\n");
        } else if (verb === "QUIT") socket.end("221 bye\r\n");
        else socket.write("250 ok\r\n");
      }
    });
  });
  const [smsPort, mailPort] = await Promise.all([listening(http), listening(mail)]);
  return {
    sms: `http://127.0.0.1:${smsPort}/send`,
    mailPort,
    messages,
    letters,
    async close() {
      http.closeAllConnections();
      await Promise.all([http, mail].map((one) => new Promise((done) => one.close(done))));
    },
  };
}
