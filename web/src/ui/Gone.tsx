import { ButtonLink } from "./ButtonLink";
import { EmptyState } from "./EmptyState";

export interface GoneProps {
  title: string;
  text?: string;
  /** The list that the item would be in. */
  to: string;
  back: string;
}

/** Shown when the page's item does not exist or the visitor may not see it: offers the way back. */
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
