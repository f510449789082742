import type { StatusType } from '@obieg/contracts';
import type { IconName } from '@obieg/ui';
import type { NodeMetrics } from './geometry/metrics';
import type { PictureNode } from './geometry/picture';
import { color, markIcons, PlacedIcon, severityColors, TextLines } from './Shapes';

export const typeLooks: Readonly<Record<StatusType, { icon: IconName; tone: string }>> = {
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
  const { icon, tone } = typeLooks[status.statusType] ?? typeLooks.INTERMEDIATE;
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
