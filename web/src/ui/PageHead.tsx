import type { ReactNode } from "react";
import { Isolate } from "../lib/words";

export interface PageHeadProps {
  title: string;
  /** One line below the title: the purpose of the page. */
  text?: ReactNode;
  /** The page's main action: one Button or ButtonLink. */
  action?: ReactNode;
}

/** The head of an account page: its title and its main action. */
export function PageHead({ title, text, action }: PageHeadProps) {
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <h1 className="text-2xl leading-tight font-semibold sm:text-3xl">
          <Isolate>{title}</Isolate>
        </h1>
        {text && (
          <p className="mt-1 text-muted text-pretty">
            <Isolate>{text}</Isolate>
          </p>
        )}
      </div>
      {action}
    </div>
  );
}
