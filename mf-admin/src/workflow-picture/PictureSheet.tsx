import type { RefObject } from 'react';
import { ArrowShape, LabelShape } from './ArrowShape';
import type { Picture } from './geometry/picture';
import type { MeasureText } from './geometry/wrap-text';
import { color, PlacedIcon, TextLines } from './Shapes';
import { StatusShape } from './StatusShape';
import {
  type LegendEntry,
  legendIconSize,
  legendLine,
  legendText,
  legendTextLeft,
  placeLegend,
} from './sheet-legend';

const margin = 24;
/** Room for the heading and a few entries of the legend in a line. */
const widthMin = 560;
const title = { sizePx: 18, weight: 600 };
const titleLine = 26;
const subtitleLine = 20;
const headHeight = titleLine + subtitleLine + 18;

interface SheetTexts {
  title: string;
  subtitle: string;
  legend: readonly LegendEntry[];
}

const Sign = ({ icon, border }: LegendEntry) => {
  if (icon) return <PlacedIcon name={icon.name} size={legendIconSize} x={0} y={0} fill={icon.fill} />;
  return (
    <rect
      x={1}
      y={2}
      width={legendIconSize - 2}
      height={legendIconSize - 4}
      rx={4}
      fill="none"
      stroke={border?.stroke}
      strokeWidth={2}
      strokeDasharray={border?.dashes}
    />
  );
};

interface PictureSheetProps {
  picture: Picture;
  texts: SheetTexts;
  measure: MeasureText;
  ref?: RefObject<SVGSVGElement | null>;
}

/** The whole picture with heading and legend as one SVG element, for printing and files. */
export const PictureSheet = ({ picture, texts, measure, ref }: PictureSheetProps) => {
  const { nodes, arrows, bounds, metrics } = picture;
  const inner = Math.max(widthMin, Math.ceil(bounds.width));
  const left = Math.floor(bounds.x - (inner - bounds.width) / 2);
  const top = Math.floor(bounds.y) - headHeight;
  const legend = placeLegend(texts.legend, inner, measure);
  const legendTop = Math.ceil(bounds.y + bounds.height) + margin;
  const [width, height] = [inner + 2 * margin, legendTop + legend.height + margin - (top - margin)];
  return (
    <svg
      ref={ref}
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`${left - margin} ${top - margin} ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
    >
      <rect x={left - margin} y={top - margin} width={width} height={height} fill={color('raised')} />
      <TextLines
        lines={[texts.title]}
        x={left}
        y={top}
        lineHeight={titleLine}
        style={title}
        fill={color('text')}
      />
      <TextLines
        lines={[texts.subtitle]}
        x={left}
        y={top + titleLine}
        lineHeight={subtitleLine}
        style={legendText}
        fill={color('muted')}
      />
      {arrows.map((arrow) => (
        <ArrowShape key={arrow.id} arrow={arrow} />
      ))}
      {nodes.map((node) => (
        <g key={node.id} transform={`translate(${node.box.x} ${node.box.y})`}>
          <StatusShape node={node} metrics={metrics.node} />
        </g>
      ))}
      {arrows.map((arrow) => (
        <g key={arrow.id} transform={`translate(${arrow.label.box.x} ${arrow.label.box.y})`}>
          <LabelShape arrow={arrow} metrics={metrics.label} />
        </g>
      ))}
      {legend.entries.map(({ x, y, ...entry }) => (
        <g key={entry.text} transform={`translate(${left + x} ${legendTop + y})`}>
          <g transform={`translate(0 ${(legendLine - legendIconSize) / 2})`}>
            <Sign {...entry} />
          </g>
          <TextLines
            lines={[entry.text]}
            x={legendTextLeft}
            y={0}
            lineHeight={legendLine}
            style={legendText}
            fill={color('text')}
          />
        </g>
      ))}
    </svg>
  );
};
