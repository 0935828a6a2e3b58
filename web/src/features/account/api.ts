import { queryOptions } from "@tanstack/react-query";
import { request } from "../../api/client";
import { personalQuery } from "../../api/query";
import type { User } from "../../api/types";
import type { Scope } from "../../lib/scope";
import { copyValid, keepUser, keptUser } from "./userSlice";

/**
 * Who is signed in. Begins with the kept copy, asks the server once that is ten seconds old, and
 * keeps what it answers.
 */
export const profileQuery = (scope: Scope) => {
  const { session } = scope;
  const base = personalQuery<User>(scope, "/user/profile", { needsLogin: true });
  return queryOptions({
    ...base,
    queryFn: async ({ signal }) => {
      const { data } = await request<{ user: User }>("GET", "/user/profile", { signal });
      keepUser(data.user, session, Date.now());
      return data.user;
    },
    staleTime: copyValid,
    initialData: () => (scope.ready ? keptUser(session, Date.now())?.user : undefined),
    initialDataUpdatedAt: () => keptUser(session, Date.now())?.at,
  });
};
