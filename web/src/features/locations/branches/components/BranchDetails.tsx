import type { Branch } from "../../../../api/types";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Words } from "../../../../lib/words";
import { Link } from "../../../../ui/Link";
import { Section } from "../../../../ui/Section";
import { OpeningHours } from "./OpeningHours";

/** Details of a branch that only some customers need. */
export function BranchDetails({ branch }: { branch: Branch }) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-8 md:grid-cols-2">
      <Section title={t("branches:hours")}>
        <OpeningHours branch={branch} />
      </Section>
      <div className="flex flex-col gap-8">
        <About branch={branch} />
        {branch.zones.length > 0 && <Zones branch={branch} />}
      </div>
    </div>
  );
}

/** The branch's address and contact, for customers who need them. */
function About({ branch }: { branch: Branch }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Section title={t("branches:about")}>
      <div className="flex flex-col gap-1">
        {branch.about && <p className="max-w-prose text-pretty">{branch.about}</p>}
        <p className="text-muted">
          <Words>{branch.address}</Words>
        </p>
        <p>
          <Link
            to={`tel:${branch.phone}`}
            aria-label={t("branches:call")}
            className="inline-flex min-h-11 items-center"
          >
            <bdi dir="ltr">{format.phone(branch.phone)}</bdi>
          </Link>
        </p>
      </div>
    </Section>
  );
}

function Zones({ branch }: { branch: Branch }) {
  const { t } = useTranslation();
  const format = useFormat();
  const areaOf = ({ district: { name }, partly }: Branch["zones"][number]) =>
    partly ? t("branches:zone_part", { district: name }) : name;
  return (
    <Section title={t("branches:zones")}>
      <ul className="flex flex-wrap gap-2">
        {branch.zones.map((zone) => (
          <li key={zone.district.id} className="rounded-full bg-tint px-3 py-1 text-sm">
            {zone.fee === 0
              ? t("branches:zone_free", { district: areaOf(zone) })
              : t("branches:zone_fee", {
                  district: areaOf(zone),
                  fee: format.money(zone.fee),
                })}
          </li>
        ))}
      </ul>
    </Section>
  );
}
