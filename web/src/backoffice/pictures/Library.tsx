import { useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { itemsOf } from "../../api/query";
import { useScope } from "../../lib/scope";
import { useTranslation } from "../../lib/translation";
import { cx } from "../../ui/cx";
import { Loaded } from "../../ui/Loaded";
import { Picture } from "../../ui/Picture";
import { TextInput } from "../../ui/TextInput";
import { ShowMore } from "../ShowMore";
import { picturesList } from "./api";
import { thumbnail } from "./model";

export const grid = "grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-3";

/** Pictures that were uploaded before, to choose from. */
export function Library({
  chosen,
  onChoose,
}: {
  chosen: readonly string[];
  onChoose: (name: string) => void;
}) {
  const { t } = useTranslation("media");
  const { lang } = useScope();
  const [words, setWords] = useState("");
  const list = useInfiniteQuery(picturesList(useScope(), useDeferredValue(words.trim()), false));
  const items = itemsOf(list) ?? [];
  return (
    <div className="flex flex-col gap-4">
      <TextInput
        label={t("search")}
        value={words}
        onValueChange={setWords}
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        type="search"
        dir="auto"
        autoComplete="off"
      />
      <Loaded query={list} texts="backoffice" skeleton={["h-32", "h-32"]}>
        {() =>
          items.length === 0 ? (
            <p className="text-muted">{t(words.trim() === "" ? "empty" : "no_match")}</p>
          ) : (
            <ul className={grid}>
              {items.map((one) => {
                const alt = lang === "ar" ? one.alt_ar || one.alt_en : one.alt_en || one.alt_ar;
                return (
                  <li key={one.name}>
                    <button
                      type="button"
                      aria-pressed={chosen.includes(one.name)}
                      aria-label={t("choose_named", { name: one.title || alt || one.name })}
                      onClick={() => onChoose(one.name)}
                      className={cx(
                        "block w-full rounded-card border-2",
                        chosen.includes(one.name)
                          ? "border-go"
                          : "border-transparent hover:border-control",
                      )}
                    >
                      <Picture
                        src={thumbnail(one.name)}
                        alt=""
                        width={one.image.width}
                        height={one.image.height}
                      />
                      <span dir="auto" className="block truncate px-1 py-1 text-sm">
                        {one.title || alt}
                      </span>
                    </button>
                  </li>
                );
              })}
            </ul>
          )
        }
      </Loaded>
      <ShowMore list={list} />
    </div>
  );
}
