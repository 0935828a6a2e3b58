import { paths } from "../../../lib/paths";
import { Query } from "../../../lib/url";

/** Where words are searched for: all services, the one somebody shops in first. */
export const resultsOf = (words: string, service: string) =>
  paths.searchResults + new Query().with({ q: words, first_service_id: service || null });
