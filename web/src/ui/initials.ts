/** The letter shown where there is no picture: the name's first, in Arabic without the article. */
export const initials = (name: string) => name.replace(/^ال(?=..)/, "")[0]?.toUpperCase();
