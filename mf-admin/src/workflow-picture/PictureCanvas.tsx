import { type Connection, MiniMap, type NodeChange, ReactFlow, useReactFlow, useStore } from '@xyflow/react';
import { type MouseEvent, memo, useEffect, useMemo, useRef, useState } from 'react';
import { useAdminMessages } from '../i18n/messages';
import type { Box, Point, Size } from './geometry/boxes';
import { type Focus, findFocus, type Selection } from './geometry/focus';
import { canConnect, type Picture, statusIdOf } from './geometry/picture';
import {
  getInitialViewport,
  getWholeViewport,
  isWholeVisible,
  revealBox,
  zoomMax,
  zoomMin,
} from './geometry/viewport';
import { PictureEdgeView } from './PictureEdgeView';
import { type PictureNodeType, PictureNodeView } from './PictureNodeView';
import classes from './picture.module.css';
import { useKeyboardViewport } from './use-keyboard-viewport';
import { usePictureElements } from './use-picture-elements';
import './xyflow.css';

const nodeTypes = { status: PictureNodeView };
const edgeTypes = { arrow: PictureEdgeView };
/** Moved statuses align easily. */
const grid: [number, number] = [8, 8];

const boxOf = ({ nodes, arrows }: Picture, focus: Focus): Box | undefined => {
  if (!focus) return undefined;
  return 'nodeId' in focus
    ? nodes.find(({ id }) => id === focus.nodeId)?.box
    : arrows.find(({ id }) => id === focus.arrowId)?.label.box;
};

/**
 * Moves the view to a selection outside it, for example one made in the list. A picture that is visible as a whole stays
 * so when the panel takes room from its canvas.
 */
const useReveal = (bounds: Box, box: Box | undefined, size: Size, isCompact: boolean): void => {
  const { getViewport, setViewport } = useReactFlow();
  const previousSize = useRef(size);
  useEffect(() => {
    if (isCompact) return;
    const isResized = previousSize.current !== size;
    const wasWhole = isWholeVisible(bounds, getViewport(), previousSize.current);
    previousSize.current = size;
    const whole = isResized && wasWhole ? getWholeViewport(bounds, size) : undefined;
    if (whole) void setViewport(whole);
    else if (box && (isResized || !wasWhole)) void setViewport(revealBox(box, getViewport(), size));
  }, [bounds, box, size, isCompact, getViewport, setViewport]);
};

/** Shows the whole compact picture whenever it or its canvas changes. */
const useWholeView = (picture: Picture, size: Size, isCompact: boolean): void => {
  const { setViewport } = useReactFlow();
  useEffect(() => {
    if (isCompact) void setViewport(getInitialViewport(picture, size, true));
  }, [picture, size, isCompact, setViewport]);
};

const overviewSize = { width: 150, height: 104 };
const overviewTones = {
  START: 'accent',
  INITIAL: 'info-text',
  INTERMEDIATE: 'warning-text',
  FINAL: 'success-text',
} as const;

/** Minimap, while a part of the picture is out of view. */
const Overview = ({ bounds, size }: { bounds: Box; size: Size }) => {
  const isWhole = useStore(({ transform: [x, y, zoom] }) => isWholeVisible(bounds, { x, y, zoom }, size));
  if (isWhole) return null;
  return (
    <MiniMap<PictureNodeType>
      className={classes['minimap'] ?? ''}
      style={overviewSize}
      bgColor="var(--ob-raised)"
      maskColor="color-mix(in srgb, var(--ob-sunken) 75%, transparent)"
      maskStrokeColor="var(--ob-accent-text)"
      maskStrokeWidth={2}
      pannable
      zoomable
      nodeColor={({ data }) => `var(--ob-${overviewTones[data.node.status?.statusType ?? 'START']})`}
      nodeBorderRadius={12}
    />
  );
};

/** Returns the transition of an arrow that was clicked: that of the name, or the first one. */
const findTransitionId = (
  { target }: MouseEvent,
  { label }: Picture['arrows'][number],
): number | undefined => {
  const row = (target as Element).closest('[data-transition]')?.getAttribute('data-transition');
  return row ? Number(row) : label.rows[0]?.transition.id;
};

const useAriaLabels = () => {
  const t = useAdminMessages();
  return useMemo(
    () => ({
      'node.a11yDescription.default': t('picture.nodeKeys'),
      'node.a11yDescription.keyboardDisabled': t('picture.nodeKeys'),
      'node.a11yDescription.ariaLiveMessage': ({ x, y }: Point) => t('picture.movedTo', { x, y }),
      'minimap.ariaLabel': t('picture.minimap'),
    }),
    [t],
  );
};

export interface PictureCanvasProps {
  picture: Picture;
  size: Size;
  label: string;
  isCompact: boolean;
  selection: Selection | undefined;
  onSelect: (selection: Selection | undefined) => void;
  onHover: (focus: Focus) => void;
  /** Undefined if statuses cannot be moved. */
  onMove: ((centers: ReadonlyMap<string, Point>) => void) | undefined;
  /** Undefined if the user may not draw arrows. */
  onConnect: ((fromId: string, toId: string) => void) | undefined;
  /** The address of a transition, if names are links. */
  hrefOf: ((transitionId: number) => string) | undefined;
}

/** Draws the picture with React Flow: pan, zoom, minimap, and statuses that can be moved and connected. */
export const PictureCanvas = memo((props: PictureCanvasProps) => {
  const { picture, size, label, isCompact, selection, onSelect, onHover, onMove, onConnect, hrefOf } = props;
  const focus = findFocus(picture, selection);
  const selectedNodeId = focus && 'nodeId' in focus ? focus.nodeId : undefined;
  const { nodes, edges, applyChanges } = usePictureElements(picture, {
    selectedNodeId,
    isCompact,
    hrefOf,
    onMove,
  });
  const [initial] = useState(() => getInitialViewport(picture, size, isCompact));
  const onKeyDown = useKeyboardViewport(picture.bounds);
  const ariaLabels = useAriaLabels();
  useReveal(picture.bounds, boxOf(picture, focus), size, isCompact);
  useWholeView(picture, size, isCompact);
  const changeNodes = (changes: NodeChange<PictureNodeType>[]): void => {
    applyChanges(changes);
    const selections = changes.filter((change) => change.type === 'select');
    const added = selections.find((change) => change.selected);
    if (added) onSelect({ statusId: statusIdOf(added.id) });
    else if (selections.length > 0) onSelect(undefined);
  };
  const selectTransition = (event: MouseEvent, edge: (typeof edges)[number]): void => {
    // The browser opens a link in another tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const transitionId = edge.data && findTransitionId(event, edge.data.arrow);
    if (transitionId !== undefined) onSelect({ transitionId });
  };
  return (
    <ReactFlow<PictureNodeType, (typeof edges)[number]>
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      edgeTypes={edgeTypes}
      defaultViewport={initial}
      minZoom={zoomMin}
      maxZoom={zoomMax}
      nodesDraggable={onMove !== undefined}
      selectNodesOnDrag={false}
      nodesFocusable={!isCompact}
      edgesFocusable={false}
      disableKeyboardA11y={isCompact}
      nodesConnectable={onConnect !== undefined}
      connectOnClick={false}
      connectionRadius={28}
      snapToGrid
      snapGrid={grid}
      zoomOnScroll={false}
      zoomOnDoubleClick={false}
      preventScrolling={false}
      deleteKeyCode={null}
      selectionKeyCode={null}
      multiSelectionKeyCode={null}
      panActivationKeyCode={null}
      ariaLabelConfig={ariaLabels}
      proOptions={{ hideAttribution: true }}
      isValidConnection={({ source, target }: Pick<Connection, 'source' | 'target'>) =>
        canConnect(source, picture.nodes.find(({ id }) => id === target)?.status)
      }
      onConnect={({ source, target }) => onConnect?.(source, target)}
      onNodesChange={changeNodes}
      onEdgeClick={selectTransition}
      onEdgeMouseEnter={(_, { id }) => onHover({ arrowId: id })}
      onEdgeMouseLeave={() => onHover(undefined)}
      onNodeMouseEnter={(_, { id }) => onHover({ nodeId: id })}
      onNodeMouseLeave={() => onHover(undefined)}
      onPaneClick={() => onSelect(undefined)}
      tabIndex={0}
      onKeyDown={onKeyDown}
      aria-label={label}
      aria-describedby="picture-keys"
    >
      {isCompact ? null : <Overview bounds={picture.bounds} size={size} />}
    </ReactFlow>
  );
});
