import { ButtonLink } from "./ButtonLink";
import { EmptyState } from "./EmptyState";

export interface GoneProps {
  title: string;
  text?: string;
  /** The list it would stand in. */
  to: string;
  back: string;
}

/** A page's thing is not there, or not for whoever looks: the way back instead. */
export function Gone({ title, text, to, back }: GoneProps) {
  return (
    <EmptyState
      level={1}
      icon="search"
      title={title}
      text={text}
      action={
        <ButtonLink to={to} variant="primary">
          {back}
        </ButtonLink>
      }
    />
  );
}
