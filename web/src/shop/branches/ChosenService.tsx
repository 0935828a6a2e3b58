import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { cookieNames, readCookie } from "../../lib/cookies";
import { useLocation } from "../../lib/history";
import { useScope } from "../../lib/scope";

/** Keeps the chosen service's two cookies true (chosen.ts), where there are any or an address asks for one. */
export function ChosenService() {
  const scope = useScope();
  const client = useQueryClient();
  const { pathname, search } = useLocation();

  useEffect(() => {
    const kept =
      readCookie(cookieNames.selectedService) !== null ||
      readCookie(cookieNames.serviceName) !== null;
    if (!scope.ready || !(kept || search.includes("service_id="))) return;
    let passed = false;
    import("./chosen")
      .then(({ keepServiceTrue }) =>
        keepServiceTrue(client, scope, { pathname, search }, () => passed),
      )
      // Without the services nothing is known better.
      .catch(() => undefined);
    return () => {
      passed = true;
    };
  }, [pathname, search, scope, client]);

  return null;
}
