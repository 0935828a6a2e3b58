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
  const text = words(error ?? unanswered());
  const advice = hint ?? whatToDo(error);
  return (
    <ErrorState
      {...rest}
      icon={error === null ? "wifi-off" : "alert"}
      text={text}
      // Where the failure's own words end in the advice, once is enough.
      hint={advice && text?.includes(advice) ? undefined : advice}
    />
  );
}
