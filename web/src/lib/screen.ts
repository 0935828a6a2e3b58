/** An object, so that tests, which have no screen, put their own in its place. */
export const screen = {
  /** Once what a press changed is on the screen, and what its release did too. */
  after(run: () => void): void {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(run)));
  },
};
