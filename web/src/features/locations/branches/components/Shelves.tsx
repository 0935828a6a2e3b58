import { usePage } from "../../../../lib/page";
import { useTranslation } from "../../../../lib/translation";
import { Query } from "../../../../lib/url";
import { Chip } from "../../../../ui/Chip";
import { reveal } from "../../../../ui/reveal";
import { isCategory, type MenuPart, partOf } from "../menu";

/** Links to the categories within a part of a menu; with `chosen`, also a link to the whole part. */
export function Shelves({ part, chosen = "" }: { part: MenuPart; chosen?: string }) {
  const { t } = useTranslation();
  const { path } = usePage();
  if (part.children.length < 2) return null;
  return (
    <ul className="scroll-quiet -mx-4 flex gap-2 overflow-x-auto px-4 sm:-mx-6 sm:px-6">
      {(chosen ? [part, ...part.children] : part.children).map((shelf) => {
        // A category below a shelf counts as part of that shelf.
        const selected =
          shelf === part ? isCategory(part, chosen) : partOf([shelf], chosen) === shelf;
        return (
          <li key={shelf.id} ref={selected ? reveal : undefined}>
            <Chip
              label={shelf === part ? t("branches:all_products") : shelf.name}
              to={path + new Query().with({ category_id: shelf.id }).toString()}
              step={!chosen}
              selected={selected}
            />
          </li>
        );
      })}
    </ul>
  );
}
