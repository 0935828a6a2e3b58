/** The first thing a keyboard reaches: over the header, to what the page is about. */
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
