import { later } from "../../../ui/Later";

/** Where a branch is, when it is open and where it delivers: at the foot of its page. */
export const BranchDetails = later(
  async () => (await import("./components/BranchDetails")).BranchDetails,
);

/** A menu that something narrows: most visits see its sections. */
export const Narrowed = later(async () => (await import("./components/Narrowed")).Narrowed);
