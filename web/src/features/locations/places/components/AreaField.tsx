import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { District } from "../../../../api/types";
import type { Point } from "../../../../lib/cookies";
import { openDialog } from "../../../../lib/dialogs";
import { useNavigate } from "../../../../lib/history";
import { inLanguage, paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Isolate } from "../../../../lib/words";
import { Button } from "../../../../ui/Button";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Notice } from "../../../../ui/Notice";
import { SearchBox, type Suggestion } from "../../../../ui/SearchBox";
import { districtsQuery } from "../api";
import { choosePlace, matching } from "../model";
import { recentAreas } from "../recent";
import { useOwnPosition } from "../useOwnPosition";

interface Choice {
  district: District;
  pin: Point | null;
}

/** The number of areas shown at once: on most phones the list ends above the keyboard. */
const most = 6;

/**
 * Asks for the delivery area on the page itself: by typing, from the recently chosen areas, or by the
 * current position. Without scripts it opens the shop without a location.
 */
export function AreaField() {
  const { t } = useTranslation();
  const scope = useScope();
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const [unserved, setUnserved] = useState<Choice | null>(null);
  const [none, setNone] = useState(false);
  // Loaded when the field gets the focus: the outlines are larger than the page.
  const districts = useQuery({ ...districtsQuery(scope), enabled: wanted }).data ?? [];
  const position = useOwnPosition();

  const recent = recentAreas();
  const found =
    text.trim() === ""
      ? [
          ...recent.flatMap((id) => districts.find((one) => one.id === id) ?? []),
          ...districts.filter((one) => one.served && !recent.includes(one.id)),
        ]
      : matching(districts, text);
  const offered = found.slice(0, most);
  const suggestions = offered.map(
    (one): Suggestion => ({
      id: one.id,
      text: one.name,
      content: (
        <>
          <span className="font-medium">
            <Isolate>{one.name}</Isolate>
          </span>
          <span className="text-sm text-muted">
            {" "}
            · <Isolate>{one.governorate.name}</Isolate>
          </span>
        </>
      ),
      icon: recent.includes(one.id) ? "clock" : "pin",
      kind: one.served ? undefined : t("places:soon"),
    }),
  );

  function take({ district, pin }: Choice) {
    choosePlace(district, pin);
    navigate(paths.home);
  }
  function pick(district: District | null | undefined, pin: Point | null = null) {
    position.clear();
    setNone(!district);
    setUnserved(district && !district.served ? { district, pin } : null);
    if (district?.served) take({ district, pin });
  }
  return (
    <div className="flex w-full max-w-xl flex-col gap-3">
      {scope.district !== "" && (
        <ButtonLink to={paths.home} variant="primary" size="lg" className="self-start">
          {t("landing:start")}
        </ButtonLink>
      )}
      <SearchBox
        icon="pin"
        label={t("places:search")}
        placeholder={t(scope.district === "" ? "places:search" : "landing:other_place")}
        submitLabel={t("landing:start")}
        clearLabel={t("search:clear")}
        action={inLanguage(scope.lang, paths.home)}
        value={text}
        onValueChange={(next) => {
          setText(next);
          setNone(false);
        }}
        onOpenChange={(next) => {
          setOpen(next);
          if (next) setWanted(true);
        }}
        suggestions={open ? suggestions : []}
        suggestionsLabel={t("places:list")}
        onSuggestion={({ id }) => pick(districts.find((one) => one.id === id))}
        onSubmit={() => {
          if (districts.length > 0) pick(offered[0]);
        }}
        status={t("places:count", { count: found.length })}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          icon="locate"
          loading={position.busy}
          onClick={() => position.ask((district, pin) => pick(district, pin))}
        >
          {t("places:own_position")}
        </Button>
        <Button size="sm" icon="list" onClick={() => openDialog("location", {})}>
          {t("landing:choose_place")}
        </Button>
      </div>
      {(position.problem ?? (none ? t("places:none") : null)) && (
        <Notice tone="trouble" live>
          {position.problem ?? t("places:none")}
        </Notice>
      )}
      {unserved && (
        <Notice
          tone="warning"
          live
          title={t("places:unserved")}
          action={
            <Button size="sm" onClick={() => take(unserved)}>
              {t("places:browse_anyway")}
            </Button>
          }
        >
          {t("places:unserved_text", { district: unserved.district.name })}
        </Notice>
      )}
    </div>
  );
}
