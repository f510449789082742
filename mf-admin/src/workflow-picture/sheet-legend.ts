import type { StatusType } from '@obieg/contracts';
import type { IconName } from '@obieg/ui';
import type { Translate } from '@obieg/web-kit';
import type { Point } from './geometry/boxes';
import { completeMetrics } from './geometry/metrics';
import type { Mark } from './geometry/picture';
import type { MeasureText } from './geometry/wrap-text';
import { color, markIcons, severityColors } from './Shapes';
import { typeLooks } from './StatusShape';

/** What a sign of the picture means. */
export interface LegendEntry {
  text: string;
  icon?: { name: IconName; fill: string };
  /** Border of a status, for a sign without an icon. */
  border?: { stroke: string; dashes?: string };
}

export const legendIconSize = 16;
export const legendTextLeft = legendIconSize + 6;
export const legendText = completeMetrics.label.text;
const entryGap = 20;
export const legendLine = 26;

const types: readonly StatusType[] = ['INITIAL', 'INTERMEDIATE', 'FINAL'];
const marks: readonly Mark[] = ['conditions', 'requirements', 'executors', 'approval', 'inactive'];
const severities = ['error', 'warning', 'hint'] as const;

/** Every sign of a printed or exported picture. */
export const listLegend = (t: Translate): LegendEntry[] => [
  ...types.map((type) => ({
    text: t(`statusTypes.${type}`),
    icon: { name: typeLooks[type].icon, fill: color(`${typeLooks[type].tone}-text`) },
  })),
  { text: t('picture.conditions.deadEnd'), border: { stroke: color('danger-text') } },
  { text: t('picture.conditions.unconnected'), border: { stroke: color('border-strong'), dashes: '3 2' } },
  ...marks.map((mark) => ({
    text: t(`picture.marks.${mark}`),
    icon: { name: markIcons[mark], fill: color('muted') },
  })),
  ...severities.map((severity) => ({
    text: t(`check.severities.${severity}`),
    icon: { name: markIcons[severity], fill: severityColors[severity] },
  })),
];

/** Places the entries in lines of this width. @returns them with their upper left corners, and the height of all lines */
export const placeLegend = (
  entries: readonly LegendEntry[],
  width: number,
  measure: MeasureText,
): { entries: (LegendEntry & Point)[]; height: number } => {
  let [x, y] = [0, 0];
  const placed = entries.map((entry) => {
    const length = legendTextLeft + measure(entry.text, legendText);
    if (x > 0 && x + length > width) [x, y] = [0, y + legendLine];
    const at = { ...entry, x, y };
    x += length + entryGap;
    return at;
  });
  return { entries: placed, height: y + legendLine };
};
