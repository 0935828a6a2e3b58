/** Colour values by the names that shops use. */
const looks: readonly (readonly [look: string, ...names: string[]])[] = [
  ["#1d2226", "black", "أسود"],
  ["#ffffff", "white", "أبيض"],
  ["#8a9096", "grey", "gray", "رمادي"],
  ["#c3c7cb", "silver", "فضي"],
  ["#c62f2f", "red", "أحمر"],
  ["#e58fb0", "pink", "وردي"],
  ["#e8792b", "orange", "برتقالي"],
  ["#f0c93a", "yellow", "أصفر"],
  ["#c9a24a", "gold", "ذهبي"],
  ["#2f8a52", "green", "أخضر"],
  ["#2f6fc4", "blue", "أزرق"],
  ["#1f2f57", "navy", "كحلي"],
  ["#7b4fa3", "purple", "بنفسجي"],
  ["#7a4f2f", "brown", "بني"],
  ["#dcc9a6", "beige", "بيج"],
];

const byName = new Map(looks.flatMap(([look, ...names]) => names.map((name) => [name, look])));

/** The colour of each value if all of them are colours: "white" may also be a kind of bread. */
export function coloursOf(values: readonly { name: string }[]): string[] | undefined {
  const all = values.map(({ name }) => byName.get(name.trim().toLowerCase()));
  return all.every((look) => look !== undefined) ? all : undefined;
}
