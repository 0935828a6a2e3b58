import { useQuery } from "@tanstack/react-query";
import { useFailureText } from "../../../api/failure";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { profileQuery } from "../../../shop/account/api";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Icon } from "../../../ui/Icon";
import { Notice } from "../../../ui/Notice";
import { Skeleton } from "../../../ui/Skeleton";
import { SkeletonGroup } from "../../../ui/SkeletonGroup";

/** Who is signed in: name and phone. Keeps its place while that is being asked. */
export function Person() {
  const { t } = useTranslation("account");
  const profile = useQuery(profileQuery(useScope()));
  const { phone } = useFormat();
  const words = useFailureText();
  if (profile.isError && !profile.data) {
    return (
      <Notice
        tone="trouble"
        live
        title={t("profile_failed")}
        action={
          <Button
            size="sm"
            icon="refresh"
            loading={profile.isFetching}
            onClick={() => void profile.refetch()}
          >
            {t("retry")}
          </Button>
        }
      >
        {words(profile.error)}
      </Notice>
    );
  }
  return (
    <Card className="flex min-h-24 items-center gap-4">
      <span className="flex size-12 shrink-0 items-center justify-center overflow-hidden rounded-full bg-go-soft text-go-text">
        {profile.data?.photo ? (
          <img
            src={profile.data.photo}
            alt=""
            width={48}
            height={48}
            className="size-12 object-cover"
          />
        ) : (
          <Icon name="user" size={28} />
        )}
      </span>
      {profile.data ? (
        <div className="min-w-0">
          <p className="truncate text-lg font-semibold">
            <bdi>{profile.data.name}</bdi>
          </p>
          <p className="text-muted">{phone(profile.data.phone)}</p>
        </div>
      ) : (
        <SkeletonGroup label={t("profile_loading")} className="flex-1">
          <Skeleton className="w-40 text-lg" />
          <Skeleton className="w-32" />
        </SkeletonGroup>
      )}
    </Card>
  );
}
