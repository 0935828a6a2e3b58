import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { cookieNames, readCookie } from "../../lib/cookies";
import { useLocation } from "../../lib/history";
import { useScope } from "../../lib/scope";

/**
 * Keeps the two cookies of the chosen service up to date (chosen.ts), if they exist or the address
 * names a service.
 */
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
      // If the services cannot be loaded, the cookies stay unchanged.
      .catch(() => undefined);
    return () => {
      passed = true;
    };
  }, [pathname, search, scope, client]);

  return null;
}
