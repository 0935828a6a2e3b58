/** What stands for a name where there is no picture: a letter, in Arabic not that of the article. */
export const initials = (name: string) => name.replace(/^ال(?=..)/, "")[0]?.toUpperCase();
