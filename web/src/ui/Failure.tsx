import { useFailureText } from "../api/failure";
import { Notice } from "./Notice";

/** What was refused, said where it was asked for; nothing while `of` is null. */
export function Failure({ of }: { of: unknown }) {
  const words = useFailureText();
  return of === null ? null : (
    <Notice tone="trouble" live>
      {words(of)}
    </Notice>
  );
}
