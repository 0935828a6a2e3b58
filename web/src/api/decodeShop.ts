/** The shapes of the shop's answers that depend on the customer, fetched before the first such request. */

import shapes from "virtual:shapes/shop";

export default shapes;
