import { expect, test } from "vitest";
import { presets, rowsIn, sampleOf, textOf } from "./smsModel";

test("fields are rows and lines again", () => {
  const text = "mobile={to_local}\nsender=My=Shop\nkey={secret}";
  expect(rowsIn(text)).toEqual([
    { name: "mobile", value: "{to_local}" },
    { name: "sender", value: "My=Shop" },
    { name: "key", value: "{secret}" },
  ]);
  expect(textOf(rowsIn(text))).toBe(text);
  expect(rowsIn("\n alone \n")).toEqual([{ name: "alone", value: "" }]);
});

test("a request is shown as it will be sent, without the secret", () => {
  const url = { "sms.url": "https://sms.example.com/send" };
  expect(sampleOf({ ...url, ...presets.form }, "Hi & bye")).toBe(
    "POST https://sms.example.com/send\n  mobile=201012345678\n  & message=Hi & bye\n  & sender=MyShop\n  & password=••••",
  );
  expect(sampleOf({ ...url, ...presets.link }, "Hi")).toMatch(
    /^GET https:\/\/sms.example.com\/send\n {2}\? username=myshop/,
  );
  const json = sampleOf({ ...url, ...presets.json }, "$& Hi");
  expect(json).toContain("Authorization: Bearer ••••");
  expect(json).toContain('"text": "$& Hi"');
  expect(json).toContain('"to": "+201012345678"');
});
