import type { FindingSeverity } from '@obieg/contracts';
import { Icon, type IconName } from '@obieg/ui';
import type { Point } from './geometry/boxes';
import type { Mark } from './geometry/picture';
import type { TextStyle } from './geometry/wrap-text';

/*
 * The shapes of the picture, for the screen, the printer and exported files. They use attributes instead of classes, so
 * that an exported file needs no style sheet.
 */

export const color = (token: string): string => `var(--ob-${token})`;

export const markIcons: Readonly<Record<Mark, IconName>> = {
  conditions: 'question',
  requirements: 'edit',
  executors: 'groups',
  approval: 'check',
  inactive: 'hidden',
  error: 'error',
  warning: 'warning',
  hint: 'info',
};

export const severityColors: Readonly<Record<FindingSeverity, string>> = {
  error: color('danger-text'),
  warning: color('warning-text'),
  hint: color('info-text'),
};
interface PlacedIconProps extends Point {
  name: IconName;
  size: number;
  fill: string;
}

export const PlacedIcon = ({ name, size, x, y, fill }: PlacedIconProps) => (
  <g transform={`translate(${x} ${y})`} color={fill}>
    <Icon name={name} size={size} />
  </g>
);

/** The point is the top of the first line. */
interface TextLinesProps extends Point {
  lines: readonly string[];
  lineHeight: number;
  style: TextStyle;
  fill?: string;
}

/** A letter in capitals is about this part of the font size. */
const capHeight = 0.72;

export const TextLines = ({ lines, x, y, lineHeight, style, fill = 'currentColor' }: TextLinesProps) =>
  lines.map((line, index) => {
    const baseline = y + index * lineHeight + (lineHeight + capHeight * style.sizePx) / 2;
    return (
      <text
        key={baseline}
        x={x}
        y={baseline}
        fontFamily={color('font')}
        fontSize={style.sizePx}
        fontWeight={style.weight}
        fill={fill}
      >
        {line}
      </text>
    );
  });
