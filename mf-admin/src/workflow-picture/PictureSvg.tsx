import type { RefObject } from 'react';
import { ArrowShape, LabelShape } from './ArrowShape';
import type { Picture } from './geometry/picture';
import { StatusShape } from './StatusShape';

const margin = 24;

interface PictureSvgProps {
  picture: Picture;
  ref?: RefObject<SVGSVGElement | null>;
}

/** The whole picture as one SVG element, for printing and files. */
export const PictureSvg = ({ picture: { nodes, arrows, bounds, metrics }, ref }: PictureSvgProps) => {
  const [left, top] = [Math.floor(bounds.x - margin), Math.floor(bounds.y - margin)];
  const [width, height] = [Math.ceil(bounds.width + 2 * margin), Math.ceil(bounds.height + 2 * margin)];
  return (
    <svg
      ref={ref}
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`${left} ${top} ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
    >
      <rect x={left} y={top} width={width} height={height} fill="var(--ob-raised)" />
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
    </svg>
  );
};
