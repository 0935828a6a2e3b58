/** Fashion, toys and pets of the demo. */

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
  paint,
  pale,
  rect,
  rectPath,
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
const star = "M0-40L10-12H40L16 6L25 36L0 18L-25 36L-16 6L-40-12H-10z";
const ground = shadow(128, 238, 82, 11);
const tee = (c, more = "") =>
  lit("M90 34Q128 60 166 34L222 62L236 112L196 126L190 108V228H66V108L60 126L20 112L34 62z", c) +
  line("M90 34Q128 60 166 34", shade(c, 0.25), 6) +
  line("M66 108L74 84M190 108L182 84", shade(c, 0.18), 3) +
  more;
const longSleeve = (c, more = "") =>
  lit("M92 32H164L204 52L240 204L206 214L186 122V232H70V122L50 214L16 204L52 52z", c) +
  line("M70 122L76 92M186 122L180 92", shade(c, 0.2), 3) +
  more;
const collar = (c) =>
  lit("M92 32L128 62L104 84L82 40z", pale(c, 0.25)) +
  lit("M164 32L128 62L152 84L174 40z", pale(c, 0.12));
const trousers = (c, wide = 0, more = "") =>
  lit(
    `M78 26H178L${196 + wide} 232H${142 - wide / 2}L128 96L${114 + wide / 2} 232H${60 - wide}z`,
    c,
  ) +
  rect(78, 24, 100, 14, 2, shade(c, 0.18)) +
  line("M128 38V96", shade(c, 0.25), 3) +
  line("M88 40Q92 70 80 76M168 40Q164 70 176 76", shade(c, 0.22), 3) +
  more;
const dress = (c, more = "", hem = 60) =>
  lit(
    `M98 28Q128 52 158 28L172 40L162 108L${192 + hem / 3} 228Q128 246 ${64 - hem / 3} 228L94 108L84 40z`,
    c,
  ) +
  line("M98 28Q128 52 158 28", shade(c, 0.25), 4) +
  line(`M120 118L108 232M136 118L148 232M104 120L84 230M152 120L172 230`, shade(c, 0.14), 3) +
  more;
const buttons = (x, ys, c = C.white) => ys.map((y) => ell(x, y, 4, 4, c)).join("");
const _size = { s: 0.82 };
const small = (content) => at(128, 138, 0.84, at(-128, -128, 1, content));
export const kheitMasri = {
  "cotton-t-shirt": (c = paint.white) => ground + tee(c),
  "oxford-shirt": (c = paint.white) =>
    ground +
    longSleeve(
      c,
      collar(c) +
        line("M128 62V232", shade(c, 0.2), 3) +
        buttons(134, [92, 122, 152, 182, 212]) +
        rect(148, 104, 32, 34, 3, shade(c, 0.08)),
    ),
  "polo-shirt": (c = paint.navy) =>
    ground +
    tee(
      c,
      collar(c) +
        rect(120, 60, 16, 54, 3, shade(c, 0.2)) +
        buttons(128, [76, 98]) +
        line("M22 108L58 122M234 108L198 122", C.saffron, 5) +
        at(164, 104, 0.22, fill(star, C.saffron)),
    ),
  "straight-jeans": () =>
    ground +
    trousers(
      "#2F5687",
      0,
      line("M84 58Q92 78 76 82M172 58Q164 78 180 82", C.saffron, 2, ' stroke-dasharray="5 4"') +
        line("M66 224H112M144 224H190", C.saffron, 2, ' stroke-dasharray="5 4"') +
        ell(128, 31, 5, 5, C.saffron),
    ),
  "chino-pants": (c = paint.beige) =>
    ground +
    trousers(
      c,
      -4,
      line("M96 44L86 228M160 44L170 228", shade(c, 0.16), 3) +
        rect(72, 24, 112, 12, 2, C.brown) +
        rect(120, 22, 16, 16, 2, C.saffron),
    ),
  "light-jacket": (c = paint.black) =>
    ground +
    longSleeve(
      c,
      lit("M92 32Q128 58 164 32L168 58Q128 76 88 58z", shade(c, 0.25)) +
        line("M128 66V232", C.steel, 5) +
        rect(80, 168, 32, 8, 3, shade(c, 0.35)) +
        rect(144, 168, 32, 8, 3, shade(c, 0.35)) +
        rect(70, 218, 116, 14, 2, shade(c, 0.25)),
    ),
  "swim-shorts": () =>
    shadow(128, 214, 92, 12) +
    lit("M54 60H202L232 196L146 206L128 124L110 206L24 196z", C.teal) +
    rect(54, 56, 148, 18, 4, dark(C.teal, 0.2)) +
    line("M118 74L112 104M138 74L144 104", C.white, 5) +
    [
      [70, 120],
      [92, 160],
      [58, 170],
      [182, 116],
      [164, 158],
      [200, 168],
    ]
      .map(([x, y]) =>
        at(
          x,
          y,
          0.42,
          several(f.leaf(C.lime, 50, 16), [
            [0, 20, 1, -60],
            [0, 20, 1, -90],
            [0, 20, 1, -120],
          ]),
        ),
      )
      .join(""),
  "cotton-socks": (c = paint.black) =>
    shadow(128, 234, 96, 12) +
    [-26, 16]
      .map((dx) =>
        at(
          dx,
          0,
          1,
          lit(
            "M92 28H152V128Q152 146 168 158L196 178Q210 192 198 208Q184 224 160 214L104 184Q92 176 92 158z",
            c,
          ) +
            rect(92, 28, 60, 24, 4, shade(c, 0.16)) +
            line("M100 32v16M112 32v16M124 32v16M136 32v16", pale(c, 0.3), 2) +
            line("M158 214Q178 190 196 178M94 164Q110 156 120 140", C.tomato, 5),
        ),
      )
      .join(""),
  "cotton-galabeya": () =>
    ground +
    lit(
      "M100 24Q128 46 156 24L196 44L240 160L212 172L188 118L204 236H52L68 118L44 172L16 160L60 44z",
      "#E9EDF0",
    ) +
    line("M128 44V130", dark("#E9EDF0", 0.25), 4) +
    line("M116 44V126M140 44V126", C.navy, 3) +
    line("M100 24Q128 48 156 24", C.navy, 5) +
    buttons(128, [64, 86, 108], C.navy) +
    line("M88 120L78 234M168 120L178 234", dark("#E9EDF0", 0.1), 3),
  "wool-scarf": (c = paint.grey) =>
    shadow(128, 238, 74, 11) +
    lit("M66 70Q60 30 128 30Q196 30 190 70Q188 104 128 106Q68 104 66 70z", shade(c, 0.14), "k") +
    ell(128, 58, 40, 16, shade(c, 0.5)) +
    lit("M82 92L134 96L128 220H76z", c, "k") +
    lit("M128 92L172 84L190 196L142 204z", shade(c, 0.1), "k") +
    [128, 152, 176].map((y) => line(`M78 ${y}H130`, C.cream, 6)).join("") +
    [126, 150, 174]
      .map((y, i) => line(`M${136 + i * 3} ${y + 4}L${178 + i * 4} ${y - 2}`, C.cream, 6))
      .join("") +
    [80, 92, 104, 116, 126].map((x) => line(`M${x} 220v18`, c, 5)).join("") +
    [146, 158, 170, 182].map((x) => line(`M${x} 200l4 18`, c, 5)).join(""),
  cap: (c = paint.black) =>
    shadow(128, 210, 104, 13) +
    lit("M44 150C40 84 82 56 132 56C182 56 216 90 214 150z", c, "s") +
    lit(
      "M40 146Q128 128 214 148Q252 158 250 178Q240 192 200 180Q128 164 60 172Q36 170 40 146z",
      shade(c, 0.2),
      "v",
    ) +
    line("M132 58Q128 100 130 140M132 58Q84 80 78 146M132 58Q184 80 188 146", pale(c, 0.25), 2.5) +
    ell(132, 56, 9, 5, C.saffron) +
    at(130, 116, 0.4, fill(star, C.saffron)),
  "linen-dress": (c = paint.beige) =>
    ground + dress(c, rect(92, 102, 72, 12, 2, C.brown) + buttons(128, [60, 76, 92], C.brown)),
  "cotton-blouse": (c = paint.pink) =>
    ground +
    lit(
      "M96 34Q128 70 160 34L206 54Q238 96 226 140L192 138L186 116L194 218Q128 236 62 218L70 116L64 138L30 140Q18 96 50 54z",
      c,
    ) +
    line("M96 34Q128 74 160 34", shade(c, 0.2), 6) +
    line("M128 62V222", shade(c, 0.16), 3) +
    line("M32 136Q48 146 64 134M224 136Q208 146 192 134", shade(c, 0.2), 5) +
    line("M118 58Q104 82 112 96M138 58Q152 82 144 96", shade(c, 0.2), 5),
  "embroidered-abaya": () =>
    ground +
    lit(
      "M100 22Q128 44 156 22L200 44L246 190L210 202L186 116L206 236H50L70 116L46 202L10 190L56 44z",
      "#20222E",
    ) +
    line("M116 34V234M140 34V234", C.saffron, 4) +
    [60, 92, 124, 156, 188, 220]
      .map((y) => at(128, y, 0.22, f.flower(C.saffron, C.tomato)))
      .join("") +
    line("M16 186L46 196M240 186L210 196M54 230H202", C.saffron, 5),
  "cotton-headscarf": (c = paint.beige) =>
    shadow(128, 236, 84, 12) +
    lit(
      "M128 22C190 22 206 78 196 130C220 160 228 204 214 234H42C28 204 36 160 60 130C50 78 66 22 128 22z",
      c,
      "s",
    ) +
    lit(
      "M128 56C164 56 170 90 166 116C160 152 146 164 128 164C110 164 96 152 90 116C86 90 92 56 128 56z",
      "#E9D9CE",
    ) +
    line(
      "M90 130Q128 200 196 134M84 150Q120 216 204 176M100 180Q110 210 104 232",
      shade(c, 0.2),
      5,
    ) +
    line("M70 110Q60 60 100 36", pale(c, 0.4), 5),
  "wide-leg-pants": (c = paint.black) =>
    ground +
    trousers(
      c,
      26,
      line("M100 40L84 230M156 40L172 230", shade(c, 0.18), 3) +
        line("M116 36Q110 60 118 84M136 36L142 78", shade(c, 0.3), 5),
    ),
  "knit-cardigan": (c = paint.grey) =>
    ground +
    longSleeve(
      c,
      line("M92 32L128 112V232M164 32L128 112", shade(c, 0.3), 9) +
        buttons(128, [130, 158, 186, 214], C.cream) +
        Array.from({ length: 9 }, (_, i) =>
          line(
            `M${80 + (i % 3) * 12} ${120 + i * 10}l5 6l5-6M${148 + (i % 3) * 12} ${120 + i * 10}l5 6l5-6`,
            shade(c, 0.18),
            3,
          ),
        ).join("") +
        rect(70, 218, 116, 14, 0, shade(c, 0.18)) +
        rect(78, 176, 34, 34, 3, shade(c, 0.12)) +
        rect(144, 176, 34, 34, 3, shade(c, 0.12)),
    ),
  "pyjama-set": () =>
    ground +
    at(
      84,
      104,
      0.62,
      at(
        -128,
        -128,
        1,
        longSleeve(
          C.lilac,
          collar(C.lilac) +
            line("M128 62V232", C.violet, 3) +
            buttons(128, [92, 130, 168, 206], C.white) +
            d.bits(16, 3, 128, 150, 50, 66, () => at(0, 0, 0.22, fill(star, C.white))),
        ),
      ),
    ) +
    at(
      176,
      156,
      0.62,
      at(
        -128,
        -128,
        1,
        trousers(
          C.lilac,
          6,
          d.bits(14, 5, 128, 130, 50, 90, () => at(0, 0, 0.22, fill(star, C.white))),
        ),
      ),
    ) +
    at(206, 52, 0.5, lit("M20-44A46 46 0 1 0 44 26A38 38 0 0 1 20-44z", C.straw)),
  burkini: () =>
    ground +
    lit(
      "M128 16C156 16 164 40 160 58L206 72L226 158L196 166L178 112L186 176H70L78 112L60 166L30 158L50 72L96 58C92 40 100 16 128 16z",
      C.teal,
    ) +
    lit("M82 176H174L182 236H138L128 200L118 236H74z", C.ink) +
    ell(128, 46, 20, 23, "#EAD9CC") +
    line("M76 152Q128 172 180 152M72 166Q128 186 184 166", C.rose, 5) +
    line("M52 82L36 156M204 82L220 156", C.rose, 4),
  "childrens-t-shirt": () =>
    shadow(128, 226, 76, 11) +
    small(
      tee(
        C.straw,
        at(
          128,
          138,
          0.9,
          ball(0, 0, 40, C.leaf) +
            several(ball(0, 0, 13, C.white) + ell(2, 0, 5, 6, C.ink), [
              [-16, -12],
              [16, -12],
            ]) +
            line("M-18 14q18 16 36 0", C.forest, 5),
        ),
      ),
    ),
  "girls-cotton-dress": () =>
    shadow(128, 232, 82, 11) +
    small(
      lit("M98 40Q128 60 158 40L172 50L164 112L222 226Q128 250 34 226L92 112L84 50z", C.rose) +
        line("M40 214Q128 238 216 214", C.white, 8) +
        rect(90, 104, 76, 14, 2, C.wine) +
        lit("M128 112L104 98Q96 112 104 126zM128 112L152 98Q160 112 152 126z", C.wine) +
        d.bits(22, 3, 128, 178, 66, 40, () => ell(0, 0, 6, 6, C.white)),
    ),
  "childrens-joggers": () =>
    shadow(128, 230, 70, 11) +
    small(
      trousers(
        "#6E7A86",
        0,
        rect(60, 216, 54, 16, 6, C.ink) +
          rect(142, 216, 54, 16, 6, C.ink) +
          line("M120 40L112 70M136 40L144 70", C.white, 5) +
          line("M76 60L64 210M180 60L192 210", C.tomato, 7),
      ),
    ),
  "baby-bodysuits": () =>
    shadow(128, 228, 98, 12) +
    [
      [-46, C.sky, -10],
      [46, C.pink, 10],
      [0, C.white, 0],
    ]
      .map(([dx, c, a]) =>
        at(
          128 + dx,
          132,
          0.72,
          lit(
            "M-32-92Q0-66 32-92L86-60L70-20L50-30V30Q40 40 28 84H-28Q-40 40-50 30V-30L-70-20L-86-60z",
            c,
          ) +
            line("M-32-92Q0-66 32-92", dark(c, 0.2), 7) +
            buttons(0, [74], C.steel) +
            ell(-14, 74, 4, 4, C.steel) +
            ell(14, 74, 4, 4, C.steel) +
            at(
              0,
              -6,
              0.6,
              ball(0, 0, 26, C.straw) +
                several(ball(0, 0, 9, C.straw), [
                  [-20, -20],
                  [20, -20],
                ]) +
                ell(-8, -4, 3, 4, C.ink) +
                ell(8, -4, 3, 4, C.ink),
            ),
          a,
        ),
      )
      .join(""),
  "childrens-raincoat": () =>
    shadow(128, 234, 84, 11) +
    small(
      lit(
        "M128 12C164 12 172 44 166 62L200 78L236 190L206 204L182 140L196 232H60L74 140L50 204L20 190L56 78L90 62C84 44 92 12 128 12z",
        "#F2C22E",
      ) +
        ell(128, 48, 26, 24, "#C9961A") +
        line("M128 76V232", dark("#F2C22E", 0.25), 4) +
        buttons(138, [100, 132, 164, 196], C.blue) +
        rect(82, 170, 34, 26, 5, dark("#F2C22E", 0.12)) +
        rect(148, 170, 34, 26, 5, dark("#F2C22E", 0.12)),
    ) +
    several(lit("M0-18C9-4 12 2 12 8A12 12 0 0 1-12 8C-12 2-9-4 0-18z", C.sky), [
      [26, 60],
      [232, 66],
      [46, 30],
      [214, 28],
    ]),
  "canvas-sneakers": () =>
    shadow(128, 204, 116, 14) +
    lit(
      "M20 112Q40 120 66 104L88 96Q116 136 176 142Q230 148 240 178V190H18Q14 150 20 112z",
      C.tomato,
      "v",
    ) +
    fill("M16 176H242Q246 200 232 202H26Q12 200 16 176z", C.white) +
    line("M18 186H240", C.tomato, 3) +
    lit("M176 142Q230 148 240 176H190Q172 164 176 142z", C.white, "v") +
    line("M100 110L124 96M116 122L140 108M134 132L156 118M152 140L172 128", C.white, 6) +
    ell(52, 146, 17, 17, C.white) +
    at(52, 146, 0.3, fill(star, C.blue)),
  "leather-shoes": () =>
    shadow(128, 206, 116, 14) +
    lit(
      "M22 108Q50 122 84 98Q108 136 166 144Q228 150 242 182V190H20Q14 148 22 108z",
      "#7A4522",
      "s",
    ) +
    fill("M16 184H244V194Q244 204 232 204H96L88 196V206H22Q16 206 16 196z", C.cocoa) +
    line(
      "M84 98Q96 124 116 134M166 144Q150 160 156 184M30 150Q50 140 70 150",
      dark("#7A4522", 0.35),
      4,
    ) +
    line("M102 112L126 102M118 126L142 114M136 136L156 124", C.cocoa, 5) +
    line("M190 164Q210 162 226 172", pale("#7A4522", 0.45), 5),
  slippers: () =>
    shadow(128, 214, 104, 14) +
    [
      [82, 130, -8],
      [174, 130, 8],
    ]
      .map(([x, y, a]) =>
        at(
          x,
          y,
          1,
          lit(
            "M0-96C34-96 40-60 34-10C30 30 40 60 30 84C20 102-20 102-30 84C-40 60-30 30-34-10C-40-60-34-96 0-96z",
            C.ink,
          ) +
            lit(
              "M0-90C28-90 34-58 28-10C24 30 34 58 25 80C16 95-16 95-25 80C-34 58-24 30-28-10C-34-58-28-90 0-90z",
              C.blue,
            ) +
            line("M0-62Q-26-40-32-4M0-62Q26-40 32-4", C.saffron, 12) +
            ball(0, -62, 8, C.saffron),
          a,
        ),
      )
      .join(""),
  "flat-sandals": () =>
    shadow(128, 214, 104, 14) +
    [
      [82, 130, -8],
      [174, 130, 8],
    ]
      .map(([x, y, a]) =>
        at(
          x,
          y,
          1,
          lit(
            "M0-98C30-98 36-60 30-10C26 30 34 60 26 84C18 100-18 100-26 84C-34 60-26 30-30-10C-36-60-30-98 0-98z",
            C.toast,
          ) +
            line("M-32-52Q0-76 32-52", C.brown, 15) +
            line("M-30-8Q0-30 30-8M0-60V-16", C.brown, 11) +
            line("M-28 52Q0 30 28 52", C.brown, 11) +
            rect(20, 42, 14, 12, 2, C.saffron),
          a,
        ),
      )
      .join(""),
  "leather-handbag": (c = paint.brown) =>
    shadow(128, 230, 104, 13) +
    line("M74 108C74 26 182 26 182 108", shade(c, 0.4), 13) +
    lit("M40 100H216L234 214q2 14-14 14H36q-16 0-14-14z", c, "s") +
    lit("M38 100H218L206 160Q128 184 50 160z", shade(c, 0.16), "v") +
    rect(112, 148, 32, 34, 6, C.saffron, "l") +
    ell(128, 164, 5, 7, C.brown) +
    line("M30 216H226", shade(c, 0.25), 3, ' stroke-dasharray="8 6"'),
  "cotton-tote": (c = paint.beige) =>
    shadow(128, 236, 84, 12) +
    line("M88 96C88 10 168 10 168 96", shade(c, 0.12), 13) +
    lit("M54 92H202L212 232H44z", c, "l") +
    line("M54 104H202", shade(c, 0.16), 3) +
    at(
      128,
      160,
      1,
      several(f.leaf(C.green, 56, 18), [
        [0, 40, 1, -90],
        [0, 20, 0.9, -30],
        [0, 20, 0.9, -150],
        [0, 0, 0.7, -40],
        [0, 0, 0.7, -140],
      ]) + line("M0 52V-16", C.green, 4),
    ),
  "small-wallet": () =>
    shadow(128, 216, 104, 13) +
    lit("M30 92q0-16 16-16H196q18 0 18 16v20H30z", dark(C.wine, 0.3)) +
    rect(54, 64, 120, 40, 4, "#9CC59A") +
    rect(70, 54, 120, 44, 4, C.sky) +
    lit("M26 106q0-12 12-12H218q12 0 12 12v92q0 14-14 14H40q-14 0-14-14z", C.wine, "l") +
    line("M36 108H220M36 200H220", pale(C.wine, 0.25), 2.5, ' stroke-dasharray="7 5"') +
    lit("M186 134H236V172H186q-18-2-18-19t18-19z", dark(C.wine, 0.2)) +
    ball(192, 153, 8, C.saffron),
  "cabin-suitcase": () =>
    shadow(128, 242, 66, 9) +
    line("M100 66V14H156V66", C.iron, 9) +
    rect(60, 60, 136, 166, 20, C.teal, "k") +
    [84, 106, 128, 150, 172].map((x) => rect(x - 3, 76, 6, 134, 3, dark(C.teal, 0.2))).join("") +
    rect(104, 54, 48, 12, 6, C.ink) +
    rect(74, 222, 22, 18, 6, C.ink) +
    rect(160, 222, 22, 18, 6, C.ink) +
    rect(186, 120, 12, 44, 5, C.ink),
  sunglasses: () =>
    shadow(128, 186, 112, 12) +
    line("M30 108Q10 96 6 84M226 108Q246 96 250 84", C.ink, 10) +
    line("M112 112Q128 100 144 112", C.ink, 11) +
    lit("M22 98H116Q122 150 98 168Q62 182 36 160Q18 138 22 98z", C.ink) +
    lit("M234 98H140Q134 150 158 168Q194 182 220 160Q238 138 234 98z", C.ink) +
    fill("M34 110H106Q108 146 90 158Q62 168 46 150Q34 134 34 110z", "#4A3A2A") +
    fill("M222 110H150Q148 146 166 158Q194 168 210 150Q222 134 222 110z", "#4A3A2A") +
    line("M48 148L86 114M162 148L200 114", C.toast, 9, ' opacity=".7"'),
};

const block = (c) =>
  fill("M-44-8L0-30L44-8L0 14z", pale(c, 0.2)) +
  fill("M-44-8L0 14V50L-44 28z", c) +
  fill("M44-8L0 14V50L44 28z", dark(c, 0.2)) +
  [
    [-22, -8],
    [0, -19],
    [0, 3],
    [22, -8],
  ]
    .map(
      ([x, y]) =>
        fill(`M${x - 9} ${y}v-7a9 4.6 0 0 1 18 0v7a9 4.6 0 0 1-18 0z`, dark(c, 0.06)) +
        ell(x, y - 7, 9, 4.6, pale(c, 0.32)),
    )
    .join("");
const piece = (c) =>
  lit(
    "M-40-40H-12C-18-58 18-58 12-40H40V-12C58-18 58 18 40 12V40H12C18 22-18 22-12 40H-40V12C-22 18-22-18-40-12z",
    c,
  );
const wheel = (x, y, r, hub = C.straw) => ball(x, y, r, C.ink) + ball(x, y, r * 0.5, hub);
const bearFace = (c) =>
  several(ball(0, 0, 20, c) + ell(0, 0, 10, 10, C.pink), [
    [-36, -38],
    [36, -38],
  ]) +
  ball(0, 0, 52, c) +
  ell(0, 18, 24, 18, C.cream) +
  ell(0, 10, 9, 6, C.cocoa) +
  ell(-19, -8, 5.5, 7, C.cocoa) +
  ell(19, -8, 5.5, 7, C.cocoa) +
  line("M0 16v6q-8 8-14 2M0 22q8 8 14 2", C.cocoa, 3);
const dino = (c) =>
  lit(
    "M-80 56C-60 60-56 20-34 6C-14-6 4-6 12-24C16-52 40-64 66-50C76-42 72-30 60-28L40-24C44 0 40 22 30 34V64H14V46H-8V64H-26V44C-44 52-60 66-80 56z",
    c,
    "s",
  ) +
  [
    [-44, 4],
    [-26, -8],
    [-8, -14],
    [6, -28],
    [18, -50],
  ]
    .map(([x, y]) => fill(`M${x - 8} ${y + 6}L${x - 4} ${y - 12}L${x + 9} ${y}z`, C.saffron))
    .join("") +
  ell(46, -44, 5, 5, C.white) +
  ell(47, -44, 2.4, 2.6, C.ink);
export const zanbalek = {
  "building-blocks": () =>
    shadow(128, 224, 104, 14) +
    several(block(C.blue), [[78, 164, 0.96]]) +
    several(block(C.leaf), [[172, 164, 0.96]]) +
    at(126, 182, 0.96, block(C.saffron)) +
    at(124, 104, 0.96, block(C.tomato)),
  "pyramids-puzzle": () =>
    shadow(128, 226, 104, 13) +
    rect(22, 36, 212, 176, 10, C.sky, "v") +
    within(
      rectPath(22, 36, 212, 176, 10),
      ball(186, 76, 22, C.straw) +
        rect(22, 160, 220, 60, 0, C.sand) +
        fill("M40 176L104 82L168 176z", C.toast) +
        fill("M104 82L168 176H120z", dark(C.toast, 0.2)) +
        fill("M130 182L180 112L230 182z", C.crust) +
        fill("M180 112L230 182H192z", dark(C.crust, 0.2)),
    ) +
    line(
      "M22 94H70c-8-20 24-20 16 0H128c-8 20 24 20 16 0H234M22 154H60c-8 20 24 20 16 0H140c-8-20 24-20 16 0H234M92 36V70c-18-8-18 24 0 16V130c18-8 18 24 0 16V212M164 36V66c18-8 18 24 0 16V128c-18-8-18 24 0 16V212",
      C.paper,
      4,
    ) +
    at(206, 206, 0.6, piece(C.tomato), 20),
  "map-of-egypt-puzzle": () =>
    shadow(128, 230, 100, 13) +
    rect(28, 22, 200, 204, 12, C.sky, "l") +
    lit("M52 56Q84 44 112 56Q132 44 150 58L176 56L192 92L172 74L196 128L214 168V204H52z", C.sand) +
    line("M136 204Q150 160 128 132Q110 104 128 84Q130 70 120 58M128 84Q142 72 148 60", C.blue, 6) +
    line("M52 110H120M134 110H184M52 160H126M142 160H210M90 52V204M164 60V204", C.paper, 4) +
    at(60, 214, 0.5, piece(C.leaf), -14),
  "wooden-train": () =>
    shadow(128, 204, 120, 13) +
    rect(150, 96, 88, 78, 6, C.tomato, "l") +
    rect(168, 110, 24, 30, 3, C.sky) +
    rect(202, 110, 24, 30, 3, C.sky) +
    rect(144, 86, 100, 14, 5, C.brown, "v") +
    rect(36, 122, 116, 52, 24, C.green, "v") +
    rect(56, 84, 24, 42, 3, C.saffron, "k") +
    rect(48, 76, 40, 12, 4, C.brown) +
    ball(116, 116, 13, C.straw) +
    rect(20, 170, 222, 12, 4, C.wood, "v") +
    wheel(56, 188, 22) +
    wheel(108, 188, 22) +
    wheel(172, 188, 22) +
    wheel(220, 188, 22) +
    veil(ball(66, 54, 13, C.white) + ball(46, 36, 17, C.white) + ball(72, 22, 11, C.white), 0.8),
  "magnetic-tiles": () =>
    shadow(128, 222, 100, 13) +
    [
      ["M40 204H124V122H40z", C.tomato],
      ["M132 204H216V122H132z", C.blue],
      ["M40 116H124L82 44z", C.straw],
      ["M132 116H216L174 44z", C.leaf],
    ]
      .map(([dd, c]) => veil(fill(dd, c), 0.75) + line(dd, dark(c, 0.12), 6))
      .join("") +
    veil(fill("M88 40L168 40L128 108z", C.violet), 0.75) +
    line("M88 40L168 40L128 108z", dark(C.violet, 0.12), 6) +
    line("M40 204L124 122M132 204L216 122", C.white, 3, ' opacity=".6"'),
  "chess-set": () =>
    shadow(128, 222, 112, 14) +
    lit("M22 196L60 130H196L234 196z", C.crust) +
    within(
      "M22 196L60 130H196L234 196z",
      Array.from({ length: 24 }, (_, i) => {
        const r = Math.floor(i / 8);
        const k = i % 8;
        return (r + k) % 2
          ? fill(`M${38 + k * 23 - r * 0} ${130 + r * 22}h23v22h-23z`, C.brown)
          : "";
      }).join(""),
    ) +
    fill("M22 196H234V212H22z", C.brown) +
    at(
      86,
      122,
      1,
      lit(
        "M-30 50H30L24 36Q10 10 22-18C30-38 14-62-8-60L-4-70L-18-62C-40-50-44-20-40-6L-26 0L-12-12Q-8-4-16 8Q-26 20-24 36z",
        C.cream,
        "k",
      ) + ell(-16, -40, 4, 4, C.ink),
    ) +
    at(
      168,
      114,
      1,
      rect(-30, 44, 60, 14, 4, C.cocoa, "k") +
        lit("M-22 44Q-10 0-18-20H18Q10 0 22 44z", C.cocoa, "k") +
        lit("M-24-20L-30-50L-12-36L0-60L12-36L30-50L24-20z", C.cocoa, "k") +
        ball(0, -64, 6, C.cocoa),
    ),
  "wooden-backgammon": () =>
    shadow(128, 214, 118, 14) +
    rect(12, 62, 232, 142, 10, C.brown, "l") +
    rect(22, 72, 102, 122, 3, C.sand) +
    rect(132, 72, 102, 122, 3, C.sand) +
    [0, 1]
      .map((h) =>
        [0, 1, 2, 3]
          .map((i) => {
            const x = 22 + h * 110 + i * 25.5;
            return (
              fill(`M${x} 72h25.5l-12.7 54z`, i % 2 ? C.tomato : C.cocoa) +
              fill(`M${x} 194h25.5l-12.7-54z`, i % 2 ? C.cocoa : C.tomato)
            );
          })
          .join(""),
      )
      .join("") +
    several(ell(0, 0, 12, 11, C.cream, "s"), [
      [36, 86],
      [36, 106],
      [196, 182],
      [196, 162],
    ]) +
    several(ell(0, 0, 12, 11, C.ink, "s"), [
      [62, 182],
      [62, 162],
      [222, 86],
    ]) +
    at(
      160,
      136,
      0.8,
      rect(-14, -14, 28, 28, 6, C.white, "l") +
        [
          [-6, -6],
          [6, 6],
          [0, 0],
        ]
          .map(([x, y]) => ell(x, y, 3, 3, C.ink))
          .join(""),
      16,
    ) +
    at(
      98,
      132,
      0.8,
      rect(-14, -14, 28, 28, 6, C.white, "l") +
        [
          [-6, -6],
          [6, 6],
          [-6, 6],
          [6, -6],
        ]
          .map(([x, y]) => ell(x, y, 3, 3, C.ink))
          .join(""),
      -12,
    ),
  "memory-cards-game": () =>
    shadow(128, 224, 104, 13) +
    [
      [70, 84, C.teal, null, -8],
      [182, 82, C.paper, at(0, 0, 0.5, f.strawberry()), 6],
      [72, 176, C.paper, at(0, 0, 0.5, f.strawberry()), 4],
      [184, 174, C.teal, null, -4],
      [128, 128, C.paper, at(0, 0, 0.5, bearFace(C.crust)), 0],
    ]
      .map(([x, y, c, t, a]) =>
        at(
          x,
          y,
          1,
          rect(-37, -44, 76, 92, 10, dark(c, 0.2)) +
            rect(-38, -46, 76, 92, 10, c, "l") +
            (t ?? word("؟", 0, 0, 40, 56, C.white)),
          a,
        ),
      )
      .join(""),
  "robot-kit": () =>
    shadow(128, 238, 78, 12) +
    line("M128 36V14", C.iron, 6) +
    ball(128, 14, 10, C.tomato) +
    rect(76, 34, 104, 74, 16, C.sky, "l") +
    ball(104, 70, 15, C.white) +
    ball(152, 70, 15, C.white) +
    ell(106, 70, 7, 7, C.ink) +
    ell(150, 70, 7, 7, C.ink) +
    line("M110 94H146", C.navy, 6) +
    rect(64, 114, 128, 80, 14, C.saffron, "l") +
    rect(92, 130, 72, 44, 6, C.paper) +
    ell(110, 152, 10, 10, C.leaf) +
    line("M128 160v-16M140 160v-24M152 160v-10", C.blue, 6) +
    line("M62 126Q30 136 34 176M194 126Q226 136 222 176", C.iron, 13) +
    ball(34, 182, 15, C.tomato) +
    ball(222, 182, 15, C.tomato) +
    rect(82, 194, 32, 40, 6, C.iron, "k") +
    rect(142, 194, 32, 40, 6, C.iron, "k"),
  "first-telescope": () =>
    shadow(128, 240, 84, 10) +
    line("M128 136L66 236M128 136L190 236M128 136V238", C.brown, 10) +
    at(
      128,
      102,
      1,
      rect(-104, -26, 130, 52, 8, C.navy, "v") +
        rect(26, -18, 56, 36, 5, C.steel, "v") +
        rect(82, -11, 26, 22, 4, C.ink) +
        rect(-116, -32, 20, 64, 6, C.saffron, "v") +
        rect(-40, -42, 60, 12, 5, C.ink),
      -24,
    ) +
    ball(128, 130, 13, C.ink) +
    at(42, 34, 0.34, fill(star, C.saffron)) +
    at(200, 188, 0.24, fill(star, C.saffron)),
  "teddy-bear": () =>
    shadow(128, 238, 84, 12) +
    several(ell(0, 0, 32, 26, "#B5763C", "s") + ell(0, 4, 17, 13, C.cream), [
      [78, 206],
      [178, 206],
    ]) +
    ell(128, 176, 58, 56, "#C48648", "s") +
    ell(128, 184, 34, 34, C.cream) +
    several(ell(0, 0, 20, 36, "#B5763C", "s"), [
      [68, 160, 1, 30],
      [188, 160, 1, -30],
    ]) +
    at(128, 82, 1.12, bearFace("#C48648")) +
    lit("M128 132L98 118Q92 136 100 148zM128 132L158 118Q164 136 156 148z", C.tomato) +
    ball(128, 133, 9, C.tomato),
  "plush-camel": () =>
    shadow(128, 232, 100, 13) +
    lit(
      "M40 226V150C34 122 54 100 78 104C84 74 118 70 128 98C140 76 168 82 172 108C184 104 190 84 192 62C194 42 222 36 240 54L238 74L214 78C212 118 200 140 184 150V226H158V168H68V226z",
      "#E0B068",
      "s",
    ) +
    fill("M70 116Q100 150 164 116L168 142Q100 170 66 142z", C.tomato) +
    line("M70 128Q104 156 168 128", C.saffron, 5) +
    [78, 98, 118, 138, 158]
      .map((x) => line(`M${x} ${150 - Math.abs(x - 118) * 0.1}v12`, C.saffron, 4))
      .join("") +
    ell(218, 56, 4, 5, C.cocoa) +
    line("M200 44l-6-14", C.brown, 6) +
    line("M40 150Q24 160 26 186", C.brown, 6),
  "rag-doll": () =>
    shadow(128, 240, 68, 10) +
    line("M84 40Q52 70 66 110M172 40Q204 70 190 110", "#B5552A", 20) +
    line("M100 210V232M156 210V232", "#F3D3B4", 18) +
    rect(90, 224, 24, 14, 6, C.tomato) +
    rect(142, 224, 24, 14, 6, C.tomato) +
    line("M96 128L52 168M160 128L204 168", "#F3D3B4", 18) +
    lit("M98 114H158L196 212Q128 228 60 212z", C.teal, "k") +
    d.bits(18, 3, 128, 176, 48, 30, () => ell(0, 0, 5, 5, C.white)) +
    ball(128, 70, 44, "#F3D3B4") +
    fill("M84 66C84 16 172 16 172 66Q150 40 128 44Q106 40 84 66z", "#B5552A") +
    ell(112, 72, 6, 7, C.ink) +
    ell(144, 72, 6, 7, C.ink) +
    line("M116 92q12 10 24 0", C.tomato, 4) +
    ell(102, 88, 7, 5, C.rose) +
    ell(154, 88, 7, 5, C.rose),
  "fire-engine": () =>
    shadow(128, 214, 118, 13) +
    rect(16, 104, 150, 88, 8, C.tomato, "l") +
    lit("M166 92H212L240 134V192H166z", C.tomato) +
    lit("M178 104H206L224 134H178z", C.sky) +
    rect(12, 180, 232, 14, 4, C.ink) +
    rect(16, 138, 150, 10, 0, C.white) +
    line("M24 96L186 70M24 84L186 58", C.steel, 6) +
    Array.from({ length: 9 }, (_, i) =>
      line(`M${34 + i * 17} ${95 - i * 2.7}v-12`, C.steel, 5),
    ).join("") +
    rect(184, 80, 24, 14, 5, C.blue, "k") +
    [36, 76, 116].map((x) => rect(x, 154, 30, 22, 3, C.steel, "m")).join("") +
    wheel(60, 198, 24, C.steel) +
    wheel(198, 198, 24, C.steel),
  "remote-control-car": () =>
    shadow(128, 214, 112, 13) +
    lit("M14 170Q20 140 66 136L104 96H174L206 134Q242 138 244 170V184H14z", C.blue) +
    lit("M112 104H138V134H84zM146 104H170L194 134H146z", C.ice) +
    rect(12, 174, 234, 14, 6, C.ink) +
    fill("M20 150H90L96 166H16z", C.saffron) +
    wheel(66, 188, 28, C.steel) +
    wheel(194, 188, 28, C.steel) +
    line("M178 98L214 40", C.ink, 4) +
    ball(214, 38, 6, C.tomato) +
    at(
      48,
      60,
      1,
      rect(-32, -22, 64, 50, 12, C.ink, "l") +
        ball(-12, 4, 9, C.tomato) +
        ball(14, 4, 9, C.leaf) +
        line("M0-22V-42", C.iron, 4),
    ),
  "dinosaur-set": () =>
    shadow(128, 228, 112, 13) +
    at(90, 112, 1, dino(C.leaf)) +
    at(
      180,
      176,
      0.82,
      [-1, 1].map(() => "").join("") +
        lit(
          "M-84 30C-60 30-56 0-30-10C0-22 24-14 40-4C50-10 66-20 78-12C90 0 80 18 62 20L44 18V50H30V30H-16V50H-32V28C-50 34-64 40-84 30z",
          C.orange,
          "s",
        ) +
        fill("M44-6L60-40L70-14zM60-8L84-34L82-8z", C.cream) +
        ell(66, 0, 4, 4, C.ink),
    ) +
    at(
      56,
      192,
      0.6,
      lit("M-60 50H60L50 20C40-8-40-8-50 20z", C.violet, "s") +
        lit("M40 30C44-10 34-50 56-74C72-84 88-70 80-60L62-54C64-20 70 20 54 40z", C.violet, "s") +
        ell(66, -68, 4, 4, C.ink),
    ),
  "wooden-dolls-house": () =>
    shadow(128, 236, 98, 12) +
    rect(40, 96, 176, 136, 2, C.cream, "l") +
    lit("M24 104L128 18L232 104z", C.tomato) +
    line("M40 164H216M128 96V232", C.wood, 8) +
    rect(58, 112, 48, 40, 2, C.sky) +
    line("M82 112v40M58 132h48", C.white, 4) +
    rect(150, 136, 52, 22, 4, C.rose, "v") +
    rect(150, 122, 10, 36, 3, C.wood) +
    rect(60, 186, 44, 10, 2, C.wood) +
    line("M66 196v32M98 196v32", C.wood, 5) +
    ball(82, 180, 8, C.saffron) +
    rect(156, 178, 36, 54, 3, C.teal, "l") +
    ell(184, 206, 3, 3, C.saffron) +
    ell(128, 70, 17, 17, C.straw) +
    rect(36, 94, 184, 8, 0, C.wood),
  "little-drum": () =>
    shadow(128, 228, 98, 13) +
    line("M34 40L118 96", C.wood, 9) +
    ball(32, 38, 13, C.cream) +
    line("M222 40L140 96", C.wood, 9) +
    ball(224, 38, 13, C.cream) +
    lit("M40 112V188A88 34 0 0 0 216 188V112z", C.tomato, "k") +
    line("M44 122L72 212L100 146L128 222L156 146L184 212L212 122", C.straw, 5) +
    ell(128, 112, 90, 34, C.saffron, "l") +
    ell(128, 110, 80, 28, C.paper, "l") +
    line("M40 190A88 34 0 0 0 216 190", C.saffron, 9),
  "first-keyboard": () =>
    shadow(128, 206, 120, 13) +
    rect(12, 76, 232, 120, 18, C.violet, "l") +
    [36, 60, 84].map((x, i) => ball(x, 98, 8, [C.tomato, C.straw, C.leaf][i])).join("") +
    rect(110, 88, 60, 20, 5, C.mint) +
    ell(206, 98, 22, 11, C.ink) +
    Array.from({ length: 9 }, (_, i) => rect(24 + i * 23.2, 120, 22, 66, 3, C.white, "v")).join(
      "",
    ) +
    [0, 1, 3, 4, 5, 7].map((i) => rect(39 + i * 23.2, 120, 14, 40, 3, C.ink, "v")).join(""),
  "wooden-yo-yo": () =>
    shadow(128, 236, 66, 11) +
    line("M128 100Q120 40 172 14", C.cream, 4) +
    ring(180, 14, 10, 10, C.cream, 4) +
    ball(136, 158, 74, dark(C.tomato, 0.2)) +
    ball(122, 156, 74, C.tomato) +
    ring(122, 156, 50, 50, C.straw, 9) +
    ball(122, 156, 24, C.wood),
  football: () =>
    shadow(128, 232, 84, 14) +
    ball(128, 130, 98, C.white) +
    within(
      ellPath(128, 130, 98),
      fill("M128 92L164 118L150 160H106L92 118z", C.ink) +
        [
          [128, 30],
          [222, 98],
          [188, 214],
          [68, 214],
          [34, 98],
        ]
          .map(([x, y]) => at(x, y, 1, fill("M0-34L32-10L20 28H-20L-32-10z", C.ink)))
          .join("") +
        line("M128 92V56M164 118L198 104M150 160L174 194M106 160L82 194M92 118L58 104", C.ink, 4),
    ) +
    ell(128, 130, 98, 98, "url(#s)"),
  basketball: () =>
    shadow(128, 232, 84, 14) +
    ball(128, 130, 98, C.orange) +
    within(
      ellPath(128, 130, 98),
      line("M128 20V240M20 130H236M54 52Q120 130 54 208M202 52Q136 130 202 208", C.cocoa, 6),
    ),
  "badminton-set": () =>
    shadow(128, 236, 92, 11) +
    [
      [84, 110, -16, C.tomato],
      [170, 110, 16, C.blue],
    ]
      .map(([x, y, a, c]) =>
        at(
          x,
          y,
          1,
          line("M0 50V122", c, 9) +
            rect(-7, 86, 14, 42, 6, C.ink, "k") +
            ring(0, 0, 40, 52, c, 8) +
            within(
              ellPath(0, 0, 37, 49),
              Array.from({ length: 9 }, (_, i) =>
                line(`M${-36 + i * 9} -52V52M-40 ${-44 + i * 11}H40`, C.white, 1.8),
              ).join(""),
            ),
          a,
        ),
      )
      .join("") +
    at(
      128,
      200,
      0.8,
      lit("M-30-44L30-44L13 10H-13z", C.white) +
        line("M-20-44L-8 8M0-44V8M20-44L8 8M-26-26H26M-20-8H20", C.steel, 2.5) +
        ball(0, 18, 15, C.cream) +
        line("M-14 14q14 8 28 0", C.tomato, 5),
      14,
    ),
  "beach-rackets": () =>
    shadow(128, 234, 98, 12) +
    [
      [88, 104, -22, C.tomato],
      [166, 104, 22, C.teal],
    ]
      .map(([x, y, a, c]) =>
        at(
          x,
          y,
          1,
          rect(-11, 44, 22, 84, 8, C.wood, "k") +
            ell(0, 0, 56, 62, C.crust, "l") +
            fill("M-52-20Q0-44 52-20Q58 10 50 24Q0 0-50 24Q-58 10-52-20z", c),
          a,
        ),
      )
      .join("") +
    ball(128, 204, 20, C.straw) +
    line("M112 196q16 12 32 0", C.white, 3),
  kite: () =>
    shadow(150, 236, 60, 9) +
    line("M128 160Q170 190 146 214T190 240", C.cocoa, 3) +
    several(lit("M0 0L-16-9V9zM0 0L16-9V9z", C.tomato), [
      [152, 192, 1, 30],
      [146, 216, 1, -20],
    ]) +
    fill("M128 14L56 84L128 84z", C.tomato) +
    fill("M128 14L204 84H128z", C.saffron) +
    fill("M56 84L128 168V84z", C.teal) +
    fill("M204 84L128 168V84z", C.blue) +
    fill("M128 14L204 84L128 168L56 84z", "url(#l)") +
    line("M128 14V168M56 84H204", C.white, 3),
  "bubble-machine": () =>
    shadow(108, 232, 84, 12) +
    lit("M40 118Q40 96 62 96H150Q172 96 172 118V212q0 18-18 18H58q-18 0-18-18z", C.teal, "k") +
    ball(106, 154, 36, C.straw) +
    Array.from({ length: 6 }, (_, i) =>
      ring(
        106 + Math.cos((i * Math.PI) / 3) * 21,
        154 + Math.sin((i * Math.PI) / 3) * 21,
        8,
        8,
        C.tomato,
        4,
      ),
    ).join("") +
    rect(64, 204, 84, 14, 6, C.ink) +
    [
      [186, 96, 20],
      [214, 60, 15],
      [168, 44, 24],
      [226, 124, 11],
      [124, 52, 13],
      [206, 20, 11],
      [92, 30, 17],
    ]
      .map(
        ([x, y, r]) =>
          veil(ball(x, y, r, C.sky), 0.6) +
          line(ellPath(x, y, r), C.white, 2.5) +
          ell(x - r * 0.35, y - r * 0.35, r * 0.2, r * 0.2, C.white),
      )
      .join(""),
  scooter: (c = paint.blue) =>
    shadow(128, 232, 104, 12) +
    line("M188 206L164 34", C.steel, 11) +
    line("M130 40L200 28", C.ink, 13) +
    line("M64 206H168L186 190", c, 17) +
    rect(58, 192, 112, 12, 5, C.ink) +
    wheel(50, 206, 24, C.straw) +
    wheel(196, 206, 24, C.straw) +
    rect(154, 96, 28, 40, 8, C.tomato, "k") +
    at(168, 116, 0.26, fill(star, C.straw)),
  "skipping-rope": () =>
    shadow(128, 232, 92, 12) +
    line("M66 96C30 200 60 220 110 212S196 210 214 170S190 100 186 92", C.tomato, 9) +
    line(
      "M66 96C30 200 60 220 110 212S196 210 214 170S190 100 186 92",
      C.straw,
      3,
      ' stroke-dasharray="12 14"',
    ) +
    at(
      66,
      62,
      1,
      rect(-12, -36, 24, 76, 10, C.wood, "k") +
        rect(-12, -10, 24, 9, 0, C.tomato) +
        rect(-12, 8, 24, 9, 0, C.teal),
      12,
    ) +
    at(
      184,
      58,
      1,
      rect(-12, -36, 24, 76, 10, C.wood, "k") +
        rect(-12, -10, 24, 9, 0, C.tomato) +
        rect(-12, 8, 24, 9, 0, C.teal),
      -12,
    ),
  "sand-set": () =>
    shadow(128, 234, 112, 12) +
    ell(128, 220, 112, 22, C.sand, "l") +
    line("M188 20V150", C.blue, 11) +
    lit("M168 134H208V190Q188 220 168 190z", C.blue, "k") +
    rect(170, 10, 36, 16, 8, C.blue) +
    lit("M40 110H148L136 214H52z", C.tomato, "k") +
    ell(94, 110, 54, 14, dark(C.tomato, 0.3)) +
    ell(94, 112, 46, 9, C.sand) +
    line("M42 112Q94 20 146 112", C.straw, 7) +
    at(94, 166, 0.5, fill(star, C.straw)) +
    at(222, 214, 0.42, lit(star, C.saffron)),
};

const cat = (c, ear = C.pink) =>
  fill("M-44-10L-40-58L-12-36zM44-10L40-58L12-36z", c) +
  fill("M-36-22L-34-46L-20-34zM36-22L34-46L20-34z", ear) +
  ball(0, 0, 48, c) +
  ell(-18, -6, 7, 9, C.leaf) +
  ell(18, -6, 7, 9, C.leaf) +
  ell(-18, -6, 2.6, 8, C.ink) +
  ell(18, -6, 2.6, 8, C.ink) +
  fill("M-6 12H6L0 19z", C.rose) +
  line("M0 19q-8 10-14 4M0 19q8 10 14 4", C.ink, 3) +
  line("M-24 14L-54 8M-24 20L-52 24M24 14L54 8M24 20L52 24", C.ink, 2);
const dog = (c, ear = C.brown) =>
  ball(0, 0, 48, c) +
  lit("M-40-26C-66-30-66 20-50 36C-36 30-36-8-30-30z", ear) +
  lit("M40-26C66-30 66 20 50 36C36 30 36-8 30-30z", ear) +
  ell(0, 18, 25, 20, C.cream) +
  ell(0, 8, 10, 7, C.ink) +
  ell(-18, -8, 6, 7, C.ink) +
  ell(18, -8, 6, 7, C.ink) +
  line("M0 15v8", C.ink, 3) +
  fill("M-9 24Q0 46 9 24z", C.rose);
const bone = (c = C.cream) =>
  lit(
    "M-44-10C-64-34-84-10-66 0C-84 10-64 34-44 10H44C64 34 84 10 66 0C84-10 64-34 44-10z",
    c,
    "v",
  );
const bird = (c, wing) =>
  lit("M-30 36C-44-6-20-46 10-44C34-42 44-20 38 0C34 26 10 44-14 44L-50 64z", c, "s") +
  lit("M-20 30C-26 0 0-14 16-8C14 16-2 32-20 30z", wing) +
  fill("M34-30L58-20L36-12z", C.saffron) +
  ell(18, -24, 5, 5, C.ink);
const parrot =
  bird(C.leaf, C.blue) +
  fill("M34-34Q62-30 52-6Q44-14 34-14z", C.saffron) +
  ell(8, -36, 14, 9, C.tomato);
const goldfish = (c = C.orange) =>
  fill("M40 0L82-32Q74 0 82 32z", dark(c, 0.1)) +
  lit("M-58 0C-36-36 20-36 46 0C20 36-36 36-58 0z", c, "s") +
  fill("M-10-26Q14-46 28-22z", dark(c, 0.1)) +
  ball(-34, -6, 8, C.white) +
  ell(-36, -6, 4, 4, C.ink) +
  line("M-16-18Q-6 0-16 18", dark(c, 0.25), 3);
const paw =
  ell(0, 14, 26, 21, C.white) +
  [
    [-30, -8],
    [-11, -26],
    [11, -26],
    [30, -8],
  ]
    .map(([x, y]) => ell(x, y, 10, 13, C.white))
    .join("");
const _kibble = (c) =>
  rect(40, 130, 180, 120, 0, dark(c, 0.25)) +
  d.bits(70, 3, 128, 186, 56, 40, (i) => ell(0, 0, 8, 6, i % 2 ? c : dark(c, 0.14), "l"));
export const deilWShanab = {
  "cat-dry-food": () =>
    p.bag({
      wide: true,
      color: C.violet,
      say: "مشمش",
      band: C.saffron,
      ink: C.cocoa,
      art: cat("#E9A13A"),
      size: 34,
    }),
  "kitten-food": () =>
    p.bag({ color: C.rose, say: "قطط صغيرة", art: cat("#9AA4AE"), size: 28, stripe: C.pink }),
  "cat-wet-food": () =>
    p.box({
      low: true,
      color: C.teal,
      say: "قطط",
      art: at(-14, 4, 0.66, cat("#E9A13A")) + at(34, 12, 0.5, f.fish("#7FA6BC")),
      size: 40,
    }),
  "clumping-cat-litter": () =>
    p.bag({
      wide: true,
      color: "#9BB5C4",
      say: "رمل قطط",
      foot: "#D9CDB4",
      art: at(0, 0, 0.8, paw.replaceAll(C.white, C.slate)),
      size: 34,
      ink: C.navy,
    }),
  "cat-bed": (c = paint.grey) =>
    shadow(128, 214, 112, 14) +
    ell(128, 164, 112, 52, c, "s") +
    ell(128, 148, 88, 34, pale(c, 0.5), "l") +
    ell(128, 132, 58, 28, "#E9A13A", "s") +
    line("M86 122Q128 104 170 126", C.rust, 6) +
    at(94, 118, 0.5, cat("#E9A13A")) +
    line("M180 144Q190 120 160 116", "#E9A13A", 11) +
    lit("M16 164Q128 240 240 164Q240 216 128 218Q16 216 16 164z", c, "v"),
  "feather-teaser": () =>
    shadow(128, 230, 92, 11) +
    line("M36 226L150 96", C.wood, 8) +
    line("M150 96Q196 60 180 110", C.ink, 3) +
    several(
      lit("M0 0C-26-20-24-66 0-90C24-66 26-20 0 0z", C.tomato) + line("M0 0V-82", C.white, 2.5),
      [[182, 116, 0.9, 150]],
    ) +
    several(
      lit("M0 0C-26-20-24-66 0-90C24-66 26-20 0 0z", C.teal) + line("M0 0V-82", C.white, 2.5),
      [[182, 116, 0.9, 190]],
    ) +
    several(
      lit("M0 0C-26-20-24-66 0-90C24-66 26-20 0 0z", C.saffron) + line("M0 0V-82", C.white, 2.5),
      [[182, 116, 0.96, 170]],
    ) +
    ball(182, 116, 11, C.straw) +
    rect(26, 208, 20, 30, 8, C.tomato),
  "cactus-scratching-post": () =>
    shadow(128, 236, 84, 12) +
    rect(56, 212, 144, 22, 8, C.wood, "v") +
    line("M128 210V64", C.green, 48) +
    line("M128 150H186V112", C.green, 26) +
    line("M128 130H72V92", C.green, 26) +
    Array.from({ length: 12 }, (_, i) =>
      line(`M106 ${74 + i * 12}h44`, dark(C.green, 0.2), 3),
    ).join("") +
    at(128, 40, 0.6, f.flower(C.rose)) +
    line("M186 112Q210 130 204 156", C.sand, 3) +
    ball(204, 164, 12, C.tomato),
  "cat-carrier": () =>
    shadow(128, 226, 108, 13) +
    line("M96 68Q128 28 160 68", C.ink, 12) +
    lit("M30 92Q34 64 64 64H192Q222 64 226 92V132H30z", C.sky, "v") +
    rect(26, 130, 204, 90, 18, C.blue, "v") +
    rect(52, 92, 96, 112, 14, C.navy) +
    within(rectPath(52, 92, 96, 112, 14), at(100, 158, 0.86, cat("#9AA4AE"))) +
    [66, 82, 98, 114, 130].map((x) => line(`M${x} 96V200`, C.steel, 5)).join("") +
    line("M56 150H144", C.steel, 5) +
    [170, 186, 202].map((x) => rect(x, 82, 8, 30, 4, C.navy)).join(""),
  "kitten-milk": () =>
    p.can({
      tin: true,
      color: C.sky,
      say: "لبن",
      ink: C.navy,
      art: cat(C.white),
      stripe: C.white,
      size: 36,
    }),
  "dog-dry-food": () =>
    p.bag({
      wide: true,
      color: C.red,
      say: "مشمش",
      band: C.straw,
      ink: C.red,
      art: dog("#C48648"),
      size: 34,
    }),
  "puppy-food": () =>
    p.bag({ color: C.leaf, say: "جراء", art: dog(C.cream, C.ink), size: 36, stripe: C.straw }),
  "chew-bones": () =>
    shadow(128, 214, 104, 14) +
    several(bone("#E9CFA0"), [
      [104, 108, 1.1, -24],
      [146, 128, 1.1, 14],
      [116, 168, 1.16, -8],
      [150, 190, 1.04, 18],
    ]),
  "leash-and-collar": () =>
    shadow(128, 230, 92, 12) +
    line("M170 110C240 130 230 230 150 216S40 170 70 100S150 20 200 40", C.tomato, 10) +
    ring(206, 42, 20, 14, C.tomato, 9) +
    ring(110, 172, 58, 42, C.tomato, 17) +
    Array.from({ length: 9 }, (_, i) =>
      ell(110 + Math.cos(i * 0.7) * 58, 172 + Math.sin(i * 0.7) * 42, 4, 4, C.steel),
    ).join("") +
    ball(110, 220, 13, C.saffron) +
    at(110, 220, 0.22, paw) +
    rect(158, 104, 22, 18, 4, C.steel, "m"),
  "ball-launcher": () =>
    shadow(140, 230, 90, 11) +
    line("M40 226Q90 170 160 104", C.blue, 17) +
    line("M36 228L76 186", C.ink, 21) +
    line("M160 104C150 60 190 34 222 52", C.blue, 15) +
    ball(196, 92, 38, "#C8DC3A") +
    line("M166 74Q190 90 178 124M226 78Q202 94 214 124", C.white, 5),
  "dog-bed": () =>
    shadow(128, 214, 118, 14) +
    rect(12, 118, 232, 92, 44, C.brown, "v") +
    ell(128, 140, 98, 34, C.cream, "l") +
    ell(140, 124, 58, 26, "#C48648", "s") +
    at(84, 110, 0.56, dog("#C48648")) +
    line("M192 128q18-10 12-24", "#C48648", 10) +
    lit("M12 160Q128 208 244 160Q246 210 200 210H56Q10 210 12 160z", "#8C5A32", "v") +
    at(128, 188, 0.7, bone()),
  "dog-shampoo": () =>
    p.bottle({ kind: "oval", color: C.teal, cap: C.white, say: "شامبو", art: dog("#C48648") }),
  "steel-bowls": () =>
    shadow(128, 214, 116, 13) +
    [
      [76, 158],
      [182, 158],
    ]
      .map(([x, y], i) =>
        at(
          x,
          y,
          1,
          lit("M-46-22H46L60 40H-60z", C.steel, "m") +
            ell(0, -22, 48, 16, C.iron) +
            ell(0, -20, 40, 11, i ? C.sky : C.brown, "l") +
            (i ? "" : d.bits(18, 3, 0, -24, 32, 8, () => ell(0, 0, 7, 5, "#9C6234", "l"))) +
            rect(-60, 36, 120, 10, 5, C.ink) +
            at(0, 10, 0.36, paw.replaceAll(C.white, C.slate)),
        ),
      )
      .join(""),
  "grooming-brush": () =>
    shadow(128, 222, 92, 12) +
    at(
      128,
      128,
      1,
      rect(-14, 10, 28, 96, 13, C.rose, "k") +
        rect(-64, -66, 128, 84, 20, C.rose, "l") +
        rect(-52, -54, 104, 60, 10, C.white) +
        [0, 1, 2, 3]
          .map((r) =>
            [0, 1, 2, 3, 4, 5, 6]
              .map((k) => ell(-42 + k * 14, -44 + r * 13, 3, 3, C.iron))
              .join(""),
          )
          .join(""),
      24,
    ),
  "parrot-seed-mix": () =>
    p.bag({
      wide: true,
      color: C.saffron,
      say: "ببغاء",
      ink: C.forest,
      art: parrot,
      size: 36,
      foot: C.green,
    }),
  "canary-seed": () =>
    p.bag({
      color: C.sky,
      say: "كناري",
      ink: C.navy,
      art: bird(C.straw, C.saffron),
      size: 36,
      foot: C.sand,
    }),
  "bird-cage": () =>
    shadow(128, 236, 80, 12) +
    ring(128, 22, 10, 10, C.saffron, 5) +
    line("M60 214V110C60 50 196 50 196 110V214", C.saffron, 6) +
    line(
      "M128 32V60M78 214V84M96 214V70M112 214V64M144 214V64M160 214V70M178 214V84M60 130H196",
      C.saffron,
      4,
    ) +
    line("M72 172H184", C.wood, 7) +
    at(128, 142, 0.74, bird(C.straw, C.saffron)) +
    line("M78 214V84M112 214V64M144 214V64M178 214V84", C.saffron, 3) +
    rect(48, 210, 160, 22, 8, C.teal, "v"),
  "fish-flakes": () =>
    p.can({ color: C.orange, say: "أسماك", art: goldfish(C.saffron), stripe: C.blue, size: 32 }),
  "aquarium-coral": () =>
    shadow(128, 230, 92, 13) +
    line(
      "M128 214V120M128 170Q90 150 84 96M128 150Q170 140 176 84M84 130Q62 120 58 90M100 140Q110 110 104 72M176 120Q200 110 204 78M160 134Q150 100 154 60M128 120V56",
      C.rose,
      17,
    ) +
    line(
      "M128 214V120M128 170Q90 150 84 96M128 150Q170 140 176 84M84 130Q62 120 58 90M100 140Q110 110 104 72M176 120Q200 110 204 78M160 134Q150 100 154 60M128 120V56",
      pale(C.rose, 0.3),
      6,
    ) +
    lit(
      "M44 226C48 198 84 200 100 206C120 196 160 198 176 208C200 202 214 212 212 226z",
      C.iron,
      "s",
    ),
  "aquarium-light": () =>
    shadow(128, 234, 108, 11) +
    rect(24, 104, 208, 124, 8, "#A9DDF4") +
    rect(24, 204, 208, 24, 4, C.sand) +
    veil(fill("M60 72H196L226 204H30z", C.straw), 0.5) +
    at(108, 160, 0.6, goldfish()) +
    at(176, 178, 0.4, goldfish(C.saffron)) +
    line("M52 206Q44 180 56 160M62 206Q70 184 60 170M206 206Q198 184 208 166", C.green, 6) +
    line(rectPath(24, 104, 208, 124, 8), C.slate, 5) +
    rect(44, 56, 168, 24, 8, C.ink, "v") +
    rect(54, 76, 148, 7, 2, C.paper) +
    line("M60 60V30", C.ink, 6),
  "turtle-island": () =>
    shadow(128, 222, 112, 13) +
    ell(128, 196, 114, 30, C.sky, "l") +
    lit("M28 190C34 150 90 146 120 152C170 142 224 158 228 190Q128 216 28 190z", C.wood, "s") +
    at(
      126,
      128,
      1,
      ell(44, 12, 20, 14, "#8DBB45", "s") +
        several(ell(0, 0, 15, 11, "#8DBB45", "s"), [
          [-40, 24],
          [26, 28],
        ]) +
        lit("M-56 20C-56-30 40-34 44 16Q0 34-56 20z", C.forest, "s") +
        line(
          "M-30-10L-10-18L14-12L20 8L-8 14L-34 8zM-10-18V-28M14-12L26-20M20 8L38 12M-34 8L-50 14",
          C.lime,
          4,
        ) +
        ell(52, 8, 3, 4, C.ink),
    ) +
    several(f.leaf(C.green, 60, 14), [
      [206, 170, 1, -70],
      [206, 170, 1, -110],
      [206, 170, 0.8, -40],
    ]),
  "hamster-wheel": () =>
    shadow(128, 236, 82, 12) +
    line("M128 120L72 232M128 120L184 232", C.teal, 13) +
    rect(52, 224, 152, 12, 6, C.teal, "v") +
    ring(128, 114, 88, 88, C.saffron, 13) +
    Array.from({ length: 12 }, (_, i) =>
      at(128, 114, 1, line("M0-88V-74", C.saffron, 5), i * 30),
    ).join("") +
    at(
      128,
      152,
      0.86,
      ell(0, 0, 48, 32, "#D9A15A", "s") +
        ball(40, -12, 24, "#D9A15A") +
        ell(36, -34, 9, 9, C.rose) +
        ell(48, -12, 4, 5, C.ink) +
        ell(62, -6, 4, 3, C.rose) +
        ell(4, 14, 32, 15, C.cream) +
        line("M-30 28l-8 10M26 26l8 12", "#D9A15A", 9),
    ) +
    ball(128, 114, 8, C.teal),
};
