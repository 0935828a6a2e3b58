import { Component, type ErrorInfo, type ReactNode } from "react";
import { warn } from "../lib/log";
import { useTranslation } from "../lib/translation";
import { ErrorState } from "../ui/ErrorState";

interface Props {
  children: ReactNode;
}

/** Keeps a broken page, or one that could not be loaded, from taking the console down. */
export class Boundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    warn(`A part of the console broke${info.componentStack ?? ""}`, error);
  }

  override render() {
    return this.state.broken ? <Broken /> : this.props.children;
  }
}

function Broken() {
  const { t } = useTranslation("console");
  return (
    <ErrorState
      level={1}
      title={t("broken")}
      text={t("broken_text")}
      retryLabel={t("reload")}
      onRetry={() => window.location.reload()}
    />
  );
}
