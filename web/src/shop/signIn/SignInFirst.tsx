import type { ReactNode } from "react";
import { openDialog } from "../../lib/dialogs";
import { useScope } from "../../lib/scope";
import { useTranslation } from "../../lib/translation";
import { Button } from "../../ui/Button";
import { Drawing } from "../../ui/Drawing";
import { EmptyState } from "../../ui/EmptyState";
import { Skeleton } from "../../ui/Skeleton";
import { SkeletonGroup } from "../../ui/SkeletonGroup";

/**
 * Content for signed-in customers only. Guests are asked to sign in, in place, and continue here
 * afterwards. Until the customer is known, it shows a skeleton.
 */
export function SignInFirst({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { ready, session } = useScope();
  if (!ready) {
    return (
      <SkeletonGroup label={t("auth:checking")}>
        <Skeleton shape="block" className="h-48" />
      </SkeletonGroup>
    );
  }
  if (session === "") {
    return (
      <EmptyState
        picture={<Drawing name="account" />}
        title={t("auth:needed")}
        text={t("auth:needed_text")}
        action={
          <Button
            variant="primary"
            icon="user"
            // Signing in changes the scope, which replaces this prompt with the page.
            onClick={() => openDialog("signIn", { goOn: () => {} })}
          >
            {t("auth:title")}
          </Button>
        }
      />
    );
  }
  return <>{children}</>;
}
