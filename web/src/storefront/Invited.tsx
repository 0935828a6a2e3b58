import { Suspense, useEffect, useState } from "react";
import { keepInvitation } from "../lib/kept";
import { part } from "../lib/part";
import { useScope } from "../lib/scope";
import { laterTexts } from "./pages";

// Most visitors do not come by such a link: the part and its texts are loaded only for those who
// do.
const Hint = part(async () => {
  const [{ InvitationHint }] = await Promise.all([
    import("../features/aftersales/referral/components/InvitationHint"),
    laterTexts(),
  ]);
  return { default: InvitationHint };
});

/** Stores the code of an invitation link, and shows who invited the visitor. */
export function Invited() {
  const { ready, session } = useScope();
  const [invited, setInvited] = useState(false);
  useEffect(() => {
    // A known customer was not invited by this link.
    if (ready && session === "" && keepInvitation(location.search)) setInvited(true);
  }, [ready, session]);
  if (!invited) return null;
  return (
    <Suspense fallback={null}>
      <Hint />
    </Suspense>
  );
}
