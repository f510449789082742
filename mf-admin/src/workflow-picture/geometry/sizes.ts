import type { StatusTransition } from '@obieg/contracts';
import type { LabelMetrics, NodeMetrics } from './metrics';
import type { LabelRow, Mark, PictureNode } from './picture';
import { clampLines, type MeasureText, wrapText } from './wrap-text';

/** Returns the lines and the size of a status. */
export const sizeNode = (
  { name, caption }: { name: string; caption: string | undefined },
  isStart: boolean,
  metrics: NodeMetrics,
  measure: MeasureText,
): { width: number; height: number } & Pick<PictureNode, 'nameLines' | 'captionLines'> => {
  const { width, paddingX, paddingY, icon, iconGap, nameLine, captionLine } = metrics;
  const textWidth = width - 2 * paddingX - icon - iconGap;
  const fits = (text: string): boolean => measure(text, metrics.name) <= textWidth;
  const nameLines = clampLines(wrapText(name, metrics.name, textWidth, measure), metrics.nameLinesMax, fits);
  const captionLines = caption ? wrapText(caption, metrics.caption, textWidth, measure) : [];
  const height = nameLines.length * nameLine + captionLines.length * captionLine + 2 * paddingY;
  const heightMin = isStart ? metrics.startHeight : metrics.heightMin;
  return { width, height: Math.max(heightMin, height), nameLines, captionLines };
};

interface SizedLabel {
  width: number;
  height: number;
  rows: LabelRow[];
}

/** Returns the rows and the size of a label. Marks follow the name, or have a line of their own. */
export const sizeLabel = (
  transitions: readonly StatusTransition[],
  marksOf: (transition: StatusTransition) => readonly Mark[],
  metrics: LabelMetrics,
  measure: MeasureText,
): SizedLabel => {
  const { paddingX, paddingY, text, line, textWidthMax, rowWidthMax, mark, markGap, rowGap } = metrics;
  const widthOfMarks = (count: number): number => (count === 0 ? 0 : count * (mark + markGap) + markGap);
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
