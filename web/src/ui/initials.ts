/** What stands for a name where there is no picture: two letters, in Arabic one, because two would join. */
export function initials(name: string): string {
  const words = name.split(/[\s,،]+/).filter((word) => /^\p{L}/u.test(word));
  const first = words[0]?.replace(/^ال(?=\p{L}{2})/u, "") ?? "";
  const letter = (word: string) => [...word][0] ?? "";
  if (/^\p{Script=Arabic}/u.test(first)) return letter(first);
  return (letter(first) + letter(words[1] ?? "")).toUpperCase();
}
