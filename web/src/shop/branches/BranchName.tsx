/** "Store – Area", as names of branches are written. */
const parts = /^(.*?)(\S+ [–—]) (.+)$/;

/** Where it takes two lines, the dash does not begin one. */
export function BranchName({ name }: { name: string }) {
  const [, start, end, area] = parts.exec(name) ?? [];
  if (!end) return name;
  return (
    <>
      {start}
      <span className="whitespace-nowrap">{end}</span> {area}
    </>
  );
}
