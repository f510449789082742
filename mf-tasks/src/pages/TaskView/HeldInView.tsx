import { Component, createRef, type ReactNode } from 'react';

/**
 * Keeps what one is busy with where one sees it while something arrives above it: else a field leaves the screen under the
 * hands of who types in it. A class, as only that is asked just before the page changes. It scrolls before the browser
 * looks whether anything has moved, so that the two do not add up.
 */
export class HeldInView extends Component<{ children: ReactNode }> {
  private readonly held = createRef<HTMLDivElement>();

  /** Where its top is, if the focus is in it and it can be seen. */
  override getSnapshotBeforeUpdate(): number | null {
    const held = this.held.current;
    if (!held?.contains(document.activeElement)) return null;
    const { top, bottom } = held.getBoundingClientRect();
    return bottom > 0 && top < window.innerHeight ? top : null;
  }

  override componentDidUpdate(_props: unknown, _state: unknown, top: number | null): void {
    if (top === null || !this.held.current) return;
    const moved = this.held.current.getBoundingClientRect().top - top;
    if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' });
  }

  override render(): ReactNode {
    return <div ref={this.held}>{this.props.children}</div>;
  }
}
