import { MoneyField, NumberField, SwitchField } from "../../../../../backoffice/fields";
import { RecordSection } from "../../../../../backoffice/RecordPage";
import type { Form } from "../../../../../backoffice/useForm";
import { useTranslation } from "../../../../../lib/translation";
import { Isolate } from "../../../../../lib/words";
import { Button } from "../../../../../ui/Button";
import { type Draft, shelvesSent } from "../model";

/** The prices and the stock of a new product by branch, so that it can be bought once published. */
export function FirstShelves({
  form,
  branches,
  weighed,
  stock,
}: {
  form: Form<Draft>;
  branches: readonly { id: string; name: string }[];
  /** Prices and stock are by the kilogram. */
  weighed: boolean;
  /** Whether the signed-in staff member may set the stock. */
  stock: boolean;
}) {
  const { t } = useTranslation("catalogue");
  const { values, set, field, errorOf } = form;
  const sent = shelvesSent(
    values,
    branches.map(({ id }) => id),
  );
  const of = (id: string) => values.shelves[id] ?? { price: "", received: "" };
  const first = branches[0];
  return (
    <RecordSection title={t("first_shelves")} text={t("first_shelves_text")}>
      {stock && <SwitchField {...field("counted")} hint={t("first_counted_hint")} />}
      <ul className="flex flex-col gap-4">
        {branches.map(({ id, name }) => {
          const at = sent.indexOf(id);
          const bound = (part: "price" | "received", label: string) => ({
            name: `shelves.${id}.${part}`,
            label,
            value: of(id)[part],
            error: at < 0 ? undefined : errorOf(`shelves.${at}.${part}`),
            onValueChange: (value: string) =>
              set({ shelves: { ...values.shelves, [id]: { ...of(id), [part]: value } } }),
          });
          return (
            <li key={id}>
              <fieldset className="grid items-start gap-4 sm:grid-cols-2">
                <legend className="mb-1 font-medium">
                  <Isolate>{name}</Isolate>
                </legend>
                <MoneyField {...bound("price", t(weighed ? "price_kilo" : "price"))} />
                {stock && values.counted && (
                  <NumberField
                    {...bound("received", t(weighed ? "first_kilos" : "first_received"))}
                    hint={of(id).received.trim() === "" ? t("first_empty_hint") : undefined}
                  />
                )}
              </fieldset>
            </li>
          );
        })}
      </ul>
      {first && branches.length > 1 && (
        <div>
          <Button
            disabled={of(first.id).price.trim() === ""}
            onClick={() =>
              set({
                shelves: Object.fromEntries(
                  branches.map(({ id }) => [id, { ...of(id), price: of(first.id).price }]),
                ),
              })
            }
          >
            {t("same_price")}
          </Button>
        </div>
      )}
    </RecordSection>
  );
}
