/**
 * Where somebody goes after signing in: the page they were sent away from, which the sign-in's
 * address carries. Anything that is not a path of the console leads to its start.
 */
export function placeAfterSignIn(from: string): string {
  return /^\/(?![/\\])/.test(from) && !from.startsWith("/sign-in") ? from : "/";
}

/** Where somebody sees to their own account. */
export const accountPath = "/account";
