/** The plus before what comes in; right-to-left, a bare one would stand behind the figures. */
export const plus = "\u200f\u200e+";
