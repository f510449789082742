import type { FindingSeverity, StatusType } from '@obieg/contracts';
import { Icon, type IconName } from '@obieg/ui';
import type { ReactNode } from 'react';
import type { LabelMetrics, NodeMetrics } from './geometry/metrics';
import type { LabelRow, Mark, PictureArrow, PictureNode } from './geometry/picture';
import type { TextStyle } from './geometry/wrap-text';

/*
 * The shapes of the picture, for the screen, the printer and exported files. They use attributes instead of classes, so
 * that an exported file needs no style sheet.
 */

const color = (token: string): string => `var(--ob-${token})`;

export const markIcons: Readonly<Record<Mark, IconName>> = {
  conditions: 'question',
  requirements: 'edit',
  executors: 'groups',
  inactive: 'hidden',
  error: 'error',
  warning: 'warning',
  hint: 'info',
};

const severityColors: Readonly<Record<FindingSeverity, string>> = {
  error: color('danger-text'),
  warning: color('warning-text'),
  hint: color('info-text'),
};
const colorOfMark = (mark: Mark): string =>
  mark === 'error' || mark === 'warning' || mark === 'hint' ? severityColors[mark] : color('muted');

const PlacedIcon = ({
  name,
  size,
  x,
  y,
  fill,
}: {
  name: IconName;
  size: number;
  x: number;
  y: number;
  fill: string;
}) => (
  <g transform={`translate(${x} ${y})`} color={fill}>
    <Icon name={name} size={size} />
  </g>
);

interface TextLinesProps {
  lines: readonly string[];
  x: number;
  /** Top of the first line. */
  y: number;
  lineHeight: number;
  style: TextStyle;
  fill?: string;
}

/** A letter in capitals is about this part of the font size. */
const capHeight = 0.72;

const TextLines = ({ lines, x, y, lineHeight, style, fill = 'currentColor' }: TextLinesProps) =>
  lines
    .map((line, index) => ({
      line,
      baseline: y + index * lineHeight + (lineHeight + capHeight * style.sizePx) / 2,
    }))
    .map(({ line, baseline }) => (
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
    ));

const typeLooks: Readonly<Record<StatusType, { icon: IconName; tone: string }>> = {
  INITIAL: { icon: 'initial', tone: 'info' },
  INTERMEDIATE: { icon: 'intermediate', tone: 'warning' },
  FINAL: { icon: 'final', tone: 'success' },
};

const lookOf = ({ status, condition }: PictureNode) => {
  if (!status)
    return {
      icon: 'run' as IconName,
      text: color('on-accent'),
      soft: color('accent'),
      border: color('accent'),
      iconColor: color('on-accent'),
    };
  const { icon, tone } = typeLooks[status.statusType];
  const look = {
    icon,
    text: color('text'),
    soft: color(`${tone}-soft`),
    border: color(`${tone}-text`),
    iconColor: color(`${tone}-text`),
  };
  if (condition === 'unconnected') return { ...look, soft: color('sunken'), border: color('border-strong') };
  return condition === 'deadEnd' ? { ...look, border: color('danger-text') } : look;
};

interface StatusShapeProps {
  node: PictureNode;
  metrics: NodeMetrics;
  isStrong?: boolean;
}

/** A status or the start of new tasks, with the upper left corner at 0, 0. */
export const StatusShape = ({ node, metrics, isStrong = false }: StatusShapeProps) => {
  const { box, status, nameLines, captionLines, condition, severity } = node;
  const { icon, text, soft, border, iconColor } = lookOf(node);
  const { paddingX, iconGap, nameLine, captionLine, name, caption } = metrics;
  const textHeight = nameLines.length * nameLine + captionLines.length * captionLine;
  const top = (box.height - textHeight) / 2;
  const textLeft = paddingX + metrics.icon + iconGap;
  const inset = condition === 'deadEnd' ? 1.5 : 0.75;
  return (
    <g color={text}>
      <rect
        x={inset}
        y={inset}
        width={box.width - 2 * inset}
        height={box.height - 2 * inset}
        rx={status ? 9 : box.height / 2}
        fill={soft}
        stroke={isStrong ? color('accent-text') : border}
        strokeWidth={isStrong || condition === 'deadEnd' ? 3 : 1.5}
        strokeDasharray={condition === 'unconnected' ? '6 4' : undefined}
      />
      <PlacedIcon
        name={icon}
        size={metrics.icon}
        x={paddingX}
        y={(box.height - metrics.icon) / 2}
        fill={iconColor}
      />
      <TextLines lines={nameLines} x={textLeft} y={top} lineHeight={nameLine} style={name} />
      <TextLines
        lines={captionLines}
        x={textLeft}
        y={top + nameLines.length * nameLine}
        lineHeight={captionLine}
        style={caption}
        fill={color(condition === 'deadEnd' ? 'danger-text' : 'muted')}
      />
      {severity ? (
        <g transform={`translate(${box.width - 12} -6)`}>
          <circle cx={9} cy={9} r={9} fill={color('raised')} />
          <PlacedIcon name={markIcons[severity]} size={18} x={0} y={0} fill={severityColors[severity]} />
        </g>
      ) : null}
    </g>
  );
};

interface ArrowShapeProps {
  arrow: PictureArrow;
  isStrong?: boolean;
  isWeak?: boolean;
}

/** The line and head of an arrow, and the line to a label that is beside it. */
export const ArrowShape = ({ arrow, isStrong = false, isWeak = false }: ArrowShapeProps) => {
  const { path, tip, isInactive, label } = arrow;
  const stroke = color(isStrong ? 'accent-text' : isWeak ? 'border-control' : 'border-strong');
  const center = { x: label.box.x + label.box.width / 2, y: label.box.y + label.box.height / 2 };
  return (
    <g fill="none" stroke={stroke} strokeWidth={isStrong ? 2.25 : 1.5}>
      <path d={path} strokeDasharray={isInactive ? '5 4' : undefined} />
      {label.leaderTo ? (
        <path d={`M${center.x} ${center.y}L${label.leaderTo.x} ${label.leaderTo.y}`} strokeDasharray="1 3" />
      ) : null}
      <path
        d="M0 0L-10 -5L-10 5Z"
        transform={`translate(${tip.x} ${tip.y}) rotate(${tip.angle})`}
        fill={stroke}
        stroke="none"
      />
    </g>
  );
};

interface LabelLook {
  metrics: LabelMetrics;
  isWeak?: boolean;
  /** The address of a transition, if names are links. */
  hrefOf?: ((transitionId: number) => string) | undefined;
}

interface RowShapeProps extends LabelLook {
  row: LabelRow;
  width: number;
  isFirst: boolean;
}

const RowShape = ({ row, width, isFirst, metrics, isWeak, hrefOf }: RowShapeProps) => {
  const { transition, lines, marks, y, height, marksAt } = row;
  const { paddingX, line, text, mark, markGap, rowGap } = metrics;
  const content = (
    <>
      <rect x={1} y={y - rowGap / 2} width={width - 2} height={height + rowGap} fill="transparent" />
      {isFirst ? null : <path d={`M1 ${y - rowGap / 2}H${width - 1}`} stroke={color('border')} />}
      <TextLines lines={lines} x={paddingX} y={y} lineHeight={line} style={text} />
      {marks.map((one, index) => (
        <PlacedIcon
          key={one}
          name={markIcons[one]}
          size={mark}
          x={marksAt.x + index * (mark + markGap)}
          y={marksAt.y}
          fill={colorOfMark(one)}
        />
      ))}
    </>
  );
  return (
    <g data-transition={transition.id} color={color(transition.isActive && !isWeak ? 'text' : 'muted')}>
      {hrefOf ? (
        // A plain link: hundreds of router links would all re-render on every URL change.
        <a href={hrefOf(transition.id)} tabIndex={-1}>
          {content}
        </a>
      ) : (
        content
      )}
    </g>
  );
};

/** The names of an arrow's transitions, with the upper left corner at 0, 0. */
export const LabelShape = ({
  arrow,
  isStrong = false,
  isWeak = false,
  ...look
}: ArrowShapeProps & LabelLook): ReactNode => {
  const { box, rows } = arrow.label;
  return (
    <>
      <rect
        x={0.5}
        y={0.5}
        width={box.width - 1}
        height={box.height - 1}
        rx={Math.min(11, box.height / 2)}
        fill={color('raised')}
        stroke={color(isStrong ? 'accent-text' : isWeak ? 'border' : 'border-control')}
        strokeWidth={isStrong ? 1.5 : 1}
        strokeDasharray={arrow.isInactive ? '4 3' : undefined}
      />
      {rows.map((row, index) => (
        <RowShape
          key={row.transition.id}
          {...look}
          row={row}
          width={box.width}
          isFirst={index === 0}
          isWeak={isWeak}
        />
      ))}
    </>
  );
};
