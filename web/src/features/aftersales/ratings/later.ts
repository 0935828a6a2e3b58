import { later } from "../../../ui/Later";

/** What customers think, below the first screen of what they think of. */
export const Reviews = later(async () => (await import("./components/Reviews")).Reviews);
