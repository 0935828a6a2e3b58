import { useFailureText } from "../api/failure";
import { Notice } from "./Notice";

/** A refusal's message, shown next to the control that caused it; nothing while `of` is null. */
export function Failure({ of }: { of: unknown }) {
  const words = useFailureText();
  return of === null ? null : (
    <Notice tone="trouble" live>
      {words(of)}
    </Notice>
  );
}
