/** The shapes of the console's own answers, fetched when the first of them comes. */

import shapes from "virtual:shapes/console";

export default shapes;
