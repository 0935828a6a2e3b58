import type { QueryClient } from "@tanstack/react-query";
import type { Scope } from "../../../lib/scope";
import { districtsQuery } from "../../locations/places/api";
import { choosePlace } from "../../locations/places/model";

/** Makes a district the delivery area; false if no district has this id. */
export async function chooseArea(client: QueryClient, scope: Scope, id: string): Promise<boolean> {
  const districts = await client.fetchQuery(districtsQuery(scope));
  const district = districts.find((one) => one.id === id);
  if (district) choosePlace(district);
  return district !== undefined;
}
