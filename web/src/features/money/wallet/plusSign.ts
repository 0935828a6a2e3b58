/** The plus sign of incoming amounts; in right-to-left text, a bare one would appear behind the digits. */
export const plus = "\u200f\u200e+";
