import { later } from "../../../ui/Later";

/** A branch's location, hours and delivery areas load later, because they are at the bottom of its page. */
export const BranchDetails = later(
  async () => (await import("./components/BranchDetails")).BranchDetails,
);

/** A filtered menu loads later, because most visits show the sections. */
export const Narrowed = later(async () => (await import("./components/Narrowed")).Narrowed);
