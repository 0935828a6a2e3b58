/** Accepts answers without validation: those of tests contain only the fields that a component reads. */

import type { ClientConfig } from "../api/client";
import { parse } from "../api/decode";
import { refusalOf } from "../api/refusal";

export const trusting: ClientConfig["reader"] = () => ({ decode: parse, refusalOf });
