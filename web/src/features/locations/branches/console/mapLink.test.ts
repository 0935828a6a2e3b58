import { expect, test } from "vitest";
import { isShortLink, placeIn } from "./mapLink";

test.each([
  ["https://www.google.com/maps/@30.0444,31.2357,15z", 30.0444, 31.2357],
  ["https://www.google.com/maps?q=29.9602,31.2569", 29.9602, 31.2569],
  ["https://maps.google.com/?q=loc:29.9602,31.2569&z=17", 29.9602, 31.2569],
  [
    "https://www.google.com/maps/place/Shop/@30.1,31.1,17z/data=!3m1!4b1!4m6!3d30.0501!4d31.2301",
    30.0501,
    31.2301,
  ],
  ["https://www.google.com/maps/search/30.05,+31.23", 30.05, 31.23],
  ["https://www.google.com/maps/dir/?api=1&destination=30.05%2C31.23", 30.05, 31.23],
  ["https://www.openstreetmap.org/#map=16/30.0444/31.2357", 30.0444, 31.2357],
  ["30.05, 31.23", 30.05, 31.23],
  ["٣٠٫٠٥، ٣١٫٢٣", 30.05, 31.23],
  [" (30.05 31.23) ", 30.05, 31.23],
  ["-33.9, 18.4", -33.9, 18.4],
])("%s", (text, lat, lng) => {
  expect(placeIn(text)).toEqual({ lat, lng });
});

test.each(["", "Road 9, Maadi", "https://maps.app.goo.gl/abc", "130.5, 31.2", "30.05"])(
  "no place in %j",
  (text) => {
    expect(placeIn(text)).toBeNull();
  },
);

test("a short link is known", () => {
  expect(isShortLink("https://maps.app.goo.gl/abc")).toBe(true);
});
