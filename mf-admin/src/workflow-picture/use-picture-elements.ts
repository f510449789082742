import { applyNodeChanges, type NodeChange, type NodeHandle, Position } from '@xyflow/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useAdminMessages } from '../i18n/messages';
import type { Point } from './geometry/boxes';
import type { Picture, PictureNode } from './geometry/picture';
import type { PictureEdgeType } from './PictureEdgeView';
import type { PictureNodeType } from './PictureNodeView';

/** A key that is held down moves a status many times. */
const saveDelayMs = 400;

const useNodeLabel = (): ((node: PictureNode) => string) => {
  const t = useAdminMessages();
  return ({ status, condition, severity }) =>
    status
      ? [
          status.name,
          t(`statusTypes.${status.statusType}`),
          condition && t(`picture.conditions.${condition}`),
          severity && t(`check.severities.${severity}`),
        ]
          .filter(Boolean)
          .join(', ')
      : t('diagram.start');
};

/** Where arrows begin and end while a status is dragged: in its center. */
const buildHandles = (width: number, height: number): NodeHandle[] =>
  (['target', 'source'] as const).map((type) => ({
    type,
    position: Position.Left,
    x: width / 2,
    y: (height - 1) / 2,
    width: 1,
    height: 1,
  }));

/** React Flow would hide all arrows of a new picture until it has measured sizes and handles, so it gets both. */
const buildNodes = (
  picture: Picture,
  labelOf: (node: PictureNode) => string,
  isCompact: boolean,
): PictureNodeType[] =>
  picture.nodes.map((node) => {
    const { x, y, width, height } = node.box;
    return {
      id: node.id,
      type: 'status',
      position: { x, y },
      width,
      height,
      measured: { width, height },
      handles: buildHandles(width, height),
      data: { node, metrics: picture.metrics.node },
      ariaLabel: labelOf(node),
      ariaRole: 'button',
      domAttributes: { 'aria-roledescription': undefined, 'aria-hidden': isCompact },
    };
  });

const buildEdges = (
  { nodes, arrows, metrics, areNamesHidden }: Picture,
  hrefOf: ElementOptions['hrefOf'],
): PictureEdgeType[] => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return arrows.flatMap((arrow): PictureEdgeType[] => {
    const [source, target] = [byId.get(arrow.source), byId.get(arrow.target)];
    if (!source || !target) return [];
    return [
      {
        id: arrow.id,
        type: 'arrow',
        source: arrow.source,
        target: arrow.target,
        data: { arrow, source, target, metrics: metrics.label, isNameHidden: areNamesHidden, hrefOf },
        selectable: false,
        // Screen readers use the list, which has the same transitions in order.
        ariaRole: 'presentation',
        domAttributes: { 'aria-hidden': true },
      },
    ];
  });
};

/** Calls `save` after a pause, or when the component unmounts before. */
const usePendingSave = (save: () => void): (() => void) => {
  const latest = useRef(save);
  latest.current = save;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      if (timer.current === undefined) return;
      clearTimeout(timer.current);
      latest.current();
    },
    [],
  );
  return () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      latest.current();
    }, saveDelayMs);
  };
};

interface ElementOptions {
  selectedNodeId: string | undefined;
  /** Whether screen readers skip the statuses, because a list has them. */
  isCompact: boolean;
  hrefOf: ((transitionId: number) => string) | undefined;
  onMove: ((centers: ReadonlyMap<string, Point>) => void) | undefined;
}

/** Holds the elements of React Flow: the picture, and positions of statuses that are being moved. */
export const usePictureElements = (
  picture: Picture,
  { selectedNodeId, isCompact, hrefOf, onMove }: ElementOptions,
) => {
  const labelOf = useNodeLabel();
  const [drawn, setDrawn] = useState(picture);
  const [moving, setMoving] = useState(() => buildNodes(picture, labelOf, isCompact));
  if (drawn !== picture) {
    setDrawn(picture);
    setMoving(buildNodes(picture, labelOf, isCompact));
  }
  const nodes = useMemo(
    () => moving.map((node) => ({ ...node, selected: node.id === selectedNodeId })),
    [moving, selectedNodeId],
  );
  const edges = useMemo(() => buildEdges(picture, hrefOf), [picture, hrefOf]);
  const save = usePendingSave(() => {
    const centers = moving.map(({ id, position, data: { node } }): [string, Point] => [
      id,
      { x: Math.round(position.x + node.box.width / 2), y: Math.round(position.y + node.box.height / 2) },
    ]);
    onMove?.(new Map(centers));
  });
  const applyChanges = (changes: NodeChange<PictureNodeType>[]): void => {
    const moves = changes.filter(({ type }) => type !== 'select');
    if (moves.length === 0) return;
    setMoving((current) => applyNodeChanges(moves, current));
    if (moves.some((change) => change.type === 'position' && !change.dragging)) save();
  };
  return { nodes, edges, applyChanges };
};
