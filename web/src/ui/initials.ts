/**
 * Returns the letter shown if there is no picture: the first of the name, in Arabic without the
 * article.
 */
export const initials = (name: string) => name.replace(/^ال(?=..)/, "")[0]?.toUpperCase();
