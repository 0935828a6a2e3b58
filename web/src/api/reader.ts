/** The functions that read answers, loaded before the first request is sent. */

export { decode, parse } from "./decode";
export { refusalOf } from "./refusal";
