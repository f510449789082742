import { centerOf } from './geometry/boxes';
import { tipOf, toPath } from './geometry/curves';
import type { LabelMetrics } from './geometry/metrics';
import type { LabelRow, Mark, PictureArrow } from './geometry/picture';
import { color, markIcons, PlacedIcon, severityColors, TextLines } from './Shapes';

const colorOfMark = (mark: Mark): string =>
  mark === 'error' || mark === 'warning' || mark === 'hint' ? severityColors[mark] : color('muted');

interface ArrowShapeProps {
  arrow: PictureArrow;
  isStrong?: boolean;
  isWeak?: boolean;
}

/** The line and head of an arrow, and the line to a label that is beside it. */
export const ArrowShape = ({ arrow, isStrong = false, isWeak = false }: ArrowShapeProps) => {
  const { curve, isInactive, label } = arrow;
  const tip = tipOf(curve);
  const stroke = color(isStrong ? 'accent-text' : isWeak ? 'border-control' : 'border-strong');
  const center = centerOf(label.box);
  return (
    <g fill="none" stroke={stroke} strokeWidth={isStrong ? 2.25 : 1.5}>
      <path d={toPath(curve)} strokeDasharray={isInactive ? '5 4' : undefined} />
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
}: ArrowShapeProps & LabelLook) => {
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
