import type { TextStyle } from './wrap-text';

const name: TextStyle = { sizePx: 13, weight: 600 };
const text: TextStyle = { sizePx: 12, weight: 500 };
const caption: TextStyle = { sizePx: 11, weight: 500 };

/** Sizes in pixels, for a picture with complete names. */
export const completeMetrics = {
  /** A status. */
  node: {
    width: 184,
    heightMin: 48,
    startHeight: 36,
    paddingX: 12,
    paddingY: 8,
    icon: 18,
    iconGap: 8,
    name,
    nameLine: 17,
    nameLinesMax: Number.POSITIVE_INFINITY,
    caption,
    captionLine: 14,
  },
  /** The names of an arrow. Marks may extend a line up to `rowWidthMax`. */
  label: {
    paddingX: 8,
    paddingY: 4,
    text,
    line: 16,
    textWidthMax: 150,
    rowWidthMax: 204,
    mark: 14,
    markGap: 3,
    rowGap: 5,
  },
};

export type Metrics = typeof completeMetrics;
export type NodeMetrics = Metrics['node'];
export type LabelMetrics = Metrics['label'];

/** All statuses have one size, and the names of arrows appear on demand. */
export const compactMetrics: Metrics = {
  ...completeMetrics,
  node: { ...completeMetrics.node, width: 164, heightMin: 52, paddingY: 4, nameLinesMax: 2 },
};

/** Statuses as in `compactMetrics`, with texts that are legible at half of their size. */
export const reducedMetrics: Metrics = {
  node: {
    ...compactMetrics.node,
    paddingX: 8,
    icon: 24,
    iconGap: 6,
    name: { sizePx: 19, weight: 600 },
    nameLine: 21,
  },
  label: {
    paddingX: 12,
    paddingY: 5,
    text: { sizePx: 18, weight: 500 },
    line: 22,
    textWidthMax: 240,
    rowWidthMax: 300,
    mark: 20,
    markGap: 4,
    rowGap: 6,
  },
};
