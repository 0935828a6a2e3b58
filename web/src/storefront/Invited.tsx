import { Suspense, useEffect, useState } from "react";
import { keepInvitation } from "../lib/kept";
import { part } from "../lib/part";
import { useScope } from "../lib/scope";
import { laterTexts } from "./pages";

// Most visitors come by no link: part and texts are fetched for those who do.
const Hint = part(async () => {
  const [{ InvitationHint }] = await Promise.all([
    import("../features/aftersales/referral/components/InvitationHint"),
    laterTexts(),
  ]);
  return { default: InvitationHint };
});

/** Keeps the code of a link somebody arrived by, and has them told who invites them. */
export function Invited() {
  const { ready, session } = useScope();
  const [invited, setInvited] = useState(false);
  useEffect(() => {
    // A customer we know was not brought by this link.
    if (ready && session === "" && keepInvitation(location.search)) setInvited(true);
  }, [ready, session]);
  if (!invited) return null;
  return (
    <Suspense fallback={null}>
      <Hint />
    </Suspense>
  );
}
