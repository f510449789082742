import { Component, type ReactNode } from 'react';

interface DiagramBoundaryProps {
  /** Shown instead; the list beside goes on. */
  fallback: (retry: () => void) => ReactNode;
  children: ReactNode;
}

/** A picture that cannot be drawn takes nothing else with it. */
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
