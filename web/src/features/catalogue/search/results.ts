import { paths } from "../../../lib/paths";
import { Query } from "../../../lib/url";

/** The path of a search in all services, with the selected one first. */
export const resultsOf = (words: string, service: string) =>
  paths.searchResults + new Query().with({ q: words, first_service_id: service || null });
