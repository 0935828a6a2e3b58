import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { itemsOf } from "../api/query";
import { useScope } from "../lib/scope";
import { useTranslation } from "../lib/translation";
import { Button } from "../ui/Button";
import { Loaded } from "../ui/Loaded";
import { keysetList } from "./keyset";
import { LogEntry } from "./LogEntry";
import { meQuery } from "./me";
import { RecordSection } from "./RecordPage";

/** The lines of the log to show: of an object, of a group of actions ("district."), or of both. */
type Subject = { object: string; action?: string } | { object?: never; action: string };

/**
 * The changes of a record and their authors, from the audit log; hidden without permission to read
 * it. Records whose id is a word also pass their group of actions, because a coupon's code may be
 * the same word. `of` names the record where a page has several.
 */
export function RecordHistory({ of, ...subject }: Subject & { of?: string }) {
  const { t } = useTranslation("audit");
  const me = useQuery(meQuery(useScope())).data;
  const [open, setOpen] = useState(false);
  if (!me?.capabilities.includes("audit.read")) return null;
  return (
    <div className="print:hidden">
      <RecordSection title={of === undefined ? t("history") : t("history_of", { what: of })}>
        {open ? (
          <Lines {...subject} />
        ) : (
          <Button size="sm" icon="clock" className="self-start" onClick={() => setOpen(true)}>
            {t("show_history")}
          </Button>
        )}
      </RecordSection>
    </div>
  );
}

function Lines({ object, action }: Subject) {
  const { t } = useTranslation("audit");
  const { t: kit } = useTranslation("backoffice");
  const list = useInfiniteQuery({
    ...keysetList(useScope(), "/console/audit", { params: { object, action } }),
    staleTime: 0,
  });
  const lines = itemsOf(list) ?? [];
  return (
    <Loaded query={list} texts="backoffice" skeleton={["h-12", "h-12"]}>
      {() =>
        lines.length === 0 ? (
          <p className="text-muted">{t("no_history")}</p>
        ) : (
          <>
            <ul className="flex flex-col gap-4 divide-y divide-line">
              {lines.map((line) => (
                <li key={line.id} className="pt-3 first:pt-0">
                  <LogEntry line={line} withObject={false} />
                </li>
              ))}
            </ul>
            {list.hasNextPage && (
              <Button
                variant="quiet"
                className="self-center"
                loading={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                {kit("more")}
              </Button>
            )}
          </>
        )
      }
    </Loaded>
  );
}
