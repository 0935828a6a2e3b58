import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAction } from "../../../../api/useAction";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { endOneSession, endOtherSessions, sessionsQuery } from "../../../../shop/account/api";
import { Badge } from "../../../../ui/Badge";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import { Loaded } from "../../../../ui/Loaded";
import { Notice } from "../../../../ui/Notice";

/** The customer's sessions: each with its device and last use, and a button to end it. */
export function Sessions() {
  const { t } = useTranslation("profile");
  const scope = useScope();
  const format = useFormat();
  const client = useQueryClient();
  const sessions = useQuery(sessionsQuery(scope));
  const { busy, problem, run } = useAction();
  const [ending, setEnding] = useState("");

  const end = (name: string, action: () => Promise<unknown>) =>
    run(async () => {
      setEnding(name);
      await action();
      await client.invalidateQueries({ queryKey: sessionsQuery(scope).queryKey });
    });
  const others = sessions.data?.filter((one) => !one.current) ?? [];
  return (
    <Card as="section" className="flex flex-col gap-4">
      <h2 className="text-lg font-semibold">{t("sessions")}</h2>
      <Loaded
        query={sessions}
        texts="profile"
        loading={t("sessions_loading")}
        failed={t("sessions_failed")}
        skeleton={["h-14", "h-14"]}
      >
        {(list) => (
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
                  </p>
                  <p className="text-sm text-muted">
                    {t("session_seen", { when: format.relative(Date.parse(one.last_seen_at)) })}
                  </p>
                </div>
                {!one.current && (
                  <Button
                    size="sm"
                    loading={busy && ending === one.id}
                    aria-label={t("session_end_device", { device: one.device })}
                    onClick={() => void end(one.id, () => endOneSession(one.id))}
                  >
                    {t("session_end")}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {problem && (
        <Notice tone="trouble" live>
          {problem}
        </Notice>
      )}
      {others.length > 0 && (
        <Button
          icon="logout"
          className="self-start"
          loading={busy && ending === "others"}
          onClick={() => void end("others", endOtherSessions)}
        >
          {t("sessions_end_others")}
        </Button>
      )}
    </Card>
  );
}
