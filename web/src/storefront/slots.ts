/**
 * Places in the shell that features fill. One line each, with a component that is rendered on the
 * server too, so it shows nothing personal before hydration:
 *
 *   cartBar: CartBar,        // phones: in the stack at the bottom; how many, how much, what is missing
 *   floating: [CartNotification] // what comes and goes above the bars at the bottom
 *   over: [ChosenService]    // whatever else belongs to every page
 */

import type { ComponentType } from "react";
import { CartBar } from "../features/cart/components/CartBar";
import { KeptWishes } from "../features/cart/components/KeptWishes";
import { Comparison } from "../features/comparison/components/Comparison";
import { ChosenService } from "../shop/branches/ChosenService";
import { CartNotification } from "../shop/cart/CartNotification";
import { Invited } from "./Invited";

export interface Slots {
  cartBar?: ComponentType;
  floating?: readonly ComponentType[];
  over?: readonly ComponentType[];
}

export const slots: Slots = {
  cartBar: CartBar,
  floating: [CartNotification, Comparison, Invited],
  over: [ChosenService, KeptWishes],
};
