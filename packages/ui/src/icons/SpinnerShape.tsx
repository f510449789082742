import type { CSSProperties } from 'react';

/** Turning ring in the color of the text. @param size in CSS */
export const SpinnerShape = ({ size }: { size: string }) => (
  <span className="ob-spinner" style={{ '--spinner-size': size } as CSSProperties} aria-hidden="true" />
);
