import { createContext, type ReactNode, use } from "react";

/** The shop's own logo, from the document's configuration. */
export interface LogoImage {
  src: string;
  srcset: string;
  width: number;
  height: number;
}

const LogoContext = createContext<LogoImage | undefined>(undefined);

export function LogoProvider({
  logo,
  children,
}: {
  logo: LogoImage | undefined;
  children: ReactNode;
}) {
  return <LogoContext value={logo}>{children}</LogoContext>;
}

/** The ratio of width to height from which a logo is assumed to include the name. */
const wordmark = 2;
const height = 32;
const widest = 140;

/** The shop's logo and name; a wide logo replaces both. `fallback` is shown without a logo. */
export function Wordmark({ name, fallback }: { name: string; fallback?: ReactNode }) {
  const logo = use(LogoContext);
  if (!logo) {
    return (
      <>
        {fallback}
        <span>{name}</span>
      </>
    );
  }
  const scale = Math.min(height / logo.height, widest / logo.width);
  const wide = logo.width >= wordmark * logo.height;
  return (
    <>
      <img
        src={logo.src}
        srcSet={logo.srcset}
        sizes={`${Math.ceil(logo.width * scale)}px`}
        alt={wide ? name : ""}
        width={Math.max(1, Math.round(logo.width * scale))}
        height={Math.max(1, Math.round(logo.height * scale))}
        className="object-contain"
      />
      {!wide && <span>{name}</span>}
    </>
  );
}
