import { useNavigate } from "../../../lib/history";
import { type Scope, useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { pathOf, type Section, thingPath } from "./model";
import { toasts } from "./toasts";
import type { Editing } from "./useEditing";
import { useKeep } from "./useKeep";

/**
 * Saving and deleting one of many: a post, a banner, a block. What is new gets its own address once
 * it is saved; from what is deleted the way leads back to the others.
 */
export function useStoring<D, S extends { id: string }>(
  section: Section,
  editing: Editing<D>,
  queryOf: (scope: Scope, id: string) => { queryKey: readonly unknown[] },
) {
  const { t } = useTranslation("content");
  const scope = useScope();
  const navigate = useNavigate();
  const keep = useKeep();
  return {
    async save(isNew: boolean, run: (draft: D) => Promise<S>) {
      const worked = await editing.save(async (draft) => {
        const saved = await run(draft);
        keep(queryOf(scope, saved.id).queryKey, saved);
        if (isNew) navigate(thingPath(section, saved.id), { replace: true });
      });
      if (worked) toasts.show({ text: t("saved"), tone: "success" });
    },
    async remove(run: () => Promise<unknown>) {
      await run();
      editing.discard();
      keep(null);
      toasts.show({ text: t("deleted"), tone: "success" });
      navigate(pathOf(section), { replace: true });
    },
  };
}
