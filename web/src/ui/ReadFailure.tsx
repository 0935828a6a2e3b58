import { unanswered, useFailureHint, useFailureText } from "../api/failure";
import { ErrorState, type ErrorStateProps } from "./ErrorState";

export interface ReadFailureProps extends Omit<ErrorStateProps, "text" | "icon"> {
  /** The reason why the data could not be read; null while there is no network. */
  error: unknown;
}

/** Shown when data could not be read: the error's message, and below it advice on what to do. */
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
      // Does not repeat the advice if the error's message already contains it.
      hint={advice && text?.includes(advice) ? undefined : advice}
    />
  );
}
