import { Component, createRef, type ReactNode } from 'react';

/**
 * Keeps the focused content at its scroll position when content above it changes its height.
 * A class component, because only `getSnapshotBeforeUpdate` runs before the DOM changes. The correction happens
 * before the browser's own scroll anchoring, so the two do not add up.
 */
export class ScrollAnchor extends Component<{ children: ReactNode }> {
  private readonly container = createRef<HTMLDivElement>();

  /** Returns the top position if the element contains the focus and is visible. */
  override getSnapshotBeforeUpdate(): number | null {
    const element = this.container.current;
    if (!element?.contains(document.activeElement)) return null;
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < window.innerHeight ? top : null;
  }

  override componentDidUpdate(_props: unknown, _state: unknown, top: number | null): void {
    if (top === null || !this.container.current) return;
    const moved = this.container.current.getBoundingClientRect().top - top;
    if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' });
  }

  override render(): ReactNode {
    return <div ref={this.container}>{this.props.children}</div>;
  }
}
