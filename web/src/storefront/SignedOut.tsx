import { Suspense, useEffect, useState } from "react";
import { leftStore } from "../lib/left";
import { part } from "../lib/part";
import { laterTexts } from "./pages";

// Few pages follow a session that ended by itself; only those load this part and its texts.
const Ended = part(async () => {
  const [{ SessionEnded }] = await Promise.all([
    import("../features/identity/auth/components/SessionEnded"),
    laterTexts(),
  ]);
  return { default: SessionEnded };
});

/** Explains why customers are signed out, after a session that they did not end themselves. */
export function SignedOut() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const why = leftStore.get()?.why;
    if (why === "ended" || why === "blocked") setShown(true);
  }, []);
  if (!shown) return null;
  return (
    <Suspense fallback={null}>
      <Ended />
    </Suspense>
  );
}
