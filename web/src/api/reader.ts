/** What reads answers, fetched before the first request goes out. */

export { decode, parse } from "./decode";
export { refusalOf } from "./refusal";
