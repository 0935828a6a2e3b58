/** The style of a grid's cell. */
export const cellLook =
  "min-h-11 w-full min-w-28 rounded-md border border-control bg-card px-2 tabular-nums aria-invalid:border-trouble";
