import { later } from "../../../ui/Later";

/** The reviews load later, because they are below the first screen. */
export const Reviews = later(async () => (await import("./components/Reviews")).Reviews);
