import type { Service } from "../../../../api/types";
import { writeService } from "../../../../lib/cookies";
import { paths } from "../../../../lib/paths";
import { useTranslation } from "../../../../lib/translation";
import { Picture } from "../../../../ui/Picture";
import { Tile } from "../../../../ui/Tile";

/** The services (food, groceries, everything else), which are the customer's first choice. */
export function ServiceTabs({
  services,
  current,
}: {
  services: readonly Service[];
  current: string;
}) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t("home:services")} className="grid grid-cols-3 gap-2 sm:gap-4">
      {services.map((service) => (
        // The wrapper captures the press of the link inside it, from mouse and keyboard alike.
        <div key={service.id} onClickCapture={() => writeService(service)}>
          <Tile
            to={`${paths.home}?service_id=${service.slug}`}
            title={service.name}
            tint={service.tint}
            selected={service.id === current}
            className="h-18 justify-end gap-0.5! px-0.5 py-1! text-[min(0.875rem,3.9vw)] whitespace-nowrap max-[379px]:tracking-tight sm:h-18 sm:flex-row sm:justify-center sm:gap-3! sm:text-base"
            picture={
              <Picture
                src={service.image.src}
                name={service.name}
                alt=""
                width={service.image.width}
                height={service.image.height}
                tint="none"
                eager
                className="size-10.5 shrink-0 sm:size-14"
              />
            }
          />
        </div>
      ))}
    </nav>
  );
}
