import { useState } from "react";
import { useAction } from "../api/useAction";
import { useTranslation } from "../lib/translation";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { Notice } from "../ui/Notice";
import { MoveButtons } from "./MoveButtons";
import { moved } from "./pictures/model";

interface Arranged {
  id: string;
  name: string;
}

export interface ArrangeProps {
  /** Everything there is to put in order, in the order it has. */
  read: () => Promise<readonly Arranged[]>;
  save: (ids: string[]) => Promise<unknown>;
}

/** The order in which customers see the records of a list, changed row by row and saved as one. */
export function Arrange({ read, save }: ArrangeProps) {
  const { t } = useTranslation("backoffice");
  const [rows, setRows] = useState<readonly Arranged[] | null>(null);
  const reading = useAction();
  const saving = useAction();
  const close = () => setRows(null);
  return (
    <>
      <Button
        size="sm"
        icon="sort"
        loading={reading.busy}
        onClick={() => void reading.run(async () => setRows(await read()))}
      >
        {t("arrange")}
      </Button>
      {reading.problem && <Notice tone="trouble">{reading.problem}</Notice>}
      <Dialog
        open={rows !== null}
        onClose={close}
        title={t("arrange")}
        closeLabel={t("close")}
        footer={
          <Button
            variant="primary"
            wide
            loading={saving.busy}
            onClick={() =>
              void saving.run(async () => {
                await save((rows ?? []).map(({ id }) => id));
                close();
              })
            }
          >
            {t("arrange_save")}
          </Button>
        }
      >
        <p className="text-muted text-pretty">{t("arrange_text")}</p>
        {saving.problem && <Notice tone="trouble">{saving.problem}</Notice>}
        <ol className="mt-3 divide-y divide-line rounded-control border border-line">
          {rows?.map(({ id, name }, at) => (
            <li key={id} className="flex items-center gap-1 ps-4">
              <bdi className="min-w-0 flex-1 py-2 wrap-anywhere">{name}</bdi>
              <MoveButtons
                at={at}
                count={rows.length}
                what={name}
                onMove={(to) => setRows(moved(rows, at, to))}
              />
            </li>
          ))}
        </ol>
      </Dialog>
    </>
  );
}
