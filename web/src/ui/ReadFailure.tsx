import { unanswered, useFailureHint, useFailureText } from "../api/failure";
import { ErrorState, type ErrorStateProps } from "./ErrorState";

export interface ReadFailureProps extends Omit<ErrorStateProps, "text" | "icon"> {
  /** Why it was not read; null while there is no network to ask over. */
  error: unknown;
}

/** Something could not be read: the failure's own words, and what to do about it below them. */
export function ReadFailure({ error, hint, ...rest }: ReadFailureProps) {
  const words = useFailureText();
  const whatToDo = useFailureHint();
  return (
    <ErrorState
      {...rest}
      icon={error === null ? "wifi-off" : "alert"}
      text={words(error ?? unanswered())}
      hint={hint ?? whatToDo(error)}
    />
  );
}
