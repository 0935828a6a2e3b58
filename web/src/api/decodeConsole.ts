/** The shapes of the console's answers, fetched before the first request of the console. */

import shapes from "virtual:shapes/console";

export default shapes;
