import { paths } from "../lib/paths";
import { matchPage } from "./pages";

/** Whether an address leads to a page: the shell offers no dead links. */
export function hasPage(path: string): boolean {
  return matchPage(path) !== null;
}

/** The shop's front: home, or the landing page. */
export function homePath(): string {
  return hasPage(paths.home) ? paths.home : paths.landing;
}
