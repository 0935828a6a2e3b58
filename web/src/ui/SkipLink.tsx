/**
 * The first element that the keyboard reaches: a link that skips the header and leads to the page's
 * main content.
 */
export function SkipLink({ to, children }: { to: `#${string}`; children: string }) {
  return (
    <a
      href={to}
      className="sr-only rounded-control bg-ink px-5 py-3 font-medium text-paper focus:not-sr-only focus:fixed focus:start-4 focus:top-4 focus:z-70"
    >
      {children}
    </a>
  );
}
