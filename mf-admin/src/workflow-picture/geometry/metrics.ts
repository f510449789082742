import type { TextStyle } from './wrap-text';

/** Sizes of a status in pixels. */
export interface NodeMetrics {
  width: number;
  heightMin: number;
  startHeight: number;
  paddingX: number;
  paddingY: number;
  icon: number;
  iconGap: number;
  name: TextStyle;
  nameLine: number;
  nameLinesMax: number;
  caption: TextStyle;
  captionLine: number;
}

/** Sizes of the names of an arrow in pixels. */
export interface LabelMetrics {
  paddingX: number;
  paddingY: number;
  text: TextStyle;
  line: number;
  textWidthMax: number;
  /** Marks may extend a line. */
  rowWidthMax: number;
  mark: number;
  markGap: number;
  rowGap: number;
}

export interface Metrics {
  node: NodeMetrics;
  label: LabelMetrics;
}

/** Names are complete. */
export const completeMetrics: Metrics = {
  node: {
    width: 184,
    heightMin: 48,
    startHeight: 36,
    paddingX: 12,
    paddingY: 8,
    icon: 18,
    iconGap: 8,
    name: { sizePx: 13, weight: 600 },
    nameLine: 17,
    nameLinesMax: Number.POSITIVE_INFINITY,
    caption: { sizePx: 11, weight: 500 },
    captionLine: 14,
  },
  label: {
    paddingX: 8,
    paddingY: 4,
    text: { sizePx: 12, weight: 500 },
    line: 16,
    textWidthMax: 150,
    rowWidthMax: 204,
    mark: 14,
    markGap: 3,
    rowGap: 5,
  },
};

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
