/**
 * Returns the page after signing in: the one that required the sign-in, from the sign-in page's URL.
 * Anything that is not a path of the console becomes the start page.
 */
export function placeAfterSignIn(from: string): string {
  return /^\/(?![/\\])/.test(from) && !from.startsWith("/sign-in") ? from : "/";
}

/** The page of a person's own account. */
export const accountPath = "/account";
