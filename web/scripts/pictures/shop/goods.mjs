/** The shops of the demo that are not food: electronics, home, books, beauty. */

import * as d from "../dishes.mjs";
import {
  at,
  ball,
  C,
  dark,
  ell,
  ellPath,
  fill,
  line,
  lit,
  mix,
  paint,
  pale,
  rect,
  rectPath,
  scatter,
  several,
  shade,
  shadow,
  veil,
  within,
} from "../draw.mjs";
import * as f from "../fresh.mjs";
import * as p from "../packs.mjs";
import { word } from "../words.mjs";

const ring = (cx, cy, rx, ry, color, width) =>
  `<path d="${ellPath(cx, cy, rx, ry)}" fill="none" stroke="${color}" stroke-width="${width}"/>`;
const bolt = (c = C.saffron) => fill("M6-30L-16 6H-2L-8 30L18-8H3z", c);
const phone = (screen, body = C.ink) =>
  rect(-48, -92, 96, 184, 16, body, "l") +
  rect(-42, -84, 84, 168, 11, screen) +
  rect(-14, -80, 28, 6, 3, body);
const wifi = (c) => line("M-30-6Q0-34 30-6M-19 8Q0-10 19 8", c, 6) + ell(0, 20, 6, 6, c);
const note =
  fill("M-14 26V-26L20-34V16", "none") +
  line("M-10 22V-24L20-32V14", C.white, 6) +
  ell(-18, 24, 10, 7, C.white) +
  ell(12, 16, 10, 7, C.white);
const _plug = (c, w, h, o = "") => rect(-w / 2, -h / 2, w, h, 16, c, "l") + o;
export const shahen = {
  "20-w-wall-charger": (c = paint.white) =>
    shadow(128, 226, 66, 12) +
    rect(96, 26, 12, 46, 4, C.steel, "m") +
    rect(148, 26, 12, 46, 4, C.steel, "m") +
    rect(68, 66, 120, 150, 26, c, "l") +
    rect(104, 184, 48, 14, 7, shade(c, 0.5)) +
    at(128, 124, 1, bolt(C.green)),
  "65-w-laptop-charger": () =>
    shadow(128, 222, 108, 13) +
    line("M176 120Q240 120 226 180T150 214", C.ink, 9) +
    rect(24, 84, 156, 88, 20, C.ink, "l") +
    rect(36, 96, 132, 64, 12, C.slate) +
    word("65W", 102, 128, 92, 40, C.white) +
    rect(22, 104, 8, 10, 2, C.steel) +
    rect(124, 206, 40, 18, 8, C.slate, "v") +
    rect(108, 209, 18, 12, 3, C.steel, "m"),
  "power-bank": () =>
    shadow(128, 230, 68, 12) +
    rect(66, 28, 124, 200, 24, C.navy, "l") +
    rect(78, 40, 100, 176, 16, mix(C.navy, C.blue, 0.3)) +
    at(128, 110, 1.4, bolt()) +
    [0, 1, 2, 3].map((i) => ell(98 + i * 20, 186, 6, 6, i < 3 ? C.lime : C.slate)).join("") +
    rect(102, 24, 24, 10, 4, C.steel) +
    rect(136, 24, 18, 10, 4, C.steel),
  "usb-c-cable": () =>
    shadow(128, 222, 94, 13) +
    ring(128, 134, 74, 62, C.ink, 10) +
    ring(128, 140, 60, 50, C.slate, 9) +
    line("M186 170Q214 196 218 206M70 96Q40 66 44 50", C.ink, 10) +
    at(
      222,
      212,
      1,
      rect(-13, -22, 26, 40, 8, C.white, "k") + rect(-8, 16, 16, 20, 6, C.steel, "m"),
      -20,
    ) +
    at(
      44,
      42,
      1,
      rect(-13, -18, 26, 40, 8, C.white, "k") + rect(-8, -36, 16, 20, 6, C.steel, "m"),
      -14,
    ) +
    rect(110, 60, 36, 24, 8, C.tomato, "v"),
  "wireless-charging-pad": () =>
    shadow(128, 216, 112, 15) +
    ell(128, 172, 106, 40, C.ink) +
    ell(128, 162, 106, 40, C.slate, "l") +
    ring(128, 162, 70, 25, C.lime, 4) +
    at(128, 108, [0.72, 0.5], phone(C.teal), 0) +
    at(128, 110, 0.9, bolt(C.white)) +
    line("M220 186q20 8 26 20", C.ink, 7),
  "car-charger": () =>
    shadow(128, 238, 52, 11) +
    rect(116, 18, 24, 26, 6, C.steel, "m") +
    lit("M100 42h56l4 80H96z", C.ink, "k") +
    rect(92, 70, 8, 30, 4, C.steel) +
    rect(156, 70, 8, 30, 4, C.steel) +
    lit("M84 122h88l10 84q0 30-54 30t-54-30z", C.slate, "k") +
    ring(128, 206, 36, 12, C.sky, 4) +
    rect(100, 150, 22, 10, 3, C.green) +
    rect(134, 150, 22, 10, 3, C.orange) +
    at(128, 184, 0.6, bolt(C.white)),
  "clear-case": () =>
    shadow(128, 238, 60, 11) +
    rect(68, 16, 120, 216, 26, C.sky).replace("/>", ' opacity=".35"/>') +
    line(rectPath(68, 16, 120, 216, 26), C.white, 8) +
    line(rectPath(68, 16, 120, 216, 26), C.sky, 2.5) +
    rect(82, 30, 44, 50, 14, C.white).replace("/>", ' opacity=".7"/>') +
    line(rectPath(82, 30, 44, 50, 14), C.sky, 3) +
    ell(97, 46, 9, 9, C.sky) +
    ell(112, 64, 9, 9, C.sky) +
    line("M88 110L164 60M88 140L150 98", C.white, 7, ' opacity=".7"'),
  "screen-protector": () =>
    shadow(128, 238, 66, 11) +
    at(108, 132, 1, phone(C.navy)) +
    at(
      150,
      122,
      1,
      rect(-46, -88, 92, 176, 12, C.ice).replace("/>", ' opacity=".6"/>') +
        line(rectPath(-46, -88, 92, 176, 12), C.white, 4) +
        line("M-30 20L30-46M-30 50L10 6", C.white, 6) +
        fill("M46-88L14-88L46-50z", C.green),
      6,
    ),
  "selfie-stick-with-tripod": () =>
    shadow(128, 238, 86, 11) +
    line("M128 148L68 234M128 148L188 234M128 148V236", C.ink, 10) +
    line("M128 150V64", C.slate, 12) +
    line("M128 104V64", C.steel, 7) +
    at(
      128,
      46,
      0.42,
      rect(-92, -48, 184, 96, 16, C.ink, "l") + rect(-84, -42, 168, 84, 10, C.sky),
    ) +
    rect(114, 140, 28, 20, 6, C.tomato, "v"),
  "car-phone-holder": () =>
    shadow(128, 238, 70, 11) +
    ell(128, 222, 58, 16, C.ink, "l") +
    line("M128 214V168", C.slate, 22) +
    ball(128, 166, 18, C.slate) +
    at(128, 90, 0.86, phone("#BFE0C8")) +
    line("M104 140L122 96L140 112L154 50", C.blue, 6) +
    ell(154, 46, 8, 8, C.tomato) +
    rect(72, 88, 14, 50, 5, C.ink, "k") +
    rect(170, 88, 14, 50, 5, C.ink, "k") +
    rect(92, 158, 72, 14, 5, C.ink),
  "memory-card": () =>
    shadow(128, 232, 70, 12) +
    lit("M66 24h98l28 28v170q0 8-8 8H74q-8 0-8-8z", C.ink) +
    [0, 1, 2, 3, 4, 5].map((i) => rect(78 + i * 15, 30, 10, 30, 2, C.saffron)).join("") +
    rect(78, 84, 102, 110, 8, C.red, "l") +
    word("128", 129, 124, 72, 44, C.white) +
    word("GB", 129, 164, 50, 28, C.white),
  "wireless-headphones": (c = paint.black) =>
    shadow(128, 234, 88, 12) +
    `<path d="M44 160C32 20 224 20 212 160" fill="none" stroke="${c}" stroke-width="20"/>` +
    line("M58 110C70 50 186 50 198 110", shade(c, 0.2), 6) +
    rect(24, 132, 54, 92, 26, c, "k") +
    rect(178, 132, 54, 92, 26, c, "k") +
    rect(62, 138, 26, 80, 13, shade(c, 0.2), "k") +
    rect(168, 138, 26, 80, 13, shade(c, 0.2), "k"),
  "wireless-earbuds": (c = paint.black) =>
    shadow(128, 228, 84, 13) +
    lit("M44 108Q44 72 80 62H176Q212 72 212 108z", c, "l") +
    rect(44, 122, 168, 104, 40, c, "l") +
    line("M46 116H210", shade(c, 0.2), 5) +
    ell(128, 188, 6, 6, C.lime) +
    several(ell(0, -14, 22, 20, c, "s") + rect(-8, -4, 16, 56, 8, c, "k"), [
      [94, 100, 0.9, -8],
      [162, 100, [-0.9, 0.9], 8],
    ]) +
    lit("M44 132H212V150H44z", shade(c, 0.12)),
  "wired-earphones": () =>
    shadow(128, 234, 78, 11) +
    line("M74 70C74 140 128 130 128 190C128 240 190 236 196 190", C.white, 8) +
    line("M182 70C182 140 128 130 128 180", C.white, 8) +
    line(
      "M74 70C74 140 128 130 128 190C128 240 190 236 196 190M182 70C182 140 128 130 128 180",
      C.steel,
      2,
    ) +
    several(
      ell(0, 0, 26, 24, C.tomato, "s") +
        ell(8, -2, 12, 16, C.ink) +
        rect(-10, 16, 12, 34, 6, C.tomato, "k"),
      [
        [72, 50],
        [184, 50, [-1, 1]],
      ],
    ) +
    rect(189, 160, 15, 36, 5, C.saffron, "k") +
    rect(192, 142, 9, 20, 3, C.steel, "m"),
  "portable-speaker": (c = paint.black) =>
    shadow(128, 214, 108, 14) +
    rect(20, 92, 216, 116, 56, c, "l") +
    rect(54, 100, 148, 100, 20, dark(c, 0.45)) +
    d.bits(110, 3, 128, 150, 72, 46, () => ell(0, 0, 2.4, 2.4, shade(c, 0.25))) +
    several(ell(0, 0, 17, 36, C.slate, "s"), [
      [38, 150],
      [218, 150],
    ]) +
    line("M60 92Q128 50 196 92", C.ink, 9) +
    rect(104, 84, 48, 14, 7, C.ink) +
    word("+ −".replace("+ −", "نبض"), 128, 150, 60, 32, C.white),
  "usb-microphone": () =>
    shadow(128, 238, 64, 11) +
    ell(128, 226, 56, 14, C.ink, "l") +
    line("M128 220V176", C.slate, 12) +
    rect(86, 20, 84, 150, 42, C.slate, "k") +
    within(
      rectPath(86, 20, 84, 90, 42),
      rect(80, 14, 100, 100, 0, C.steel) +
        line(
          "M86 30h90M86 44h90M86 58h90M86 72h90M86 86h90M86 100h90M100 14v100M114 14v100M128 14v100M142 14v100M156 14v100",
          C.iron,
          3,
        ),
    ) +
    rect(86, 108, 84, 8, 0, C.tomato) +
    ell(128, 142, 10, 10, C.lime, "l"),
  "kitchen-radio": () =>
    shadow(128, 222, 104, 14) +
    line("M188 96L222 16", C.steel, 5) +
    ell(222, 16, 5, 5, C.tomato) +
    line("M70 88Q128 50 186 88", C.brown, 9) +
    rect(26, 88, 204, 130, 22, C.wood, "l") +
    ell(86, 154, 46, 46, C.cream, "l") +
    d.bits(60, 3, 86, 154, 38, 38, () => ell(0, 0, 2.4, 2.4, C.brown)) +
    rect(146, 110, 68, 34, 6, C.cream) +
    line("M152 128h56M176 114v26", C.tomato, 3) +
    ball(162, 184, 16, C.ink) +
    ball(202, 184, 16, C.ink),
  "karaoke-microphone": () =>
    shadow(140, 230, 76, 12) +
    at(
      128,
      128,
      1,
      lit("M-20-18H20L14 110H-14z", C.violet, "k") +
        rect(-16, 20, 32, 40, 8, C.straw, "k") +
        ell(0, 32, 6, 4, C.ink) +
        ell(0, 48, 6, 4, C.ink) +
        ball(0, -54, 46, C.steel) +
        within(
          ellPath(0, -54, 46),
          line(
            "M-50-80h100M-50-66h100M-50-52h100M-50-38h100M-50-24h100M-30-104v100M-14-104v100M0-104v100M14-104v100M30-104v100",
            C.iron,
            3,
          ),
        ) +
        rect(-26, -18, 52, 14, 6, C.saffron, "k"),
      28,
    ) +
    at(56, 60, 0.8, note.replaceAll(C.white, C.tomato)) +
    at(214, 190, 0.66, note.replaceAll(C.white, C.teal)),
  "silent-wireless-mouse": (c = paint.black) =>
    shadow(128, 228, 74, 13) +
    lit(
      "M128 28C186 28 196 80 196 138C196 196 170 226 128 226C86 226 60 196 60 138C60 80 70 28 128 28z",
      c,
      "s",
    ) +
    line("M128 30V108M62 118Q128 96 194 118", shade(c, 0.4), 4) +
    rect(118, 56, 20, 40, 10, C.ink, "k") +
    rect(123, 62, 10, 16, 5, C.lime),
  "arabic-wireless-keyboard": () =>
    shadow(128, 206, 118, 14) +
    lit("M24 98H232L248 192q0 10-10 10H18q-10 0-10-10z", C.white, "l") +
    [0, 1, 2, 3]
      .map((r) =>
        Array.from({ length: 10 - (r === 3 ? 4 : 0) }, (_, i) => {
          const wide = r === 3 && i === 2;
          const x = r === 3 ? [20, 44, 68, 172, 196, 220][i] : 26 - r * 4 + i * (20.6 + r);
          return rect(x, 108 + r * 22, wide ? 98 : 17, 17, 3, C.ink, "l");
        }).join(""),
      )
      .join("") +
    ["ض", "ش", "ل", "م"]
      .map((c, i) => word(c, [35, 55, 118, 160][i], [116, 138, 138, 138][i], 11, 12, C.white))
      .join(""),
  "laptop-stand": () =>
    shadow(128, 226, 108, 13) +
    line("M60 214L150 116M196 214L106 116", C.iron, 13) +
    line("M40 216H216", C.steel, 12) +
    lit("M30 104L226 104L236 120H20z", C.slate, "v") +
    lit("M52 16H204q6 0 6 6V104H46V22q0-6 6-6z", C.ink) +
    rect(54, 24, 148, 74, 2, C.sky, "l") +
    fill("M54 98L96 62L124 84L160 48L202 98z", C.teal),
  "usb-flash-drive": () =>
    shadow(128, 220, 86, 12) +
    at(
      128,
      128,
      1,
      rect(-98, -24, 62, 48, 4, C.steel, "m") +
        rect(-86, -12, 14, 10, 1, C.slate) +
        rect(-86, 4, 14, 10, 1, C.slate) +
        rect(-40, -34, 130, 68, 18, C.tomato, "v") +
        ring(70, 0, 12, 12, C.white, 5) +
        word("64", 6, 0, 52, 38, C.white),
      -24,
    ),
  "full-hd-webcam": () =>
    shadow(128, 230, 78, 12) +
    lit("M84 184h88l20 40H64z", C.slate) +
    rect(112, 150, 32, 44, 6, C.ink, "k") +
    rect(34, 50, 188, 106, 50, C.ink, "l") +
    ball(128, 102, 42, C.slate) +
    ball(128, 102, 28, C.navy) +
    ball(120, 94, 11, C.sky) +
    ell(196, 102, 6, 6, C.lime) +
    word("HD", 62, 102, 26, 16, C.steel),
  "compact-printer": () =>
    shadow(128, 222, 108, 14) +
    lit("M74 20h108v74H74z", C.paper) +
    line("M88 38h80M88 52h80M88 66h50", C.steel, 5) +
    rect(28, 88, 200, 96, 18, C.slate, "l") +
    rect(28, 88, 200, 26, 12, C.ink) +
    ell(204, 134, 7, 7, C.lime) +
    lit("M62 156h132l12 66H50z", C.white) +
    fill("M76 200l30-26l20 16l22-24l36 38z", C.teal) +
    ell(94, 178, 8, 6, C.saffron) +
    rect(54, 150, 148, 12, 5, C.ink),
  "game-controller": () =>
    shadow(128, 214, 104, 14) +
    lit(
      "M74 76H182C224 76 250 170 234 200C218 222 190 190 172 168H84C66 190 38 222 22 200C6 170 32 76 74 76z",
      C.ink,
      "s",
    ) +
    rect(54, 116, 48, 16, 4, C.steel) +
    rect(70, 100, 16, 48, 4, C.steel) +
    [
      [186, 100, C.leaf],
      [166, 122, C.blue],
      [206, 122, C.tomato],
      [186, 144, C.straw],
    ]
      .map(([x, y, c]) => ball(x, y, 10, c))
      .join("") +
    ball(102, 162, 17, C.slate) +
    ball(156, 162, 17, C.slate) +
    rect(116, 96, 24, 10, 5, C.iron),
  "desk-lamp-with-usb": () =>
    shadow(120, 234, 84, 12) +
    veil(fill("M148 78L236 98L220 222L84 222z", C.straw), 0.4) +
    ell(96, 224, 66, 14, C.ink, "l") +
    line("M92 218L70 124L142 58", C.slate, 11) +
    ball(70, 124, 11, C.ink) +
    at(160, 66, 1, lit("M-40 14C-40-30 30-44 46 0L40 28Q0 6-34 32z", C.tomato, "s"), 24) +
    ball(166, 90, 14, C.straw) +
    rect(112, 212, 26, 10, 3, C.white),
  "power-strip": () =>
    shadow(128, 196, 118, 13) +
    line("M28 150Q-4 150 20 200T90 222", C.ink, 9) +
    rect(26, 100, 216, 84, 20, C.white, "v") +
    [66, 116, 166]
      .map(
        (x) =>
          ball(x, 140, 23, C.ice) + ell(x - 8, 140, 4, 4, C.ink) + ell(x + 8, 140, 4, 4, C.ink),
      )
      .join("") +
    rect(200, 116, 26, 50, 6, C.tomato, "k") +
    rect(204, 120, 18, 22, 3, C.red) +
    at(
      98,
      222,
      1,
      rect(-4, -12, 36, 24, 8, C.ink) +
        rect(30, -7, 18, 5, 2, C.steel) +
        rect(30, 3, 18, 5, 2, C.steel),
    ),
  "fitness-watch": (c = paint.black) =>
    shadow(128, 242, 48, 9) +
    lit("M94 20h68l6 66H88z", c, "k") +
    lit("M88 172h80l-6 64q-2 6-8 6H102q-6 0-8-6z", c, "k") +
    [196, 210, 224].map((y) => ell(128, y, 5, 3.4, shade(c, 0.2))).join("") +
    rect(72, 66, 112, 124, 30, shade(c, 0.2), "l") +
    rect(82, 76, 92, 104, 22, "#10181E") +
    line("M92 146h16l8-20l12 34l10-22h26", C.lime, 5) +
    word("10:24", 128, 106, 68, 28, C.white) +
    rect(184, 112, 8, 26, 4, C.tomato),
  "wi-fi-extender": () =>
    shadow(128, 236, 64, 12) +
    rect(60, 26, 12, 130, 6, C.ink, "k") +
    rect(184, 26, 12, 130, 6, C.ink, "k") +
    rect(72, 70, 112, 156, 22, C.white, "l") +
    at(128, 136, 1.2, wifi(C.blue)) +
    [104, 128, 152].map((x, i) => ell(x, 200, 6, 6, [C.lime, C.lime, C.saffron][i])).join(""),
};

const pan = (c, handle, inside = "") =>
  shadow(112, 208, 104, 16) +
  line("M196 138L246 108", handle, 18) +
  ell(110, 154, 100, 58, dark(c, 0.3)) +
  ell(110, 144, 100, 58, c, "l") +
  ell(110, 147, 86, 47, dark(c, 0.25), "v") +
  inside;
const pot = (c, o = {}) =>
  lit(`M-84-30h168v84q0 26-26 26h-116q-26 0-26-26z`, c, o.metal ? "m" : "k") +
  line("M-84 0q-24 0-24 16q0 12 22 12M84 0q24 0 24 16q0 12-22 12", o.handle ?? C.ink, 10) +
  ell(0, -30, 88, 22, dark(c, 0.2)) +
  lit("M-88-32A88 34 0 0 1 88-32A88 20 0 0 1-88-32z", o.lid ?? pale(c, 0.15), o.metal ? "m" : "s") +
  ball(0, -66, 11, o.handle ?? C.ink);
const speckles = (c, count, cx, cy, rx, ry) =>
  d.bits(count, 5, cx, cy, rx, ry, () => ell(0, 0, 1.8, 1.4, c));
const towelFold = (c, y, w = 150) =>
  rect(128 - w / 2, y, w, 34, 15, c, "v") +
  line(`M${128 - w / 2 + 8} ${y + 24}H${128 + w / 2 - 8}`, shade(c, 0.16), 3);
const _shade = (c) => lit("M-44 0L-66 70H66L44 0z", c, "k");
const _pattern = (c, step = 22) =>
  Array.from({ length: 14 }, (_, i) => line(`M${i * step - 40} 0L${i * step + 20} 256`, c, 3)).join(
    "",
  );
export const roknDafi = {
  "granite-frying-pan": () => pan(C.slate, C.wood, speckles(C.white, 60, 110, 147, 80, 42)),
  "granite-pot-set": () =>
    shadow(128, 228, 116, 14) +
    at(78, 126, 0.62, pot("#5B4A46", { handle: C.wood })) +
    at(182, 112, 0.56, pot("#5B4A46", { handle: C.wood })) +
    at(132, 170, 0.8, pot("#5B4A46", { handle: C.wood }) + speckles(C.sand, 50, 0, 20, 74, 44)),
  "steel-stock-pot": () =>
    shadow(128, 230, 98, 14) +
    lit("M44 84h168v124q0 18-18 18H62q-18 0-18-18z", C.steel, "m") +
    line("M44 120q-24 0-24 16q0 14 22 14M212 120q24 0 24 16q0 14-22 14", C.iron, 10) +
    ell(128, 84, 88, 22, C.iron) +
    lit("M40 82A88 36 0 0 1 216 82A88 20 0 0 1 40 82z", C.steel, "m") +
    rect(112, 34, 32, 18, 8, C.iron, "v"),
  "pressure-cooker": () =>
    shadow(124, 228, 100, 14) +
    lit("M36 110h156v96q0 20-20 20H56q-20 0-20-20z", C.steel, "m") +
    rect(28, 98, 172, 20, 8, C.iron, "m") +
    rect(182, 96, 70, 22, 11, C.ink, "v") +
    rect(12, 100, 26, 16, 6, C.ink) +
    lit("M34 98A80 32 0 0 1 194 98z", C.steel, "m") +
    rect(104, 46, 20, 28, 5, C.ink, "k") +
    rect(98, 36, 32, 14, 6, C.tomato, "k") +
    rect(146, 66, 14, 16, 4, C.red) +
    veil(line("M114 30q-10-10 0-18q8-8 0-14", C.white, 7), 0.9),
  "kitchen-knife-set": () =>
    shadow(128, 234, 86, 12) +
    [
      [74, C.ink],
      [104, C.ink],
      [134, C.ink],
      [164, C.ink],
      [190, C.ink],
    ]
      .map(
        ([x, c], i) =>
          rect(x - 9, 34 + i * 9, 18, 92, 7, c, "k") +
          ell(x, 50 + i * 9, 3, 3, C.steel) +
          ell(x, 72 + i * 9, 3, 3, C.steel),
      )
      .join("") +
    lit("M52 112L206 148V222q0 10-10 10H62q-10 0-10-10z", C.wood, "l") +
    line("M66 124v14M96 131v14M126 138v14M156 145v14M184 152v14", C.cocoa, 7),
  "wooden-spoon-set": () =>
    shadow(128, 236, 70, 11) +
    [
      [88, -16, 0],
      [114, -5, 1],
      [142, 6, 2],
      [168, 17, 3],
    ]
      .map(([x, a, i]) =>
        at(
          x,
          128,
          1,
          rect(-7, -40, 14, 110, 6, [C.wood, C.toast, C.wood, C.crust][i], "k") +
            (i === 1
              ? rect(-22, -102, 44, 70, 12, C.toast, "l") + line("M-8-92v44M8-92v44", C.brown, 6)
              : i === 3
                ? lit("M-20-104h40v64q-20 16-40 0z", C.crust)
                : ell(0, -70, 22, 34, C.wood, "s")),
          a,
        ),
      )
      .join("") +
    lit("M66 150h124l-10 78q-2 8-10 8H86q-8 0-10-8z", C.sand, "k") +
    line("M68 168h120", C.rust, 5),
  "steel-kettle": () =>
    shadow(122, 228, 92, 13) +
    line("M70 88C76 20 172 20 178 88", C.ink, 12) +
    line("M186 148Q220 136 228 92", C.steel, 22) +
    line("M186 144Q212 132 222 92", C.white, 5, ' opacity=".6"') +
    lit(
      "M36 198C36 130 70 84 124 84C178 84 212 130 212 198Q212 224 184 224H64Q36 224 36 198z",
      C.steel,
      "m",
    ) +
    ell(124, 88, 40, 12, C.iron, "l") +
    ball(124, 74, 11, C.ink),
  "copper-kanaka": () =>
    shadow(108, 226, 74, 12) +
    line("M150 96L246 60", C.wood, 14) +
    lit("M70 84h76l8 60q18 70-20 78H82q-38-8-20-78z", "#C46A32", "k") +
    lit("M62 70L146 64L158 88H62z", "#D9824A", "k") +
    ell(106, 74, 44, 10, C.cocoa) +
    ell(106, 74, 36, 7, "#7A4B25") +
    line("M64 150q44 16 90 0", dark("#C46A32", 0.3), 4) +
    d.bits(30, 3, 108, 184, 44, 28, () => ell(0, 0, 3, 2, "#E9A06A")) +
    veil(line("M96 52q-12-12 0-22q8-8 0-16M122 52q-12-12 0-22q8-8 0-16", C.white, 6), 0.75),
  "clay-tagen": () =>
    d.tagen("", { soup: "#6E2E18" }).replace(/$/, "") +
    d.bits(20, 3, 128, 170, 74, 26, () => line("M-6 0h12", "#B9623A", 3)) +
    line("M34 150Q128 222 222 150", "#E0A06A", 4),
  "kitchen-apron": (c = paint.beige) =>
    shadow(128, 238, 62, 11) +
    line("M92 68C92 10 164 10 164 68", C.wood, 8) +
    line("M64 128Q30 132 22 168M192 128Q226 132 234 168", C.wood, 8) +
    lit("M90 62h76q2 40 30 60L188 226q0 10-10 10H78q-10 0-10-10L60 122q28-20 30-60z", c, "l") +
    rect(90, 150, 76, 54, 8, pale(c, 0.3)) +
    line("M90 162h76M128 150v54", C.wood, 3) +
    at(128, 104, 0.44, f.chilli(), -20),
  "dinner-plate-set": () =>
    shadow(128, 220, 112, 14) +
    [0, 1, 2, 3, 4]
      .map(
        (i) =>
          ell(128, 194 - i * 13, 106, 32, dark(C.white, 0.18)) +
          ell(128, 190 - i * 13, 106, 32, C.white, "l"),
      )
      .join("") +
    line(ellPath(128, 138, 96, 28), C.blue, 4) +
    ell(128, 139, 62, 16, C.ice) +
    at(
      128,
      86,
      0.6,
      ell(0, 40, 66, 22, dark(C.white, 0.18)) +
        ell(0, 34, 66, 22, C.white, "l") +
        line(ellPath(0, 34, 58, 18), C.blue, 5),
    ),
  "soup-bowls": () =>
    shadow(128, 224, 90, 13) +
    [0, 1, 2]
      .map((i) =>
        at(
          0,
          -i * 38,
          1,
          lit(
            "M42 172C46 204 88 224 104 224h48C168 224 210 204 214 172z",
            [C.teal, C.saffron, C.tomato][i],
            "k",
          ) + ell(128, 172, 86, 22, dark([C.teal, C.saffron, C.tomato][i], 0.2)),
        ),
      )
      .join("") +
    ell(128, 96, 78, 17, C.cream, "l"),
  "coffee-cup-set": () =>
    shadow(128, 222, 112, 13) +
    several(at(-128, -206, 1, d.cup("#5B3419", { steam: false, band: C.saffron })), [
      [76, 140, 0.5],
      [182, 140, 0.5],
      [76, 214, 0.54],
      [182, 214, 0.54],
    ]),
  "tea-glasses": () =>
    shadow(128, 228, 104, 13) +
    several(at(-128, -230, 1, d.teaGlass("#8E3318", { steam: false })), [
      [74, 206, 0.74],
      [182, 206, 0.74],
      [128, 224, 0.86],
    ]),
  "cutlery-set": () =>
    shadow(128, 236, 84, 11) +
    at(
      70,
      128,
      1,
      rect(-8, -10, 16, 112, 7, C.steel, "k") +
        lit("M-20-104v50q0 28 20 34q20-6 20-34v-50h-9v46h-6v-46h-10v46h-6v-46z", C.steel, "m"),
    ) +
    at(128, 128, 1, rect(-8, -16, 16, 118, 7, C.steel, "k") + ell(0, -62, 24, 42, C.steel, "m")) +
    at(
      186,
      128,
      1,
      rect(-9, 0, 18, 102, 7, C.steel, "k") + lit("M-9 8V-98Q18-92 18-20V8z", C.steel, "m"),
    ),
  "water-jug": () =>
    shadow(122, 236, 72, 12) +
    line("M168 92C228 92 228 188 170 190", C.ice, 13) +
    line("M168 92C228 92 228 188 170 190", C.sky, 4) +
    fill(
      "M66 40L84 52h80l10-14q8 40 2 80q-4 50 8 90q0 26-26 26H92q-26 0-26-26q12-40 8-90q-6-40-8-78z",
      C.ice,
    ) +
    within(
      "M66 40L84 52h80l10-14q8 40 2 80q-4 50 8 90q0 26-26 26H92q-26 0-26-26q12-40 8-90q-6-40-8-78z",
      rect(50, 104, 150, 140, 0, C.sky) +
        at(100, 150, 0.6, f.lemonSlice()) +
        at(146, 178, 0.66, f.lemonSlice(), 30) +
        at(118, 200, 1, f.leaf(C.green, 30, 12), -20),
    ) +
    fill(
      "M66 40L84 52h80l10-14q8 40 2 80q-4 50 8 90q0 26-26 26H92q-26 0-26-26q12-40 8-90q-6-40-8-78z",
      "url(#k)",
    ),
  "airtight-containers": () =>
    shadow(128, 226, 112, 13) +
    [
      [58, 60, 76, 70, C.tomato, "#F3C75A"],
      [142, 44, 64, 86, C.saffron, "#9C6B3A"],
      [30, 140, 112, 84, C.green, "#F3EBDD"],
      [150, 152, 80, 72, C.blue, "#C23A2C"],
    ]
      .map(
        ([x, y, w, h, c, inner]) =>
          rect(x, y, w, h, 10, C.ice) +
          rect(x + 4, y + h * 0.34, w - 8, h * 0.62, 6, inner) +
          fill(rectPath(x, y, w, h, 10), "url(#k)") +
          rect(x - 4, y - 6, w + 8, 18, 6, c, "v"),
      )
      .join(""),
  "palm-bread-basket": () =>
    shadow(128, 222, 104, 14) +
    several(d.baladi(), [
      [88, 112, 0.74, -10],
      [168, 110, 0.74, 10],
      [128, 96, 0.78, 0],
    ]) +
    lit("M22 122h212q-10 92-60 98H82q-50-6-60-98z", "#D9B26A", "k") +
    within(
      "M22 122h212q-10 92-60 98H82q-50-6-60-98z",
      [0, 1, 2, 3, 4]
        .map((i) =>
          line(
            `M10 ${140 + i * 19}Q128 ${156 + i * 19} 246 ${140 + i * 19}`,
            dark("#D9B26A", 0.25),
            4,
          ),
        )
        .join("") +
        Array.from({ length: 13 }, (_, i) =>
          line(`M${16 + i * 19} 118L${40 + i * 15} 222`, "#B98A42", 2.4),
        ).join(""),
    ) +
    rect(16, 114, 224, 18, 8, C.tomato, "v"),
  "cotton-sheet-set": () =>
    shadow(128, 218, 112, 14) +
    [
      [C.sky, 184],
      [C.white, 150],
      [C.sky, 116],
    ]
      .map(([c, y]) => towelFold(c, y, 196))
      .join("") +
    rect(44, 78, 168, 40, 20, C.white, "v") +
    rect(30, 132, 196, 12, 2, C.blue) +
    rect(112, 108, 32, 112, 2, C.blue, "k"),
  "winter-quilt": () =>
    shadow(128, 220, 112, 14) +
    lit("M22 96Q128 66 234 96Q246 160 230 208Q128 232 26 208Q10 160 22 96z", C.wine, "s") +
    line(
      "M22 134Q128 108 236 134M20 172Q128 148 238 172M74 84Q62 150 76 220M128 76V226M182 84Q194 150 180 220",
      dark(C.wine, 0.35),
      3.5,
    ) +
    line("M26 130Q128 104 232 130M24 168Q128 144 234 168", pale(C.wine, 0.3), 2) +
    lit("M22 96Q128 66 234 96L222 124Q128 96 34 124z", C.pink),
  pillow: () =>
    shadow(128, 210, 112, 15) +
    lit(
      "M22 100C14 80 40 72 60 82Q128 66 196 82C216 72 242 80 234 100Q246 146 234 190C242 210 216 214 196 204Q128 220 60 204C40 214 14 210 22 190Q10 146 22 100z",
      C.white,
      "s",
    ) +
    line("M36 100Q30 146 38 188M60 92Q128 80 196 92", "#DDE4E8", 4),
  "bath-towel": (c = paint.white) =>
    shadow(128, 220, 96, 13) +
    [184, 150, 116].map((y) => towelFold(c, y, 170)).join("") +
    [190, 156, 122].map((y) => rect(44, y + 4, 168, 6, 0, shade(c, 0.12))).join("") +
    lit("M84 66C84 44 172 44 172 66V116H84z", c, "k") +
    ell(128, 66, 44, 14, c, "l") +
    line("M128 66q16-8 20 0q-4 10-20 8q-24-2-22-10q8-12 34-8", shade(c, 0.2), 3),
  "bath-mat": (c = paint.grey) =>
    shadow(128, 210, 116, 14) +
    lit("M40 106H216L242 196H14z", c, "l") +
    line("M46 118H210L230 184H26z", C.white, 4) +
    scatter(90, 4, 128, 152, 92, 34, (x, y) => line(`M${x} ${y}q3-6 6 0`, C.white, 2.4)) +
    at(
      128,
      152,
      0.7,
      fill(
        "M-30 10Q-36-20-14-24Q-6-6-10 16Q-22 24-30 10zM30 10Q36-20 14-24Q6-6 10 16Q22 24 30 10z",
        C.white,
      ),
    ),
  "akhmim-throw": () =>
    shadow(128, 230, 84, 12) +
    lit("M56 26H200V206H56z", C.cream, "l") +
    within(
      "M56 26H200V206H56z",
      [
        [40, C.tomato],
        [66, C.navy],
        [150, C.navy],
        [176, C.tomato],
      ]
        .map(([y, c]) => rect(56, y, 144, 12, 0, c))
        .join("") +
        Array.from({ length: 6 }, (_, i) =>
          fill(`M${56 + i * 24} 112l12-18l12 18l-12 18z`, i % 2 ? C.saffron : C.teal),
        ).join(""),
    ) +
    Array.from({ length: 13 }, (_, i) =>
      line(`M${62 + i * 11} 208v22`, i % 2 ? C.tomato : C.navy, 4),
    ).join(""),
  "blackout-curtains": (c = paint.beige) =>
    shadow(128, 240, 100, 8) +
    line("M14 26H242", C.brown, 9) +
    ball(14, 26, 11, C.saffron) +
    ball(242, 26, 11, C.saffron) +
    rect(96, 36, 64, 200, 0, C.sky, "v") +
    lit("M26 30H118Q104 130 58 150L70 238H26z", c, "k") +
    lit("M230 30H138Q152 130 198 150L186 238H230z", c, "k") +
    line(
      "M46 34Q44 100 36 236M72 34Q66 100 44 148M96 34Q84 100 54 148M210 34Q212 100 220 236M184 34Q190 100 212 148M160 34Q172 100 202 148",
      shade(c, 0.35),
      4,
    ) +
    rect(34, 144, 44, 12, 6, C.saffron) +
    rect(178, 144, 44, 12, 6, C.saffron),
  "led-bulb": () =>
    veil(ball(128, 98, 104, C.straw), 0.25) +
    shadow(128, 238, 40, 9) +
    lit(
      "M128 26C176 26 202 60 198 100C194 132 172 142 166 172H90C84 142 62 132 58 100C54 60 80 26 128 26z",
      "#FFF3C4",
      "s",
    ) +
    line("M104 104q12-18 24 0t24 0", C.saffron, 5) +
    lit("M90 170h76l-6 26H96z", C.white, "k") +
    rect(100, 196, 56, 12, 4, C.steel, "m") +
    rect(104, 208, 48, 12, 4, C.steel, "m") +
    rect(114, 220, 28, 14, 6, C.iron),
  "copper-lantern": () =>
    shadow(128, 240, 56, 10) +
    ring(128, 24, 13, 13, "#B5672E", 6) +
    lit("M128 36L168 80H88z", "#C9773A", "k") +
    rect(82, 78, 92, 14, 4, "#B5672E", "k") +
    fill("M88 92h80l12 92H76z", C.straw) +
    within(
      "M88 92h80l12 92H76z",
      fill("M88 92h20l-6 92H76z", C.tomato, ' opacity=".75"') +
        fill("M108 92h20v92h-26z", C.saffron, ' opacity=".75"') +
        fill("M128 92h20l6 92h-26z", C.teal, ' opacity=".75"') +
        fill("M148 92h20l12 92h-26z", C.violet, ' opacity=".75"'),
    ) +
    ball(128, 140, 26, "#FFF3C4") +
    line(
      "M88 92L76 184M108 92L102 184M128 92V184M148 92L154 184M168 92L180 184M82 138H174",
      "#9C5424",
      5,
    ) +
    rect(70, 182, 116, 16, 5, "#B5672E", "k") +
    lit("M84 198h88l14 34H70z", "#C9773A", "k"),
  "scented-candle": () =>
    shadow(128, 234, 70, 12) +
    fill("M128 26Q108 60 128 82Q148 60 128 26z", C.saffron) +
    fill("M128 48Q118 66 128 80Q138 66 128 48z", C.cream) +
    line("M128 80v22", C.ink, 4) +
    lit("M68 98h120v118q0 16-16 16H84q-16 0-16-16z", C.lilac, "k") +
    ell(128, 98, 60, 16, pale(C.lilac, 0.5)) +
    rect(82, 142, 92, 58, 6, C.paper) +
    at(
      112,
      170,
      0.5,
      line("M0 40Q-2 0 0-30", C.green, 4) +
        [-30, -18, -6, 6]
          .map((y) => ell(-7, y, 7, 6, C.violet) + ell(7, y, 7, 6, C.violet))
          .join("") +
        ell(0, -40, 6, 8, C.violet),
    ) +
    word("شمعة", 148, 170, 44, 22, C.violet),
  "picture-frame": () =>
    shadow(134, 234, 84, 12) +
    rect(44, 26, 168, 204, 6, C.wood, "l") +
    rect(62, 44, 132, 168, 2, C.paper) +
    rect(76, 60, 104, 136, 0, C.sky, "v") +
    fill("M76 196V150L108 120L132 148L152 130L180 160V196z", C.teal) +
    ball(154, 88, 14, C.straw) +
    fill("M96 196L128 152L160 196z", C.sand),
  "round-mirror": () =>
    shadow(128, 238, 70, 10) +
    ball(128, 126, 106, C.wood) +
    ell(128, 126, 92, 92, "#CFE3EC", "l") +
    line("M76 150L150 66M100 170L180 82", C.white, 12, ' opacity=".8"') +
    rect(112, 12, 32, 14, 6, C.brown),
  "wall-clock": () =>
    shadow(128, 240, 74, 9) +
    ball(128, 126, 108, C.teal) +
    ell(128, 126, 90, 90, C.paper) +
    Array.from({ length: 12 }, (_, i) =>
      at(128, 126, 1, rect(-3, -82, 6, i % 3 ? 9 : 18, 2, C.ink), i * 30),
    ).join("") +
    line("M128 126L128 68", C.ink, 8) +
    line("M128 126L168 146", C.ink, 9) +
    line("M128 126L104 176", C.tomato, 4) +
    ball(128, 126, 9, C.tomato),
  "desk-plant": () =>
    shadow(128, 238, 62, 11) +
    several(
      lit("M0 0C-34-30-30-90 0-118C30-90 34-30 0 0z", C.green) +
        line("M0-6V-104M0-40l-14-14M0-40l14-14M0-66l-12-12M0-66l12-12", pale(C.green, 0.4), 2.4),
      [
        [128, 166, 1, -34],
        [128, 166, 1, 34],
        [128, 166, 0.8, -66],
        [128, 166, 0.8, 66],
        [128, 168, 1.1, 0],
      ],
    ) +
    lit("M80 156h96l-12 74q-1 6-8 6h-56q-7 0-8-6z", C.tomato, "k") +
    rect(74, 150, 108, 20, 6, dark(C.tomato, 0.08), "k"),
  "cactus-trio": () =>
    shadow(128, 230, 112, 13) +
    [
      [58, C.teal, 0],
      [128, C.saffron, 1],
      [198, C.rose, 2],
    ]
      .map(
        ([x, c, i]) =>
          (i === 0
            ? ell(x, 140, 30, 34, C.green, "s") +
              line(
                `M${x} 108V172M${x - 16} 112Q${x - 26} 140 ${x - 16} 170M${x + 16} 112Q${x + 26} 140 ${x + 16} 170`,
                C.forest,
                2.4,
              ) +
              at(x, 106, 0.34, f.flower(C.rose))
            : i === 1
              ? line(`M${x} 170V66`, C.green, 34) +
                line(`M${x} 130H${x + 32}V100`, C.green, 17) +
                line(`M${x} 116H${x - 32}V86`, C.green, 17) +
                line(`M${x - 6} 70V160M${x + 6} 70V160`, C.forest, 2)
              : several(lit("M0 0C-22-10-26-44 0-60C26-44 22-10 0 0z", C.leaf), [
                  [x, 172, 1, -40],
                  [x, 172, 1, 40],
                  [x, 170, 1.1, 0],
                ])) + lit(`M${x - 30} 166h60l-8 56q-1 6-7 6h-30q-6 0-7-6z`, c, "k"),
      )
      .join(""),
  "clay-vase": () =>
    shadow(128, 238, 60, 11) +
    several(line("M0 90Q4 30 0 0", C.leaf, 4) + at(0, -4, 0.6, f.flower(C.rose)), [
      [100, 46, 1, -10],
      [156, 50, 1, 12],
    ]) +
    several(line("M0 90Q-2 30 0 0", C.leaf, 4) + at(0, -4, 0.56, f.flower(C.straw, C.rust)), [
      [128, 36, 1, 0],
    ]) +
    lit(
      "M106 104h44q-4 22 22 44q22 22 12 56q-8 32-24 32H96q-16 0-24-32q-10-34 12-56q26-22 22-44z",
      "#B5603A",
      "k",
    ) +
    line("M74 176Q128 194 182 176M72 196Q128 214 184 196", C.cream, 4) +
    ell(128, 104, 26, 6, C.cocoa),
  "velvet-cushion": (c = paint.green) =>
    shadow(128, 226, 98, 14) +
    lit("M36 44Q128 66 220 44Q204 132 220 220Q128 200 36 220Q52 132 36 44z", c, "s") +
    line("M48 56Q128 76 208 56Q194 132 208 208Q128 188 48 208Q62 132 48 56z", C.saffron, 3) +
    ball(128, 132, 9, C.saffron) +
    line("M128 132L78 90M128 132L178 90M128 132L78 178M128 132L178 178", shade(c, 0.35), 3),
  "laundry-basket": () =>
    shadow(128, 236, 84, 12) +
    lit("M60 84Q50 40 92 46Q110 20 140 40Q180 30 188 60Q214 70 196 92H60z", C.sky, "s") +
    lit("M120 88Q110 50 150 54Q190 60 180 92z", C.rose, "s") +
    lit("M46 84h164l-16 142q-2 8-10 8H72q-8 0-10-8z", "#D2A45C", "k") +
    within(
      "M46 84h164l-16 142q-2 8-10 8H72q-8 0-10-8z",
      [0, 1, 2, 3, 4, 5].map((i) => line(`M40 ${106 + i * 24}H216`, "#A87A34", 5)).join("") +
        Array.from({ length: 11 }, (_, i) =>
          line(`M${52 + i * 15} 80L${66 + i * 12} 236`, "#A87A34", 3),
        ).join(""),
    ) +
    rect(40, 76, 176, 18, 8, "#B98A42", "v") +
    rect(100, 118, 56, 16, 8, C.brown),
  "folding-chair": () =>
    shadow(128, 240, 88, 10) +
    // The two frames cross below the seat.
    line("M76 150L186 236M180 150L70 236", C.brown, 12) +
    line("M82 212H174", C.brown, 8) +
    line("M66 28L74 156M190 28L182 156", C.wood, 13) +
    lit(rectPath(60, 34, 136, 26, 8), C.crust, "v") +
    lit(rectPath(62, 74, 132, 22, 8), C.crust, "v") +
    lit("M72 136H184L204 166H52z", C.crust, "v") +
    fill("M52 166H204V176H52z", C.wood) +
    line("M92 137L82 165M116 137L112 165M140 137L144 165M164 137L174 165", C.wood, 2.5),
};

const book = (c, o) => {
  const spine = dark(c, 0.25);
  return (
    shadow(136, 234, 82, 12) +
    fill("M192 34l18 10v186l-18 4z", "#F3E9D6") +
    line("M198 44v186M204 46v184", "#D9CBB0", 1.5) +
    lit("M60 24H188q6 0 6 6V228q0 6-6 6H60q-8 0-8-8V32q0-8 8-8z", c) +
    fill("M52 32q0-8 8-8h10V234H60q-8 0-8-8z", spine) +
    (o.band ? rect(70, 38, 124, 62, 0, o.band) : "") +
    (o.say ? word(o.say, 132, o.band ? 69 : 66, 104, o.size ?? 36, o.ink ?? C.white) : "") +
    at(132, 158, o.s ?? 0.9, o.art) +
    (o.line === false ? "" : rect(104, 216, 56, 4, 2, o.ink ?? C.white))
  );
};
const houses = [
  [-46, 20, 26, 40],
  [-18, -2, 30, 62],
  [14, -20, 24, 80],
  [40, 10, 22, 50],
]
  .map(
    ([x, y, w, h], i) =>
      rect(x - 6, y, w, h, 0, [C.sand, C.crust, C.cream, C.toast][i]) +
      [0, 1]
        .map(
          (k) =>
            rect(x - 1 + k * 11, y + 10, 6, 9, 0, C.brown) +
            rect(x - 1 + k * 11, y + 28, 6, 9, 0, C.brown),
        )
        .join(""),
  )
  .join("");
const camel = (c = C.toast) =>
  lit(
    "M-56 50V8C-58-14-44-26-30-22C-24-44-4-46 2-26C8-38 22-40 28-18C36-20 40-34 42-44C44-56 64-58 70-48L66-36L54-38C52-18 46 0 36 8L34 50H24V14H-36V50z",
    c,
  ) + ell(60, -48, 2, 2, C.ink);
const pen = (c, tip = C.ink) =>
  rect(-11, -96, 22, 150, 6, c, "k") +
  lit("M-11 54H11L3 84H-3z", C.steel, "k") +
  fill("M-3 84H3L0 96z", tip) +
  rect(4, -96, 8, 60, 3, dark(c, 0.3)) +
  rect(-8, -108, 16, 14, 4, dark(c, 0.3));
const pencil = (c) =>
  rect(-12, -70, 24, 120, 0, c, "k") +
  line("M-4-70V50M4-70V50", dark(c, 0.15), 1.5) +
  lit("M-12 50H12L0 88z", "#E9C48A", "k") +
  fill("M-4 75H4L0 88z", C.ink) +
  rect(-12, -82, 24, 14, 0, C.steel, "m") +
  rect(-12, -98, 24, 18, 6, C.rose, "k");
const colourPencil = (c) =>
  rect(-11, -80, 22, 130, 3, c, "k") +
  lit("M-11 50H11L0 86z", "#E9C48A", "k") +
  fill("M-4 72H4L0 86z", c);
const crayon = (c) =>
  rect(-13, -60, 26, 116, 3, c, "k") +
  lit("M-13-60H13L6-86H-6z", c, "k") +
  rect(-13, -40, 26, 60, 0, pale(c, 0.4)) +
  rect(-13, -36, 26, 4, 0, C.ink) +
  rect(-13, 14, 26, 4, 0, C.ink);
const brush = (c, hair = C.brown) =>
  line("M0 90L0-20", c, 9) +
  rect(-9, -46, 18, 34, 3, C.steel, "m") +
  lit("M-9-46C-16-70-6-84 0-100C6-84 16-70 9-46z", hair);
const rainbow = [C.red, C.orange, C.straw, C.leaf, C.teal, C.blue, C.violet, C.rose];
export const waraqWHebr = {
  "the-balcony-on-sabil-street": () =>
    book(C.rust, {
      say: "شرفة",
      art:
        rect(-44, -40, 88, 90, 0, C.cream) +
        lit("M-20 34V-8Q0-34 20-8V34z", C.teal) +
        line("M0-20V34", C.cream, 3) +
        rect(-40, 26, 80, 8, 2, C.brown) +
        line("M-34 32V50M-20 32V50M-6 32V50M8 32V50M22 32V50M36 32V50", C.brown, 4) +
        several(f.flower(C.rose), [
          [-32, 24, 0.24],
          [30, 24, 0.24],
        ]),
    }),
  "nights-without-a-tram": () =>
    book("#1C2A4A", {
      say: "ليالٍ",
      ink: C.straw,
      art:
        ball(26, -34, 15, C.straw) +
        rect(-50, -14, 84, 48, 8, C.tomato, "l") +
        [-42, -18, 6].map((x) => rect(x, -6, 18, 18, 3, C.straw)).join("") +
        line("M-56 44H56M-56 52H56", C.steel, 3) +
        ball(-30, 36, 8, C.ink) +
        ball(16, 36, 8, C.ink) +
        line("M-10-14L6-44", C.steel, 3),
    }),
  "the-last-ferryman": () =>
    book("#2F8A9A", {
      say: "المراكبية",
      art:
        ball(28, -34, 16, C.saffron) +
        fill("M-4-46V24H-52z", C.white) +
        fill("M4-36V24H40z", C.cream) +
        lit("M-56 28H56L36 48H-36z", C.brown) +
        line("M-56 56q14-8 28 0t28 0t28 0t28 0", C.white, 4),
    }),
  "cairo-on-foot": () =>
    book(C.saffron, {
      say: "القاهرة",
      ink: C.cocoa,
      art: houses + line("M-50 64Q-10 40 0 66T52 58", C.tomato, 4),
    }),
  "grandmothers-kitchen": () =>
    book(C.leaf, {
      say: "مطبخ ستّي",
      band: C.paper,
      ink: C.forest,
      art:
        at(0, 8, 0.62, pot(C.tomato)) +
        veil(line("M-14-44q-8-10 0-18M10-44q-8-10 0-18", C.white, 5), 0.9),
    }),
  "a-short-history-of-the-nile-valley": () =>
    book(C.sand, {
      say: "وادي النيل",
      ink: C.brown,
      art:
        fill("M-50 50L-12-22L26 50z", C.toast) +
        fill("M-12-22L26 50H-2z", dark(C.toast, 0.2)) +
        fill("M14 50L36 8L58 50z", C.crust) +
        line("M-54-40C-30-20-44 0-30 20S-40 50-20 62", C.blue, 9),
    }),
  "money-without-fear": () =>
    book(C.forest, {
      say: "فلوس",
      art:
        [0, 1, 2, 3]
          .map((i) =>
            [...Array(i + 1)]
              .map((_, k) => ell(-38 + i * 25, 44 - k * 13, 13, 7, C.saffron, "l"))
              .join(""),
          )
          .join("") + line("M-46 10L-14-10L8 0L46-44M46-44l-16 2M46-44l0 16", C.white, 5),
    }),
  "poems-of-the-roof": () =>
    book(C.violet, {
      say: "قصائد",
      art:
        lit("M20-44A36 36 0 1 0 44 16A30 30 0 0 1 20-44z", C.straw) +
        rect(-54, 30, 108, 26, 0, C.cocoa) +
        rect(20, 8, 18, 24, 2, C.cocoa) +
        line("M-30 30V6M-40 10H-20M-36 18H-24", C.cocoa, 3) +
        ell(-30, -30, 2.6, 2.6, C.white) +
        ell(40, -36, 2.6, 2.6, C.white),
    }),
  "how-we-learn": () =>
    book(C.blue, {
      say: "نتعلم",
      art:
        lit(
          "M-6 44C-50 46-60 6-40-8C-50-40-10-50-2-34C10-52 48-38 40-8C60 8 44 46 10 44z",
          C.rose,
          "s",
        ) +
        line(
          "M-2-34V42M-28-14q14 0 12 14M-34 18q14-8 22 4M24-14q-12 2-10 14M32 16q-14-6-20 6",
          C.wine,
          4,
        ),
    }),
  "the-camel-who-counted-stars": () =>
    book("#22346A", {
      say: "الجمل",
      ink: C.straw,
      art:
        camel(C.crust) +
        [
          [-40, -50],
          [-10, -60],
          [20, -66],
          [-54, -20],
          [48, -70],
        ]
          .map(([x, y]) =>
            at(
              x,
              y,
              0.18,
              fill("M0-40L10-12H40L16 6L25 36L0 18L-25 36L-16 6L-40-12H-10z", C.straw),
            ),
          )
          .join(""),
      s: 0.86,
    }),
  "timsah-and-the-toothbrush": () =>
    book(C.mint, {
      say: "تمساح",
      ink: C.forest,
      art:
        lit("M-60 20C-60-16-20-20 0-18L56-10V6L4 10L56 16V30H-10C-40 32-60 30-60 20z", C.green) +
        ball(-16, -22, 11, C.white) +
        ell(-14, -22, 4, 5, C.ink) +
        [10, 22, 34, 46].map((x) => fill(`M${x} 6l5 8l5-8z`, C.white)).join("") +
        line("M-10 48L50 20", C.tomato, 7) +
        rect(44, 4, 22, 16, 3, C.white),
    }),
  "my-first-arabic-letters": () =>
    book(C.tomato, {
      say: "حروفي",
      art: [
        ["أ", -28, -28, C.straw],
        ["ب", 28, -28, C.mint],
        ["ت", -28, 28, C.sky],
        ["ث", 28, 28, C.pink],
      ]
        .map(
          ([t, x, y, c]) => rect(x - 25, y - 25, 50, 50, 9, c, "l") + word(t, x, y, 34, 38, C.ink),
        )
        .join(""),
    }),
  "my-first-numbers": () =>
    book(C.teal, {
      say: "أرقامي",
      art: [
        ["١", -28, -28, C.straw],
        ["٢", 28, -28, C.pink],
        ["٣", -28, 28, C.white],
        ["٤", 28, 28, C.saffron],
      ]
        .map(([t, x, y, c]) => ell(x, y, 26, 26, c, "l") + word(t, x, y, 34, 36, C.ink))
        .join(""),
    }),
  "salma-goes-to-the-moon": () =>
    book("#3A2A6A", {
      say: "سلمى",
      art:
        ball(34, -44, 18, C.paper) +
        at(
          -6,
          6,
          0.9,
          lit("M0-56C22-30 22 10 16 32H-16C-22 10-22-30 0-56z", C.white, "k") +
            fill("M0-56C9-46 14-34 16-24H-16C-14-34-9-46 0-56z", C.tomato) +
            ball(0, -4, 10, C.sky) +
            fill("M-16 14L-32 40L-14 32zM16 14L32 40L14 32z", C.tomato) +
            fill("M-10 34Q0 74 10 34z", C.saffron),
          30,
        ),
    }),
  "experiments-in-the-kitchen": () =>
    book(C.lime, {
      say: "تجارب",
      ink: C.forest,
      art:
        fill("M-14-48H14V-16L42 40Q46 52 34 52H-34Q-46 52-42 40L-14-16z", C.ice) +
        fill("M-28 12H28L42 40Q46 52 34 52H-34Q-46 52-42 40z", C.violet) +
        several(ball(0, 0, 8, C.lilac), [
          [-8, 24],
          [12, 34, 0.7],
          [6, 4, 0.7],
          [-2, -20, 0.6],
        ]) +
        rect(-18, -54, 36, 9, 4, C.white),
    }),
  "secrets-of-the-pharaohs": () =>
    book("#C99A3A", {
      say: "الفراعنة",
      ink: C.cocoa,
      art:
        lit("M0-52C40-52 44-6 54 50H-54C-44-6-40-52 0-52z", C.navy) +
        [-40, -24, 24, 40].map((x) => line(`M${x * 0.7}-30L${x} 48`, C.straw, 4)).join("") +
        lit("M0-36C22-36 26-10 22 10C16 32-16 32-22 10C-26-10-22-36 0-36z", C.crust) +
        ell(-9, -8, 5, 3, C.ink) +
        ell(9, -8, 5, 3, C.ink) +
        line("M-6 12h12", C.brown, 3) +
        rect(-5, 26, 10, 22, 3, C.navy),
    }),
  "hardcover-notebook": () =>
    shadow(134, 234, 82, 12) +
    fill("M188 36l16 8v184l-16 4z", "#F3E9D6") +
    lit("M58 26H186q6 0 6 6V226q0 6-6 6H58q-6 0-6-6V32q0-6 6-6z", C.teal) +
    fill("M52 32q0-6 6-6h14V232H58q-6 0-6-6z", dark(C.teal, 0.3)) +
    rect(166, 26, 9, 206, 0, C.saffron) +
    rect(92, 70, 62, 36, 4, C.paper) +
    line("M100 82h46M100 94h30", C.iron, 3) +
    line("M120 232v14", C.tomato, 6),
  "school-notebooks-pack": () =>
    shadow(128, 228, 104, 13) +
    [
      [C.violet, 0],
      [C.leaf, 1],
      [C.saffron, 2],
      [C.blue, 3],
      [C.tomato, 4],
    ]
      .map(([c, i]) =>
        at(
          i * 9,
          i * 7,
          1,
          rect(40, 24, 136, 170, 6, c, "l") + rect(46, 24, 5, 170, 0, dark(c, 0.25)),
        ),
      )
      .join("") +
    rect(108, 92, 80, 54, 5, C.paper) +
    line("M116 108h64M116 122h64M116 136h40", C.sky, 4),
  "ballpoint-pens": (c = paint.blue) =>
    shadow(128, 236, 84, 11) +
    at(128, 128, 1, rect(-70, -6, 140, 106, 10, C.ice).replace("/>", ' opacity=".8"/>')) +
    [-48, -16, 16, 48].map((x) => at(128 + x, 118, 0.94, pen(c, c))).join("") +
    rect(58, 156, 140, 44, 0, C.white) +
    word("جاف", 128, 178, 80, 30, c),
  "pencils-with-erasers": () =>
    shadow(128, 236, 84, 11) +
    [
      [-52, C.straw],
      [-18, C.saffron],
      [18, C.straw],
      [52, C.saffron],
    ]
      .map(([x, c], i) => at(128 + x, 128 + (i % 2) * 8, 1.1, pencil(c), (i - 1.5) * 4))
      .join(""),
  "fountain-pen": () =>
    shadow(120, 226, 88, 11) +
    at(
      128,
      124,
      1.06,
      rect(-15, -120, 30, 110, 12, "#1D2C52", "k") +
        rect(-15, -16, 30, 9, 0, C.saffron, "k") +
        rect(-13, -7, 26, 60, 4, "#1D2C52", "k") +
        lit("M-11 52H11C12 76 4 90 0 110C-4 90-12 76-11 52z", C.saffron, "k") +
        line("M0 72V108", C.cocoa, 2) +
        ell(0, 70, 3, 3, C.cocoa) +
        rect(10, -110, 7, 66, 3, C.saffron),
      38,
    ) +
    line("M24 214q20-16 36-2t40 0", "#1D2C52", 5),
  highlighters: () =>
    shadow(128, 234, 96, 11) +
    [
      [-72, "#F4E23A"],
      [-36, "#F48AC0"],
      [0, "#7FDC8A"],
      [36, "#F6A23A"],
      [72, "#7FC8F0"],
    ]
      .map(([x, c]) =>
        at(
          128 + x,
          128,
          1,
          rect(-15, -50, 30, 150, 9, c, "k") +
            rect(-15, -50, 30, 16, 4, C.ink) +
            lit("M-12-50H12L9-72H-9z", C.ink, "k") +
            fill("M-8-72H8L8-92L-8-84z", dark(c, 0.1)),
        ),
      )
      .join(""),
  "ruler-and-geometry-set": () =>
    shadow(128, 230, 108, 12) +
    fill("M34 206L176 206L34 52z", C.sky, ' opacity=".75"') +
    fill("M60 182L122 182L60 116z", C.paper) +
    line("M34 206H176L34 52z", C.blue, 4) +
    Array.from({ length: 11 }, (_, i) => line(`M${48 + i * 11} 206v-9`, C.navy, 2)).join("") +
    lit("M110 120A62 62 0 0 1 234 120z", C.mint) +
    lit("M146 120A26 26 0 0 1 198 120z", C.paper) +
    Array.from({ length: 9 }, (_, i) =>
      at(172, 120, 1, line("M0-60v9", C.forest, 2), -80 + i * 20),
    ).join("") +
    at(
      140,
      226,
      1,
      rect(-100, -14, 204, 28, 3, C.straw, "v") +
        Array.from({ length: 20 }, (_, i) =>
          line(`M${-94 + i * 10} -14v${i % 5 ? 8 : 14}`, C.brown, 2),
        ).join(""),
    ),
  scissors: () =>
    shadow(128, 232, 78, 11) +
    lit("M120 146L84 22Q72 40 78 62L116 158z", C.steel, "m") +
    lit("M136 146L172 22Q184 40 178 62L140 158z", C.steel, "m") +
    ring(86, 196, 28, 32, C.tomato, 15) +
    ring(170, 196, 28, 32, C.tomato, 15) +
    line("M118 152L104 172M138 152L152 172", C.tomato, 15) +
    ball(128, 142, 8, C.iron),
  "clips-and-pins": () =>
    shadow(128, 224, 98, 13) +
    several(line("M-26 12V-22a14 14 0 0 1 28 0V22a20 20 0 0 1-40 0V-14", C.blue, 6), [
      [84, 96, 1.1, 24],
      [150, 78, 1.1, -30],
    ]) +
    several(line("M-26 12V-22a14 14 0 0 1 28 0V22a20 20 0 0 1-40 0V-14", C.tomato, 6), [
      [196, 130, 1.1, 10],
    ]) +
    several(line("M0 0L10 40", C.steel, 4) + ball(0, -6, 13, C.saffron), [
      [120, 130, 1, -20],
      [60, 150, 1, 20],
    ]) +
    several(line("M0 0L10 40", C.steel, 4) + ball(0, -6, 13, C.leaf), [[160, 160, 1, 10]]) +
    lit("M58 182h140l-8 38q-1 6-8 6H74q-7 0-8-6z", C.ice, "k"),
  "ring-binder": (c = paint.black) =>
    shadow(134, 236, 88, 12) +
    fill("M186 28l28 12v184l-28 12z", "#EFE6D6") +
    line("M194 40v188M202 44v180", "#CDBfA6".replace("f", "F"), 2) +
    lit("M50 22H190V234H50z", c) +
    rect(50, 22, 40, 212, 0, shade(c, 0.3), "k") +
    rect(58, 50, 24, 72, 4, C.paper) +
    line("M64 66h12M64 80h12M64 94h12", C.iron, 3) +
    ring(70, 186, 12, 12, C.steel, 5) +
    rect(114, 60, 56, 30, 3, C.sky),
  "desk-calculator": () =>
    shadow(128, 234, 78, 12) +
    rect(54, 26, 148, 204, 18, C.slate, "l") +
    rect(70, 44, 116, 44, 6, "#C9DDB4") +
    word("128", 150, 66, 60, 32, C.ink) +
    [0, 1, 2, 3]
      .map((r) =>
        [0, 1, 2, 3]
          .map((k) =>
            rect(
              70 + k * 30,
              102 + r * 30,
              24,
              22,
              6,
              k === 3 ? C.saffron : r === 0 ? C.iron : C.white,
              "v",
            ),
          )
          .join(""),
      )
      .join(""),
  "school-backpack": (c = paint.navy) =>
    shadow(128, 238, 82, 12) +
    line("M104 40Q128 12 152 40", C.ink, 9) +
    rect(40, 130, 30, 86, 14, shade(c, 0.25), "k") +
    rect(186, 130, 30, 86, 14, shade(c, 0.25), "k") +
    lit("M58 110C58 54 90 34 128 34C166 34 198 54 198 110V212q0 22-22 22H80q-22 0-22-22z", c, "k") +
    line("M66 112Q128 90 190 112", shade(c, 0.3), 5) +
    rect(78, 138, 100, 80, 16, shade(c, 0.15), "l") +
    line("M84 156h88", C.straw, 5) +
    rect(122, 156, 8, 18, 3, C.straw) +
    at(128, 78, 0.4, fill("M0-40L10-12H40L16 6L25 36L0 18L-25 36L-16 6L-40-12H-10z", C.straw)),
  "desk-planner": () =>
    shadow(128, 226, 104, 13) +
    lit("M34 214L60 60H212L238 214z", C.ink) +
    lit("M40 206L64 58H208L232 206z", C.paper) +
    lit("M64 58H208L213 92H59z", C.tomato) +
    [0, 1, 2, 3]
      .map((r) =>
        [0, 1, 2, 3, 4, 5]
          .map((k) => {
            const y = 108 + r * 24;
            const w = 142 + r * 12;
            return rect(
              128 - w / 2 + (k * w) / 6 + 5,
              y,
              w / 6 - 10,
              14,
              2,
              r === 1 && k === 3 ? C.tomato : C.ice,
            );
          })
          .join(""),
      )
      .join("") +
    [84, 112, 144, 172].map((x) => ring(x, 54, 6, 11, C.steel, 4)).join("") +
    word("أجندة", 136, 76, 70, 24, C.white),
  "watercolour-set": () =>
    shadow(128, 222, 114, 13) +
    rect(18, 70, 220, 146, 18, C.ink, "l") +
    rect(28, 80, 200, 126, 12, C.paper) +
    [0, 1, 2]
      .map((r) =>
        [0, 1, 2, 3, 4, 5]
          .map((k) =>
            ell(
              50 + k * 31,
              104 + r * 34,
              12.5,
              12.5,
              [
                ...rainbow,
                C.brown,
                C.ink,
                C.lime,
                C.pink,
                C.navy,
                C.saffron,
                C.mint,
                C.lilac,
                C.sky,
                C.rust,
              ][r * 6 + k],
              "l",
            ),
          )
          .join(""),
      )
      .join("") +
    at(150, 60, 0.9, brush(C.tomato, C.blue), 62),
  "wax-crayons": () =>
    shadow(128, 236, 84, 12) +
    rainbow
      .slice(0, 6)
      .map((c, i) => at(68 + i * 24, 92 + (i % 2) * 8, 0.9, crayon(c)))
      .join("") +
    lit("M44 112h168v120H44z", C.straw, "l") +
    fill("M44 112Q128 152 212 112V132Q128 172 44 132z", C.green) +
    word("شمع", 128, 192, 100, 46, C.red),
  "brush-set": () =>
    shadow(128, 236, 90, 11) +
    [
      [-60, C.tomato, C.brown, -16],
      [-30, C.saffron, C.cocoa, -8],
      [0, C.green, C.brown, 0],
      [30, C.blue, C.cocoa, 8],
      [60, C.violet, C.brown, 16],
    ]
      .map(([x, c, h, a], i) => at(128 + x, 132, 0.9 + (i % 2) * 0.14, brush(c, h), a))
      .join(""),
  "colour-pencils": () =>
    shadow(128, 232, 108, 11) +
    [C.red, C.orange, C.straw, C.leaf, C.teal, C.blue, C.violet]
      .map((c, i) =>
        at(44 + i * 28, 138 - Math.abs(i - 3) * -6, 1.04, colourPencil(c), (i - 3) * -1),
      )
      .join("") +
    rect(26, 70, 204, 30, 4, C.paper, "v") +
    word("ألوان", 128, 86, 90, 24, C.ink),
  "sketch-pad": () =>
    shadow(128, 230, 92, 12) +
    rect(48, 34, 160, 194, 4, dark(C.sand, 0.2)) +
    rect(44, 30, 160, 194, 4, C.paper, "l") +
    Array.from({ length: 11 }, (_, i) => ring(56 + i * 14, 30, 4, 9, C.ink, 3)).join("") +
    line("M74 170Q90 120 118 130T150 96T182 150", C.slate, 4) +
    ell(150, 82, 18, 18, "none").replace(
      'fill="none"',
      `fill="none" stroke="${C.slate}" stroke-width="4"`,
    ) +
    line("M70 184H184M80 196H150", C.iron, 3) +
    at(192, 180, 0.8, pencil(C.straw), 34),
  "modelling-clay": () =>
    shadow(128, 224, 106, 13) +
    [
      [60, 78, C.red],
      [104, 78, C.orange],
      [148, 78, C.straw],
      [192, 78, C.leaf],
      [60, 122, C.teal],
      [104, 122, C.blue],
      [148, 122, C.violet],
      [192, 122, C.rose],
    ]
      .map(
        ([x, y, c]) =>
          rect(x - 19, y - 18, 38, 40, 10, c, "v") +
          line(`M${x - 12} ${y - 8}v22M${x} ${y - 8}v22M${x + 12} ${y - 8}v22`, dark(c, 0.16), 2),
      )
      .join("") +
    at(
      128,
      192,
      0.62,
      ell(0, 20, 70, 30, C.leaf, "s") +
        line("M50-6Q70-50 96-44", C.leaf, 26) +
        ball(96, -44, 20, C.leaf) +
        [-40, 0, 40].map((x) => ell(x, 6 - Math.abs(x) * 0.1, 14, 14, C.rust, "s")).join("") +
        ell(100, -50, 4, 4, C.ink),
    ),
  "embroidery-kit": () =>
    shadow(128, 234, 92, 12) +
    ell(112, 130, 92, 92, C.paper) +
    ring(112, 130, 92, 92, C.wood, 13) +
    rect(102, 24, 20, 18, 4, C.saffron) +
    at(
      112,
      130,
      1,
      several(line("M0 40Q4 10 0-10", C.green, 5), [[0, 20]]) +
        at(0, -10, 0.8, f.flower(C.rose)) +
        several(f.leaf(C.leaf, 34, 13), [
          [0, 44, 1, -30],
          [0, 44, 1, -150],
        ]),
    ) +
    line("M150 160Q200 190 214 226", C.tomato, 4) +
    line("M196 232L236 200", C.steel, 5),
};

const cream = (c, lid, art, say) =>
  p.jar({
    low: true,
    opaque: true,
    color: c,
    lid,
    say,
    art,
    label: c === C.white ? C.mint : C.paper,
    ink: C.forest,
    size: 26,
  });
const drop = lit(
  "M0-48C22-14 36 4 36 20C36 40 20 50 0 50C-20 50-36 40-36 20C-36 4-22-14 0-48z",
  C.sky,
  "l",
);
const sun =
  ball(0, 0, 26, C.saffron) +
  Array.from({ length: 8 }, (_, i) => at(0, 0, 1, line("M0-34V-46", C.saffron, 6), i * 45)).join(
    "",
  );
const _jasmine = f.flower(C.white, C.straw, 5);
const dropper = (c, cap, o) =>
  shadow(128, 238, 52, 11) +
  lit("M116 26Q128 10 140 26V64H116z", C.ink, "k") +
  rect(104, 62, 48, 26, 5, cap, "k") +
  fill("M88 96Q88 88 96 88H160Q168 88 168 96V220q0 16-16 16H104q-16 0-16-16z", c) +
  within(
    "M88 96Q88 88 96 88H160Q168 88 168 96V220q0 16-16 16H104q-16 0-16-16z",
    rect(94, 128, 68, 84, 4, C.paper) +
      word(o.say, 128, 150, 60, 26, o.ink) +
      at(128, 186, 0.42, o.art),
  ) +
  fill("M88 96Q88 88 96 88H160Q168 88 168 96V220q0 16-16 16H104q-16 0-16-16z", "url(#k)");
export const hennaWWard = {
  "moisturising-cream": () => cream(C.white, C.pink, at(0, 0, 0.8, f.rose()), "مرطب"),
  "sunscreen-spf-50": () =>
    p.tube({ color: C.straw, say: "50+", ink: C.rust, art: sun, cap: C.orange, size: 36 }),
  "rose-water": () =>
    p.bottle({
      kind: "tall",
      glass: C.ice,
      color: C.pink,
      cap: C.rose,
      say: "ماء ورد",
      ink: C.wine,
      art: f.rose(),
      level: 70,
      size: 28,
    }),
  "olive-oil-soap": () =>
    shadow(128, 212, 106, 14) +
    [
      [128, 170, 0],
      [120, 122, -4],
    ]
      .map(([x, y, a]) =>
        at(
          x,
          y,
          1,
          rect(-86, -24, 172, 58, 10, dark("#A3A84A", 0.2)) +
            rect(-86, -32, 172, 56, 10, "#A9AE52", "l") +
            word("زيتون", 0, -4, 96, 32, "#6E7430"),
          a,
        ),
      )
      .join("") +
    line("M94 80L94 204", C.sand, 12) +
    several(ell(0, 0, 17, 13, C.olive, "s"), [
      [204, 92],
      [226, 108, 0.9],
    ]) +
    at(196, 84, 1, f.leaf(C.leaf, 36, 11), -40),
  "honey-face-mask": () =>
    p.tube({
      color: "#F0B03A",
      say: "عسل",
      ink: C.cocoa,
      art: [
        [0, 0],
        [24, 14],
        [-24, 14],
        [0, 28],
        [24, -14],
        [-24, -14],
      ]
        .map(([x, y]) =>
          at(
            x,
            y,
            1,
            lit("M-14 0L-7-13H7L14 0L7 13H-7z", C.straw) +
              line("M-14 0L-7-13H7L14 0L7 13H-7z", C.rust, 2),
          ),
        )
        .join(""),
      cap: C.cocoa,
      size: 36,
    }),
  "cucumber-face-wash": () =>
    p.bottle({
      kind: "oval",
      pump: true,
      color: "#BFE0A8",
      cap: C.white,
      say: "غسول",
      ink: C.forest,
      art: at(0, 0, 1.2, f.slice()),
    }),
  "lip-balm": () =>
    shadow(128, 236, 44, 10) +
    rect(98, 126, 60, 106, 8, C.rose, "k") +
    rect(104, 96, 48, 34, 4, C.steel, "m") +
    lit("M108 98V48Q128 28 148 56V98z", C.pink, "k") +
    at(128, 178, 0.4, f.rose(C.wine)) +
    rect(176, 130, 50, 102, 8, C.rose, "k") +
    ell(201, 130, 25, 6, dark(C.rose, 0.2)),
  "moroccan-bath-kit": () =>
    shadow(128, 230, 108, 13) +
    // The glove that scrubs, its thumb to the left, and the pot of black soap.
    at(
      178,
      0,
      [-1, 1],
      lit(
        "M40 214V96C40 44 62 26 90 26C118 26 138 46 138 92V112Q150 88 166 94Q182 102 170 128L138 186V214z",
        "#2F6F6A",
        "l",
      ) +
        scatter(90, 5, 90, 116, 46, 76, (x, y, i) =>
          ell(x, y, 1.8, 1.8, i % 2 ? "#4F938C" : "#1F524E"),
        ) +
        lit("M34 196H144V222H34z", C.saffron, "v") +
        line("M34 209H144", C.rust, 3),
    ) +
    at(
      172,
      170,
      0.72,
      at(
        -128,
        -158,
        1,
        p.jar({
          low: true,
          color: "#3A2114",
          opaque: true,
          lid: C.straw,
          say: "صابون",
          label: C.sand,
          ink: C.cocoa,
        }),
      ),
    ),
  "hyaluronic-serum": () => dropper(C.blue, C.white, { say: "سيروم", ink: C.blue, art: drop }),
  "hand-cream": () =>
    p.tube({
      color: C.lilac,
      say: "يدين",
      ink: C.violet,
      art: at(
        0,
        6,
        0.8,
        lit(
          "M-30 46V0C-50-14-44-26-34-22L-22-8V-40C-22-50-10-50-10-40V-12V-46C-10-56 4-56 4-46V-12V-42C4-52 18-52 18-42V-8V-30C18-40 30-40 30-30V12Q30 30 20 46z",
          "#F3C9A4",
        ),
      ),
      cap: C.white,
    }),
  "pumice-stone": () =>
    shadow(128, 206, 100, 14) +
    lit(
      "M30 150C24 108 70 88 124 92C186 86 232 108 226 152C222 188 182 200 126 198C70 202 34 190 30 150z",
      "#A7A29A",
      "s",
    ) +
    scatter(60, 6, 128, 144, 82, 44, (x, y, i) => ell(x, y, 3 + (i % 3), 2.4, "#7D776F")) +
    line("M206 120Q246 84 214 66Q190 60 196 92", C.tomato, 7),
  "olive-shampoo": () =>
    p.bottle({
      kind: "oval",
      color: "#7C8B2E",
      cap: C.forest,
      say: "شامبو",
      ink: C.forest,
      art:
        several(ell(0, 0, 19, 15, C.olive, "s"), [
          [-16, 10],
          [18, 12],
        ]) + at(0, -8, 1.2, f.leaf(C.leaf, 40, 13), -60),
    }),
  "coconut-hair-oil": () =>
    p.bottle({
      kind: "flask",
      glass: C.ice,
      color: "#F3EFD9",
      cap: C.brown,
      say: "جوز هند",
      ink: C.brown,
      art: f.coconutHalf(),
      level: 84,
      size: 26,
    }),
  "rocket-seed-oil": () =>
    dropper("#3E6B2E", C.saffron, {
      say: "جرجير",
      ink: C.forest,
      art:
        lit(
          "M0 44Q-8 20-20 18Q-12 10-16 2Q-30 2-26-12Q-16-40 0-46Q16-40 26-12Q30 2 16 2Q12 10 20 18Q8 20 0 44z",
          C.leaf,
        ) + line("M0 40V-30", C.forest, 3),
    }),
  "avocado-hair-mask": () =>
    p.jar({
      low: true,
      opaque: true,
      color: "#B9CF6A",
      lid: C.forest,
      say: "حمام كريم",
      ink: C.forest,
      art: f.avocadoHalf(),
      size: 26,
    }),
  "aswan-henna": () =>
    p.bag({
      color: "#8C4A22",
      say: "حنة",
      ink: C.white,
      size: 46,
      art: at(
        0,
        0,
        1,
        lit(
          "M-20 44V-4C-40-18-34-28-24-24L-14-12V-40C-14-48-4-48-4-40V-14V-46C-4-54 8-54 8-46V-14V-40C8-48 20-48 20-40V-8V-26C20-34 30-34 30-26V12Q30 30 20 44z",
          "#F3C9A4",
        ) +
          at(2, 12, 0.34, f.flower("#A8562E", "#A8562E")) +
          line("M-8-30v14M2-34v14M14-30v12", "#A8562E", 3),
      ),
      stripe: C.leaf,
    }),
  "hair-dryer": () =>
    shadow(128, 230, 84, 12) +
    lit("M118 128h50l-14 90q-2 10-12 10h-20q-10 0-8-10z", C.violet, "k") +
    line("M134 228q0 14 30 10t60-30", C.ink, 6) +
    lit("M72 52H160C204 52 224 72 224 94C224 118 204 138 160 138H72z", C.violet, "v") +
    lit("M20 62L74 50V140L20 128z", C.ink, "v") +
    ell(196, 95, 22, 30, dark(C.violet, 0.3)) +
    line("M184 78h24M182 90h28M182 102h28M186 114h20", C.lilac, 3) +
    rect(128, 156, 16, 26, 6, C.white),
  "wide-tooth-comb": () =>
    shadow(128, 202, 112, 13) +
    at(
      128,
      128,
      1,
      rect(-108, -50, 216, 44, 20, C.wood, "v") +
        Array.from({ length: 10 }, (_, i) =>
          rect(-100 + i * 21.4, -16, 10, 78, 5, C.wood, "k"),
        ).join("") +
        line("M-84-28H84", dark(C.wood, 0.3), 3),
      -6,
    ),
  "satin-scrunchies": () =>
    shadow(128, 222, 100, 13) +
    [
      [82, 104, C.rose],
      [176, 104, C.teal],
      [128, 164, C.saffron],
    ]
      .map(
        ([x, y, c]) =>
          Array.from({ length: 10 }, (_, i) =>
            at(x, y, 1, ell(0, -34, 17, 21, c, "s"), i * 36),
          ).join("") + ell(x, y, 18, 18, "#F1E7D8"),
      )
      .join(""),
  "matte-lipstick": (c = paint.red) =>
    shadow(128, 238, 44, 10) +
    rect(96, 140, 64, 94, 8, C.ink, "k") +
    rect(102, 104, 52, 40, 3, C.saffron, "k") +
    lit("M108 106V58Q130 30 148 44V106z", c, "k") +
    fill("M108 58Q130 30 148 44Q140 62 108 72z", pale(c, 0.25)),
  "kohl-pencil": () =>
    shadow(128, 222, 96, 11) +
    at(
      128,
      120,
      1,
      rect(-16, -110, 32, 150, 6, C.ink, "k") +
        rect(-16, -50, 32, 10, 0, C.saffron, "k") +
        lit("M-16 40H16L0 92z", C.wood, "k") +
        fill("M-6 72H6L0 92z", C.ink) +
        rect(-16, -118, 32, 14, 5, C.saffron, "k"),
      40,
    ) +
    at(
      66,
      80,
      1,
      lit("M-40 4Q0-34 44 4Q0 30-40 4z", C.white) +
        ell(2, 2, 14, 14, C.brown) +
        ell(2, 2, 7, 7, C.ink) +
        line("M-44 6Q0-38 48 2L62-6", C.ink, 7),
    ),
  "eyeshadow-palette": () =>
    shadow(128, 222, 110, 13) +
    lit("M28 96L42 26H214L228 96z", C.ink) +
    fill("M46 88L56 36H200L210 88z", "#CFE3EC") +
    line("M80 80L120 42M110 82L150 44", C.white, 6) +
    rect(24, 94, 208, 122, 12, C.ink, "l") +
    [0, 1]
      .map((r) =>
        [0, 1, 2, 3, 4]
          .map((k) =>
            rect(
              36 + k * 37,
              106 + r * 40,
              32,
              32,
              6,
              [
                C.pink,
                C.rose,
                C.wine,
                C.rust,
                C.crust,
                C.sand,
                C.lilac,
                C.violet,
                C.slate,
                C.saffron,
              ][r * 5 + k],
              "l",
            ),
          )
          .join(""),
      )
      .join("") +
    rect(44, 190, 168, 14, 7, C.steel, "k"),
  "liquid-foundation": () =>
    shadow(128, 238, 48, 11) +
    rect(106, 24, 44, 66, 6, C.ink, "k") +
    rect(84, 88, 88, 146, 12, "#D9A57C", "k") +
    rect(96, 128, 64, 70, 3, C.paper) +
    word("أساس", 128, 150, 50, 24, C.brown) +
    [
      [108, "#F0CBA8"],
      [128, "#D9A57C"],
      [148, "#A8724A"],
    ]
      .map(([x, c]) => ell(x, 180, 9, 9, c))
      .join(""),
  "nail-polish": (c = paint.red) =>
    shadow(128, 236, 58, 11) +
    lit("M112 20h32l8 106h-48z", C.ink, "k") +
    lit(
      "M88 138Q88 126 100 126H156Q168 126 168 138Q186 170 182 208Q180 234 156 234H100Q76 234 74 208Q70 170 88 138z",
      c,
      "k",
    ) +
    fill("M92 152Q84 180 88 208", "none") +
    line("M94 152Q86 180 90 210", C.white, 6, ' opacity=".6"'),
  "jasmine-perfume": () =>
    shadow(128, 234, 78, 12) +
    rect(98, 22, 60, 52, 8, C.saffron, "k") +
    rect(110, 72, 36, 20, 2, C.steel, "m") +
    rect(52, 90, 152, 140, 20, C.ice) +
    rect(66, 116, 124, 102, 12, "#F3E2A4") +
    fill(rectPath(52, 90, 152, 140, 20), "url(#l)") +
    rect(86, 128, 84, 78, 4, C.paper) +
    at(128, 154, 0.44, f.flower(C.ice, C.saffron, 5)) +
    word("ياسمين", 128, 190, 66, 22, C.forest) +
    line("M66 104v100", C.white, 6),
  "oud-bakhoor": () =>
    shadow(128, 234, 76, 12) +
    veil(line("M116 66q-20-18 0-36q16-14 0-28M144 66q-20-18 0-36q16-14 0-28", C.lilac, 7), 0.8) +
    lit("M74 92h108l-14 50H88z", C.saffron, "k") +
    ell(128, 92, 54, 16, C.cocoa) +
    several(rect(-16, -6, 32, 12, 3, C.brown, "v"), [
      [108, 88, 1, -20],
      [138, 84, 1, 14],
      [150, 96, 1, -8],
      [122, 98, 1, 20],
    ]) +
    ball(116, 92, 6, C.tomato) +
    rect(116, 140, 24, 44, 4, C.saffron, "k") +
    lit("M82 184h92l14 46H68z", C.saffron, "k") +
    line("M84 206h88", C.rust, 5),
  "beard-oil": () =>
    dropper("#6B3F1E", C.ink, {
      say: "لحية",
      ink: C.brown,
      art:
        lit("M-40-20Q-44 40 0 50Q44 40 40-20Q30 0 14-4Q0-12-14-4Q-30 0-40-20z", C.cocoa) +
        line("M-16 10Q0 20 16 10", C.rose, 5) +
        line("M-2-8Q-20-22-34-10M2-8Q20-22 34-10", C.brown, 6),
    }),
  "steel-razor": () =>
    shadow(128, 234, 70, 11) +
    at(
      128,
      132,
      1,
      rect(-9, -50, 18, 150, 8, C.steel, "m") +
        line("M-9-10h18M-9 4h18M-9 18h18M-9 32h18M-9 46h18M-9 60h18", C.iron, 2) +
        rect(-56, -92, 112, 20, 8, C.steel, "m") +
        rect(-60, -76, 120, 9, 2, C.ink) +
        rect(-52, -68, 104, 16, 6, C.steel, "m") +
        rect(-13, -56, 26, 14, 4, C.iron),
      24,
    ),
};
