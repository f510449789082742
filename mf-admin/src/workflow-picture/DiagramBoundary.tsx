import { Component, type ReactNode } from 'react';

interface DiagramBoundaryProps {
  /** Replaces the diagram after an error. */
  fallback: (retry: () => void) => ReactNode;
  children: ReactNode;
}

/** Error boundary that keeps the list working when the diagram fails to render. */
export class DiagramBoundary extends Component<DiagramBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed
      ? this.props.fallback(() => this.setState({ hasFailed: false }))
      : this.props.children;
  }
}
