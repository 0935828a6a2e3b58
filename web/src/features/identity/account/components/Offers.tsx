import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "../../../../api/errors";
import type { AccountPreferences } from "../../../../api/types";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { changePreferences, preferencesQuery, profileQuery } from "../../../../shop/account/api";
import { Card } from "../../../../ui/Card";
import { Link } from "../../../../ui/Link";
import { Loaded } from "../../../../ui/Loaded";
import { Notice } from "../../../../ui/Notice";
import { Skeleton } from "../../../../ui/Skeleton";
import { SkeletonGroup } from "../../../../ui/SkeletonGroup";
import { Switch } from "../../../../ui/Switch";
import { EmailConfirm } from "./EmailConfirm";

type Channel = AccountPreferences["offers"]["channels"][number];

/** The messages that the shop may send, and the channel: order news always, offers only with consent. */
export function Offers() {
  const { t } = useTranslation("preferences");
  const scope = useScope();
  const format = useFormat();
  const client = useQueryClient();
  const { queryKey } = preferencesQuery(scope);
  const preferences = useQuery(preferencesQuery(scope));
  const lacksEmail = preferences.data?.offers.channels.some((one) => one.to === null) ?? false;
  const { enabled, ...profile } = profileQuery(scope);
  const user = useQuery({ ...profile, enabled: enabled && lacksEmail }).data;
  const unconfirmed = lacksEmail && !user?.email_verified ? user?.email : null;
  const [asked, setAsked] = useState<Record<string, boolean>>({});
  const [problem, setProblem] = useState<string | null>(null);

  async function say({ channel }: Channel, given: boolean, version: string) {
    setAsked((now) => ({ ...now, [channel]: given }));
    setProblem(null);
    try {
      const now = await changePreferences({ offers: { [channel]: given }, version });
      client.setQueryData(queryKey, now);
    } catch (error) {
      setProblem(errorText(error, t, { inPlace: true }));
      void client.invalidateQueries({ queryKey });
    } finally {
      setAsked(({ [channel]: _, ...rest }) => rest);
    }
  }
  function hint(one: Channel): string {
    if (one.channel === "email" && one.to === null) {
      return unconfirmed ? t("confirm_email", { email: unconfirmed }) : t("no_email");
    }
    if (one.at === null) return t("never_said");
    return t(one.given ? "yes_since" : "no_since", { date: format.date(Date.parse(one.at)) });
  }
  return (
    <Card as="section" className="flex flex-col gap-4">
      <h2 className="text-lg font-semibold">{t("messages")}</h2>
      <Switch
        label={t("order_news")}
        hint={t("order_news_hint")}
        checked
        disabled
        onCheckedChange={() => {}}
      />
      <div className="flex flex-col gap-2 border-t border-line pt-4">
        <h3 className="font-semibold">{t("offers")}</h3>
        <Loaded
          query={preferences}
          texts="preferences"
          skeleton={
            <SkeletonGroup label={t("loading")} className="flex flex-col gap-3">
              <Skeleton className="w-full" />
              <Skeleton shape="block" className="h-36" />
            </SkeletonGroup>
          }
        >
          {({ offers }) => (
            <>
              <p className="text-muted text-pretty">{offers.wording}</p>
              {offers.channels.map((one) => (
                <Switch
                  key={one.channel}
                  label={t(`by_${one.channel}`)}
                  hint={hint(one)}
                  checked={asked[one.channel] ?? one.given}
                  disabled={one.channel in asked || (one.to === null && !one.given)}
                  onCheckedChange={(given) => void say(one, given, offers.version)}
                />
              ))}
              {unconfirmed ? (
                <EmailConfirm key={unconfirmed} email={unconfirmed} />
              ) : (
                lacksEmail && (
                  <Link to={paths.profile} className="self-start">
                    {t("to_profile")}
                  </Link>
                )
              )}
            </>
          )}
        </Loaded>
        {problem && (
          <Notice tone="trouble" live>
            {problem}
          </Notice>
        )}
      </div>
    </Card>
  );
}
