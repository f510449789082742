import type { FindingSeverity, StatusTransition } from '@obieg/contracts';
import type { LabelRow, Mark, PictureNode, StatusCondition } from './picture';
import { type MeasureText, type TextStyle, wrapText } from './wrap-text';

interface NodeText {
  name: string;
  condition: StatusCondition | undefined;
  caption: string | undefined;
  severity: FindingSeverity | undefined;
}

export const nodeMetrics = {
  width: 184,
  heightMin: 48,
  startHeight: 36,
  paddingX: 12,
  paddingY: 8,
  icon: 18,
  iconGap: 8,
  name: { sizePx: 13, weight: 600 },
  nameLine: 17,
  caption: { sizePx: 11, weight: 500 },
  captionLine: 14,
} as const satisfies Record<string, number | TextStyle>;

/** Returns the lines and the size of a status. The name is never cut off. */
export const sizeNode = (
  { name, caption }: Pick<NodeText, 'name' | 'caption'>,
  isStart: boolean,
  measure: MeasureText,
): { width: number; height: number } & Pick<PictureNode, 'nameLines' | 'captionLines'> => {
  const { width, paddingX, paddingY, icon, iconGap, nameLine, captionLine, heightMin, startHeight } =
    nodeMetrics;
  const textWidth = width - 2 * paddingX - icon - iconGap;
  const nameLines = wrapText(name, nodeMetrics.name, textWidth, measure);
  const captionLines = caption ? wrapText(caption, nodeMetrics.caption, textWidth, measure) : [];
  const height = nameLines.length * nameLine + captionLines.length * captionLine + 2 * paddingY;
  return { width, height: Math.max(isStart ? startHeight : heightMin, height), nameLines, captionLines };
};

export const labelMetrics = {
  paddingX: 8,
  paddingY: 4,
  text: { sizePx: 12, weight: 500 },
  line: 16,
  textWidthMax: 150,
  /** Marks may extend a line. */
  rowWidthMax: 204,
  mark: 14,
  markGap: 3,
  rowGap: 5,
} as const satisfies Record<string, number | TextStyle>;

const widthOfMarks = (count: number): number =>
  count === 0 ? 0 : count * (labelMetrics.mark + labelMetrics.markGap) + labelMetrics.markGap;

interface SizedLabel {
  width: number;
  height: number;
  rows: LabelRow[];
}

/** Returns the rows and the size of a label. Marks follow the name, or have a line of their own. */
export const sizeLabel = (
  transitions: readonly StatusTransition[],
  marksOf: (transition: StatusTransition) => readonly Mark[],
  measure: MeasureText,
): SizedLabel => {
  const { paddingX, paddingY, text, line, textWidthMax, rowWidthMax, markGap, rowGap } = labelMetrics;
  let y = paddingY;
  let textWidth = 0;
  const rows = transitions.map((transition): LabelRow => {
    const lines = wrapText(transition.name, text, textWidthMax, measure);
    const marks = marksOf(transition);
    const widths = lines.map((one) => measure(one, text));
    const lastWidth = widths.at(-1) ?? 0;
    const isBeside = lastWidth + widthOfMarks(marks.length) <= rowWidthMax;
    const lineCount = lines.length + (isBeside ? 0 : 1);
    const marksLeft = isBeside ? lastWidth + markGap : 0;
    textWidth = Math.max(textWidth, ...widths, marksLeft + widthOfMarks(marks.length) - markGap);
    const row = {
      transition,
      lines,
      marks,
      y,
      height: lineCount * line,
      marksAt: { x: paddingX + marksLeft, y: y + (lineCount - 1) * line + 1 },
    };
    y += row.height + rowGap;
    return row;
  });
  return { width: Math.ceil(textWidth) + 2 * paddingX, height: y - rowGap + paddingY, rows };
};
