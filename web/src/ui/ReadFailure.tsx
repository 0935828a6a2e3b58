import { unanswered, useFailureText } from "../api/failure";
import { ErrorState, type ErrorStateProps } from "./ErrorState";

export interface ReadFailureProps extends Omit<ErrorStateProps, "text" | "icon"> {
  /** Why it was not read; null while there is no network to ask over. */
  error: unknown;
}

/** Something could not be read: the failure's own words, and what to do about it beside them. */
export function ReadFailure({ error, ...rest }: ReadFailureProps) {
  const words = useFailureText();
  return (
    <ErrorState
      {...rest}
      icon={error === null ? "wifi-off" : "alert"}
      text={words(error ?? unanswered())}
    />
  );
}
