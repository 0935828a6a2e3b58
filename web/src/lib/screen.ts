/** An object, so that tests, which have no screen, can replace it. */
export const screen = {
  /** Runs a function after the effects of a press and of its release are on the screen. */
  after(run: () => void): void {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(run)));
  },
};
