import { Component, type ErrorInfo, type ReactNode } from "react";
import { type WithTranslation, withTranslation } from "react-i18next";
import { warn } from "../lib/log";
import { ErrorState } from "../ui/ErrorState";

interface Props extends WithTranslation {
  children: ReactNode;
  /** Shows nothing instead: for what stands over a page. */
  quiet?: boolean;
}

/** Keeps one broken part from taking the shop down, and offers another try. */
class BoundaryBase extends Component<Props, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    warn(`A part of the page broke${info.componentStack ?? ""}`, error);
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    if (this.props.quiet) return null;
    const { t } = this.props;
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
}

export const Boundary = withTranslation("shell")(BoundaryBase);
