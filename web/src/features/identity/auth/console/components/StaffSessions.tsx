import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAction } from "../../../../../api/useAction";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Badge } from "../../../../../ui/Badge";
import { Button } from "../../../../../ui/Button";
import { Card } from "../../../../../ui/Card";
import { Loaded } from "../../../../../ui/Loaded";
import { Ltr } from "../../../../../ui/Ltr";
import { Notice } from "../../../../../ui/Notice";
import { endOtherPlaces, endStaffPlace, staffSessionsQuery } from "../api";

/** The person's sessions: device, address, start and last use, and a button to end each. */
export function StaffSessions() {
  const { t } = useTranslation("auth");
  const scope = useScope();
  const format = useFormat();
  const client = useQueryClient();
  const sessions = useQuery(staffSessionsQuery(scope));
  const { busy, problem, run } = useAction();
  const [which, setWhich] = useState("");

  function end(name: string, action: () => Promise<unknown>) {
    setWhich(name);
    void run(async () => {
      await action();
      await client.invalidateQueries({ queryKey: staffSessionsQuery(scope).queryKey });
    });
  }
  return (
    <Card as="section" className="flex flex-col gap-4">
      <h2 className="text-lg font-semibold">{t("sessions")}</h2>
      <Loaded
        query={sessions}
        texts="auth"
        loading={t("sessions_loading")}
        failed={t("sessions_failed")}
        skeleton={["h-14", "h-14"]}
      >
        {(list) => (
          <>
            <ul className="flex flex-col">
              {list.map((one) => (
                <li
                  key={one.id}
                  className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-2 first:border-t-0"
                >
                  <div className="min-w-0">
                    <p className="flex flex-wrap items-center gap-2 font-medium">
                      <bdi>{one.device}</bdi>
                      {one.current && <Badge tone="good">{t("session_here")}</Badge>}
                      {one.stays && <Badge>{t("session_stays")}</Badge>}
                    </p>
                    <p className="text-sm text-muted">
                      {t("session_since", {
                        since: format.relative(Date.parse(one.created_at)),
                        seen: format.relative(Date.parse(one.last_seen_at)),
                      })}
                      {one.address !== "" && (
                        <>
                          {" · "}
                          <Ltr>{one.address}</Ltr>
                        </>
                      )}
                    </p>
                  </div>
                  {!one.current && (
                    <Button
                      size="sm"
                      loading={busy && which === one.id}
                      aria-label={t("session_end_device", { device: one.device })}
                      onClick={() => end(one.id, () => endStaffPlace(one.id))}
                    >
                      {t("session_end")}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {list.some((one) => !one.current) && (
              <Button
                icon="logout"
                className="self-start"
                loading={busy && which === "others"}
                onClick={() => end("others", endOtherPlaces)}
              >
                {t("end_others")}
              </Button>
            )}
          </>
        )}
      </Loaded>
      {problem && (
        <Notice tone="trouble" live>
          {problem}
        </Notice>
      )}
    </Card>
  );
}
