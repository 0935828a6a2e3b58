/** Packs: each in its material, with a label, a band of colour and one word. */
import {
  at,
  C,
  dark,
  ell,
  ellPath,
  fill,
  line,
  lit,
  mix,
  n,
  pale,
  rect,
  rectPath,
  scatter,
  shadow,
  veil,
  within,
} from "./draw.mjs";
import { word } from "./words.mjs";

/** The print on a pack: band of colour, word, and a small drawing of the product. */
function print(
  x,
  y,
  w,
  h,
  { label = C.paper, band, say, ink, art, size = 30, artSize, low = false },
) {
  const inkColor = ink ?? C.ink;
  const top = low ? y + h * 0.02 : y;
  let out = label ? rect(x, y, w, h, 5, label) : "";
  if (band)
    out += within(
      rectPath(x, y, w, h, 5),
      fill(`M${x} ${y}h${w}v${n(h * 0.4)}q${-w / 2} ${n(h * 0.16)} ${-w} 0z`, band),
    );
  const cx = x + w / 2;
  const s = artSize ?? Math.min(w * 0.68, h * 0.44) / 100;
  if (say)
    out += word(
      say,
      cx,
      art || band ? top + h * 0.23 : y + h * 0.5,
      w * 0.82,
      Math.min(size, h * 0.36),
      band ? (ink ?? C.white) : inkColor,
    );
  if (art) out += at(cx, say ? y + h * 0.7 : y + h * 0.5, s, art);
  return out;
}
const around = (d, content, light = "k") => within(d, content) + fill(d, `url(#${light})`);

/** A bottle: its contents are visible through it, with cap and label on top. */
export function bottle(o) {
  const kinds = {
    oil: "M106 50h44v22q0 10 10 18q20 14 20 40v92q0 14-14 14h-76q-14 0-14-14v-92q0-26 20-40q10-8 10-18z",
    tall: "M112 40h32v34q0 14 12 26q18 16 18 40v82q0 16-14 16h-64q-14 0-14-16v-82q0-24 18-40q12-12 12-26z",
    soda: "M110 40h36v16q0 14 14 30q18 20 18 42q0 14-6 22q6 8 6 20v50q0 18-14 18h-72q-14 0-14-18v-50q0-12 6-20q-6-8-6-22q0-22 18-42q14-16 14-30z",
    milk: "M100 46h56v24q0 10 10 22q16 16 16 36v96q0 14-14 14h-80q-14 0-14-14v-96q0-20 16-36q10-12 10-22z",
    flask: "M98 66h60v10q24 6 24 34v112q0 16-16 16h-76q-16 0-16-16v-112q0-28 24-34z",
    oval: "M96 62h64q30 8 30 60v70q0 46-24 46h-76q-24 0-24-46v-70q0-52 30-60z",
    wine: "M112 34h32v46q0 16 14 26q16 12 16 34v82q0 16-14 16h-64q-14 0-14-16v-82q0-22 16-34q14-10 14-26z",
    small: "M106 78h44v12q26 8 26 36v96q0 16-16 16h-64q-16 0-16-16v-96q0-28 26-36z",
  };
  const d = kinds[o.kind ?? "oil"];
  const top = {
    oil: [100, 28, 56, 26],
    tall: [106, 20, 44, 24],
    soda: [105, 22, 46, 22],
    milk: [94, 26, 68, 24],
    flask: [98, 34, 60, 34],
    oval: [98, 30, 60, 34],
    wine: [110, 18, 36, 24],
    small: [104, 50, 48, 30],
  }[o.kind ?? "oil"];
  const box =
    o.box ??
    {
      oil: [76, 136, 104, 78],
      tall: [82, 140, 92, 76],
      soda: [78, 108, 100, 44],
      milk: [74, 130, 108, 82],
      flask: [74, 118, 108, 88],
      oval: [72, 104, 112, 98],
      wine: [82, 142, 92, 74],
      small: [80, 132, 96, 80],
    }[o.kind ?? "oil"];
  const glass = o.glass;
  let inside = fill(d, glass ? pale(o.color, 0.55) : o.color);
  if (glass)
    inside =
      fill(d, mix(glass === true ? C.ice : glass, o.color, 0.35)) +
      within(d, rect(60, o.level ?? 84, 140, 170, 0, o.color));
  return (
    shadow(128, 238, 76, 12) +
    inside +
    (o.inside ? within(d, o.inside) : "") +
    around(d, print(...box, o)) +
    (o.pump
      ? rect(116, 22, 24, 44, 3, o.cap ?? C.white, "k") +
        fill("M84 22h50q8 0 8 8v6h-44q-8 0-14 8z", o.cap ?? C.white) +
        rect(98, 50, 60, 18, 4, o.cap ?? C.white, "k")
      : o.spray
        ? fill("M92 24h62q10 0 10 10v10h-46l-26-4z", o.cap ?? C.red) +
          fill("M104 42q-14 8-12 30h8q0-18 14-26z", dark(o.cap ?? C.red, 0.15)) +
          rect(112, 40, 34, 30, 3, o.cap ?? C.red, "k")
        : rect(...top, 5, o.cap ?? C.green, "k")) +
    (o.handle ? line("M176 120q26 8 24 44q-2 24-24 30", dark(o.color, 0.18), 13) : "")
  );
}

/** A can: 330 ml tall, or a low tin with its rings. */
export function can(o) {
  const [x, y, w, h] = o.tin
    ? [58, 88, 140, 138]
    : o.flat
      ? [46, 126, 164, 92]
      : [74, 40, 108, 192];
  const ry = w * 0.13;
  const body = `M${x} ${y}v${h - 6}a${w / 2} ${n(ry)} 0 0 0 ${w} 0v${-(h - 6)}z`;
  const rings = o.tin
    ? [0.12, 0.88]
        .map((q) => line(`M${x} ${n(y + h * q)}a${w / 2} ${n(ry)} 0 0 0 ${w} 0`, C.iron, 2))
        .join("")
    : "";
  const wrap =
    o.tin || o.flat
      ? `M${x} ${n(y + h * 0.14)}a${w / 2} ${n(ry)} 0 0 0 ${w} 0v${n(h * 0.66)}a${w / 2} ${n(ry)} 0 0 1 ${-w} 0z`
      : body;
  return (
    shadow(128, y + h + 6, w * 0.68, 13) +
    fill(body, C.steel) +
    fill(wrap, o.color) +
    within(
      wrap,
      (o.stripe
        ? fill(`M${x} ${y + h * 0.62}q${w / 2} ${n(ry * 2.4)} ${w} 0v${n(h)}h${-w}z`, o.stripe)
        : "") +
        print(
          x + w * 0.04,
          y + h * (o.tin ? 0.24 : 0.26),
          w * 0.92,
          h * (o.tin || o.flat ? 0.72 : 0.6),
          { label: null, ink: C.white, ...o },
        ),
    ) +
    rings +
    fill(body, "url(#k)") +
    ell(128, y, w / 2, ry, C.steel, "l") +
    ell(128, y, w / 2 - 8, ry - 5, mix(C.steel, C.iron, 0.35)) +
    (o.flat ? "" : ell(128, y + 2, 15, ry * 0.38, C.steel, "l"))
  );
}

/** A glass jar: its contents are visible, its lid is coloured. */
export function jar(o) {
  const low = o.low;
  const y = low ? 92 : 62;
  const d = low
    ? "M58 108q0-16 16-16h108q16 0 16 16v104q0 26-26 26h-88q-26 0-26-26z"
    : "M66 92q0-24 22-30h80q22 6 22 30v122q0 24-24 24h-76q-24 0-24-24z";
  const lid = o.lid ?? C.saffron;
  return (
    shadow(128, 238, 80, 13) +
    fill(d, o.opaque ? o.color : mix(C.ice, o.color, 0.4)) +
    within(d, (o.opaque ? "" : rect(58, y + 16, 140, 170, 0, o.color)) + (o.inside ?? "")) +
    around(d, print(low ? 66 : 74, low ? 134 : 122, low ? 124 : 108, low ? 74 : 86, o)) +
    rect(low ? 60 : 78, y - 28, low ? 136 : 100, 34, 7, lid, "k") +
    line(`M${low ? 62 : 80} ${y - 4}h${low ? 132 : 96}`, dark(lid, 0.25), 3)
  );
}

/** A carton with a folded roof, or a small one with a straw. */
export function carton(o) {
  const side = dark(o.color, 0.16);
  if (o.brick) {
    return (
      shadow(134, 238, 78, 12) +
      (o.straw === false ? "" : line("M150 66l16-44l20-4", C.paper, 7)) +
      fill("M166 66l26-14v170l-26 16z", side) +
      fill("M70 66l28-14h94l-26 14z", pale(o.color, 0.35)) +
      lit("M70 66h96v172h-96z", o.color) +
      print(72, 82, 92, 140, { label: null, ink: C.white, ...o })
    );
  }
  return (
    shadow(134, 240, 80, 12) +
    rect(94, 18, 76, 16, 3, dark(o.color, 0.08)) +
    fill("M164 80l6-46l28 50v140l-34 16z", side) +
    fill("M66 80l28-46h76l-6 46z", pale(o.color, 0.25)) +
    lit("M66 80h98v160h-98z", o.color) +
    (o.cap ? ell(124, 56, 17, 11, dark(o.cap, 0.2)) + ell(124, 52, 17, 11, o.cap, "l") : "") +
    print(69, 92, 92, 138, { label: null, ink: C.white, ...o })
  );
}

/** A soft bag that stands upright, its top sealed; with a window where `inside` is given. */
export function bag(o) {
  const d = o.wide
    ? "M52 58q76-10 152 0q-6 40 4 88q4 54-4 88q-76 8-152 0q-8-34-4-88q10-48 4-88z"
    : "M64 42q64-9 128 0q-5 46 4 94q4 60-4 100q-64 8-128 0q-8-40-4-100q9-48 4-94z";
  const top = o.wide ? 58 : 42;
  const left = o.wide ? 52 : 64;
  const w = o.wide ? 152 : 128;
  const windowPath = o.inside && ellPath(128, o.wide ? 190 : 184, w * 0.34, 36);
  return (
    shadow(128, 238, w * 0.62, 12) +
    lit(d, o.color) +
    within(
      d,
      (o.foot ? rect(40, 176, 180, 80, 0, o.foot) : "") +
        (o.stripe ? fill(`M40 ${top + 92}q88 34 180-8v34q-92 42-180 8z`, o.stripe) : ""),
    ) +
    rect(left, top - 12, w, 18, 3, dark(o.color, 0.16)) +
    line(`M${left + 4} ${top - 3}h${w - 8}`, pale(o.color, 0.3), 1.5) +
    print(left + 12, top + 24, w - 24, windowPath ? 84 : 150, {
      label: null,
      ink: C.white,
      ...o,
      art: windowPath ? undefined : o.art,
    }) +
    (windowPath
      ? fill(windowPath, pale(o.color, 0.6)) +
        within(windowPath, o.inside) +
        line(windowPath, pale(o.color, 0.45), 4)
      : "") +
    fill(d, "url(#k)")
  );
}

/** Clear film around the contents, with a paper band: rice, pulses, pasta. */
export function clear(o) {
  const d = "M62 46q66-8 132 0q-6 40 4 92q6 56-4 98q-66 8-132 0q-10-42-4-98q10-52 4-92z";
  return (
    shadow(128, 238, 80, 12) +
    fill(d, o.color) +
    within(
      d,
      // The label wraps around the bag, which is narrower: its word stays clear of the bent edges.
      o.inside +
        rect(50, 84, 156, 78, 5, o.label ?? C.paper) +
        print(63, 84, 130, 78, { ...o, label: null, band: undefined }),
    ) +
    rect(62, 32, 132, 20, 3, o.band ?? C.green, "l") +
    fill(d, "url(#k)") +
    line("M78 66q-8 60 0 150", C.white, 5, ' opacity=".45"')
  );
}

/** A pillow of foil with crimped ends: crisps, biscuits, wafers. */
export function pillow(o) {
  const upright = "M60 40q68 10 136 0q-10 90 0 184q-68 10-136 0q10-94 0-184z";
  const flat = "M26 90q102-10 204 0q-10 44 0 88q-102 10-204 0q10-44 0-88z";
  const d = o.flat ? flat : upright;
  const zig = o.flat
    ? fill("M26 90l-8 8l8 9l-8 9l8 9l-8 9l8 9l-8 9l8 9l-8 9l8 9l4-89z", dark(o.color, 0.12)) +
      fill("M230 90l8 8l-8 9l8 9l-8 9l8 9l-8 9l8 9l-8 9l8 9l-8 9l-4-89z", dark(o.color, 0.12))
    : fill(
        "M60 46l0-20l8 6l9-6l8 6l9-6l8 6l9-6l8 6l9-6l8 6l9-6l8 6l9-6l8 6l9-6l8 6l9-6l8 6v20z",
        pale(o.color, 0.2),
      ) +
      fill(
        "M60 222l0 16l8-5l9 5l8-5l9 5l8-5l9 5l8-5l9 5l8-5l9 5l8-5l9 5l8-5l9 5l8-5l9 5l8-5v-16z",
        dark(o.color, 0.14),
      );
  return (
    shadow(128, o.flat ? 190 : 238, o.flat ? 112 : 76, 12) +
    zig +
    lit(d, o.color) +
    within(
      d,
      o.stripe
        ? o.flat
          ? fill("M20 146q110-46 216 6v60h-216z", o.stripe)
          : fill("M40 150q90-50 180 6v100h-180z", o.stripe)
        : "",
    ) +
    (o.flat
      ? (o.say
          ? word(o.say, o.art ? 88 : 128, 122, o.art ? 104 : 160, o.size ?? 38, o.ink ?? C.white)
          : "") + (o.art ? at(182, 136, o.artSize ?? 0.7, o.art) : "")
      : print(72, 56, 112, 160, { label: null, ink: C.white, size: 36, ...o, stripe: undefined })) +
    fill(d, o.flat ? "url(#v)" : "url(#k)")
  );
}

/** A cardboard box, upright or low, seen slightly from the right. */
export function box(o) {
  const [x, y, w, h, depth] =
    o.size3 ??
    (o.low ? [34, 110, 156, 116, 34] : o.cube ? [42, 74, 132, 156, 40] : [58, 40, 112, 194, 30]);
  const side = dark(o.color, 0.2);
  return (
    shadow(138, y + h + 4, w * 0.72, 13) +
    fill(`M${x + w} ${y}l${depth} ${-depth * 0.5}v${h}l${-depth} ${depth * 0.5}z`, side) +
    fill(`M${x} ${y}l${depth} ${-depth * 0.5}h${w}l${-depth} ${depth * 0.5}z`, pale(o.color, 0.3)) +
    lit(`M${x} ${y}h${w}v${h}h${-w}z`, o.color) +
    (o.foot ? fill(`M${x} ${n(y + h * 0.74)}h${w}v${n(h * 0.26)}h${-w}z`, o.foot) : "") +
    (o.window
      ? within(
          rectPath(x + w * 0.14, y + h * 0.42, w * 0.72, h * 0.48, 8),
          rect(x, y + h * 0.4, w, h, 0, pale(o.color, 0.7)) + o.window,
        )
      : "") +
    print(x + 3, y + 4, w - 6, h * (o.window ? 0.4 : 0.92), {
      label: null,
      ink: C.white,
      size: 34,
      ...o,
      art: o.window ? undefined : o.art,
    })
  );
}

/** A shallow tray under clear film. */
export function tray(o, inside) {
  const d = rectPath(24, 82, 208, 128, 18);
  return (
    shadow(128, 212, 118, 14) +
    rect(24, 86, 208, 130, 20, dark(o.tray ?? C.paper, 0.16)) +
    lit(d, o.tray ?? C.paper) +
    rect(36, 92, 184, 106, 12, dark(o.tray ?? C.paper, 0.1)) +
    within(rectPath(36, 92, 184, 106, 12), inside) +
    fill("M40 96h46l-60 92v-76q0-16 14-16z", C.white, ' opacity=".22"') +
    (o.say
      ? rect(148, 74, 74, 38, 6, o.band ?? C.green, "l") + word(o.say, 185, 93, 62, 22, C.white)
      : "")
  );
}

/** A tub of plastic with its lid: yoghurt, cheese, ice cream. */
export function tub(o) {
  const [x, y, w, h] = o.cup
    ? [70, 78, 116, 156]
    : o.flat
      ? [36, 108, 184, 118]
      : [48, 84, 160, 148];
  const inset = o.cup ? 16 : 12;
  const d = `M${x} ${y}h${w}l${-inset} ${h - 8}q-1 8-10 8h${-(w - 2 * inset - 20)}q-9 0-10-8z`;
  return (
    shadow(128, y + h + 4, w * 0.6, 12) +
    fill(d, o.color) +
    within(
      d,
      (o.stripe ? fill(`M${x} ${y + h * 0.66}q${w / 2} 18 ${w} -8v${h}h${-w}z`, o.stripe) : "") +
        print(x + 14, y + 14, w - 28, h - 22, { label: null, ink: C.white, size: 36, ...o }),
    ) +
    fill(d, "url(#k)") +
    (o.foil
      ? lit(
          `M${x - 8} ${y - 4}q${w / 2 + 8}-22 ${w + 16} 0l-4 10q${-w / 2 - 4}-10 ${-(w + 8)} 0z`,
          o.lid ?? C.steel,
        )
      : rect(x - 8, y - 18, w + 16, 24, 8, o.lid ?? C.paper, "k"))
  );
}

/** A squeezed tube standing on its cap. */
export function tube(o) {
  const d = "M74 34h108q-4 90-14 150h-80q-10-60-14-150z";
  return (
    shadow(128, 238, 60, 12) +
    lit(d, o.color, "k") +
    rect(70, 24, 116, 18, 3, dark(o.color, 0.12)) +
    within(
      d,
      (o.stripe ? rect(60, 140, 140, 60, 0, o.stripe) : "") +
        print(80, 52, 96, o.stripe ? 84 : 122, { label: null, ink: C.white, ...o }),
    ) +
    rect(92, 182, 72, 54, 8, o.cap ?? C.white, "k")
  );
}

/** Several of the same product wrapped in film. */
export function wrapped(o, inside) {
  const d = rectPath(26, 66, 204, 168, 16);
  return (
    shadow(128, 236, 112, 13) +
    within(d, inside) +
    fill(d, o.film ?? C.ice, ' opacity=".22"') +
    (o.say
      ? within(d, rect(26, o.y ?? 128, 204, 54, 0, o.band ?? C.blue)) +
        word(o.say, 128, (o.y ?? 128) + 27, 150, 36, C.white)
      : "") +
    line("M42 84q-6 60 0 132", C.white, 6, ' opacity=".6"') +
    line("M60 74h60", C.white, 4, ' opacity=".5"')
  );
}

/** A paper sack, folded at the top: flour, sugar. */
export function sack(o) {
  const d = "M62 56h132l6 20v150q0 10-10 10h-124q-10 0-10-10v-150z";
  return (
    shadow(128, 238, 82, 12) +
    lit(d, o.color) +
    fill("M62 56l10-20h112l10 20z", dark(o.color, 0.12)) +
    line("M62 56h132", dark(o.color, 0.25), 2) +
    within(
      d,
      (o.foot ? rect(50, 186, 160, 60, 0, o.foot) : "") +
        print(66, 74, 124, 146, { label: null, size: 40, ...o }),
    ) +
    fill(d, "url(#k)")
  );
}

/** A pack with a shaker lid: spices. */
export function shaker(o) {
  const d = "M82 84h92q6 0 6 8v130q0 16-16 16h-72q-16 0-16-16v-130q0-8 6-8z";
  return (
    shadow(128, 238, 64, 12) +
    fill(d, mix(C.ice, o.color, 0.35)) +
    within(
      d,
      rect(70, 104, 120, 140, 0, o.color) + speckle(o.color, 128, 170, 60, 70, o.seed ?? 3),
    ) +
    around(d, print(80, 132, 96, 78, o)) +
    rect(80, 42, 96, 46, 8, o.lid ?? C.red, "k") +
    [104, 128, 152].map((x) => ell(x, 50, 5, 2.4, dark(o.lid ?? C.red, 0.5))).join("")
  );
}
export const speckle = (color, cx, cy, rx, ry, seed, count = 40) =>
  scatter(count, seed, cx, cy, rx, ry, (x, y, i) =>
    ell(x, y, 3, 2, i % 2 ? dark(color, 0.3) : pale(color, 0.3)),
  );

/** A blister sheet or a hanging card with the product on it. */
export function card(o, thing) {
  return (
    shadow(128, 238, 84, 11) +
    rect(52, 22, 152, 214, 12, o.color, "l") +
    ell(128, 38, 12, 6, dark(o.color, 0.35)) +
    (o.say ? word(o.say, 128, 66, 124, 30, o.ink ?? C.white) : "") +
    rect(64, 88, 128, 134, 14, C.paper) +
    thing +
    veil(fill("M72 96h40l-32 118h-4q-8 0-8-8v-100z", C.white), 0.35)
  );
}
