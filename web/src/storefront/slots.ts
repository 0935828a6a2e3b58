/**
 * Places in the shell that features fill. One line each, with a component that is rendered on the
 * server too, so it shows nothing personal before hydration:
 *
 *   cartBar: CartBar,        // phones: the bar at the bottom; how many, how much, what is missing
 *   cartButton: CartButton,  // header: the cart with its count; otherwise a plain link
 *   search: SearchBox,       // header: with suggestions; otherwise a plain form
 *   over: [CartNotification] // whatever floats over every page
 */

import type { ComponentType } from "react";
import { CartBar } from "../features/cart/components/CartBar";
import { CartButton } from "../features/cart/components/CartButton";
import { KeptWishes } from "../features/cart/components/KeptWishes";
import { Comparison } from "../features/comparison/components/Comparison";
import { InvitationHint } from "../features/referral/components/InvitationHint";
import { HeaderSearch } from "../features/search/components/HeaderSearch";
import { CartNotification } from "../shop/cart/CartNotification";

export interface Slots {
  cartBar?: ComponentType;
  cartButton?: ComponentType;
  search?: ComponentType;
  over?: readonly ComponentType[];
}

export const slots: Slots = {
  cartBar: CartBar,
  cartButton: CartButton,
  search: HeaderSearch,
  over: [CartNotification, KeptWishes, Comparison, InvitationHint],
};
