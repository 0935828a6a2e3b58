import { Component, type ErrorInfo, type ReactNode } from "react";
import { warn } from "../lib/log";
import { useTranslation } from "../lib/translation";
import { ErrorState } from "../ui/ErrorState";

interface Props {
  children: ReactNode;
  /** Renders nothing instead: for parts that overlay a page. */
  quiet?: boolean;
}

/** Keeps one broken part from breaking the whole shop, and offers another try. */
export class Boundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    warn(`A part of the page broke${info.componentStack ?? ""}`, error);
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return this.props.quiet ? null : <Broken />;
  }
}

function Broken() {
  const { t } = useTranslation("shell");
  return (
    <ErrorState
      level={1}
      title={t("error.title")}
      text={t("error.text")}
      retryLabel={t("error.retry")}
      onRetry={() => window.location.reload()}
    />
  );
}
