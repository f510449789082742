import { MiniMap, type NodeChange, ReactFlow, useReactFlow, useStore } from '@xyflow/react';
import { memo, useEffect, useMemo, useState } from 'react';
import { useAdminMessages } from '../../i18n/messages';
import { getNodeId } from '../../workflow-picture/geometry/diagram-layout';
import type { Box } from '../../workflow-picture/geometry/edge-paths';
import type { Size } from '../../workflow-picture/geometry/viewport';
import { useKeyboardViewport } from '../../workflow-picture/use-keyboard-viewport';
import '../../workflow-picture/xyflow.css';
import type { Picture } from '../../workflow-picture/geometry/picture';
import { PictureEdgeView } from './PictureEdgeView';
import { type PictureNodeType, PictureNodeView } from './PictureNodeView';
import classes from './picture.module.css';
import type { Focus } from './picture-focus';
import { type Selection, statusIdOf } from './selection';
import { usePictureElements } from './use-picture-elements';
import { getInitialViewport, isWholeVisible, revealBox, zoomMax, zoomMin } from './viewport';

const nodeTypes = { status: PictureNodeView };
const edgeTypes = { arrow: PictureEdgeView };
/** Moved statuses align easily. */
const grid: [number, number] = [8, 8];

const findSelected = ({ nodes, arrows }: Picture, selection: Selection | undefined) => {
  if (!selection) return undefined;
  if ('statusId' in selection) {
    const node = nodes.find(({ id }) => id === getNodeId(selection.statusId));
    return node && { nodeId: node.id, box: node.box };
  }
  const arrow = arrows.find(({ label }) =>
    label.rows.some(({ transition }) => transition.id === selection.transitionId),
  );
  return arrow && { arrowId: arrow.id, box: arrow.label.box };
};

/** Moves the view to a selection outside it, for example one made in the list or one that the panel covers. */
const useReveal = (box: Box | undefined, size: Size): void => {
  const { getViewport, setViewport } = useReactFlow();
  useEffect(() => {
    if (box) void setViewport(revealBox(box, getViewport(), size));
  }, [box, size, getViewport, setViewport]);
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

interface PictureCanvasProps {
  picture: Picture;
  size: Size;
  selection: Selection | undefined;
  onSelect: (selection: Selection | undefined) => void;
  onHover: (focus: Focus) => void;
  /** Undefined if the user may not move statuses. */
  onMove: ((centers: ReadonlyMap<string, { x: number; y: number }>) => void) | undefined;
}

/** Draws the picture with React Flow: pan, zoom, minimap, and statuses that can be moved by pointer and keyboard. */
export const PictureCanvas = memo(
  ({ picture, size, selection, onSelect, onHover, onMove }: PictureCanvasProps) => {
    const t = useAdminMessages();
    const selected = findSelected(picture, selection);
    const { nodes, edges, applyChanges } = usePictureElements(picture, selected?.nodeId, onMove);
    const [initial] = useState(() => getInitialViewport(picture, size));
    const onKeyDown = useKeyboardViewport();
    useReveal(selected?.box, size);
    const ariaLabels = useMemo(
      () => ({
        'node.a11yDescription.default': t('picture.nodeKeys'),
        'node.a11yDescription.keyboardDisabled': t('picture.nodeKeys'),
        'node.a11yDescription.ariaLiveMessage': ({ x, y }: { x: number; y: number }) =>
          t('picture.movedTo', { x, y }),
        'minimap.ariaLabel': t('picture.minimap'),
      }),
      [t],
    );
    const changeNodes = (changes: NodeChange<PictureNodeType>[]): void => {
      applyChanges(changes);
      const selections = changes.filter((change) => change.type === 'select');
      const added = selections.find((change) => change.selected);
      if (added) onSelect({ statusId: statusIdOf(added.id) });
      else if (selections.length > 0) onSelect(undefined);
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
        nodesFocusable
        edgesFocusable={false}
        nodesConnectable={false}
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
        onNodesChange={changeNodes}
        onEdgeClick={({ target }, { data }) => {
          const row = (target as Element).closest('[data-transition]')?.getAttribute('data-transition');
          const first = data?.arrow.label.rows[0]?.transition.id;
          const id = row ? Number(row) : first;
          if (id !== undefined) onSelect({ transitionId: id });
        }}
        onEdgeMouseEnter={(_, { id }) => onHover({ arrowId: id })}
        onEdgeMouseLeave={() => onHover(undefined)}
        onNodeMouseEnter={(_, { id }) => onHover({ nodeId: id })}
        onNodeMouseLeave={() => onHover(undefined)}
        onPaneClick={() => onSelect(undefined)}
        tabIndex={0}
        onKeyDown={onKeyDown}
        aria-label={t('picture.label', { statuses: picture.nodes.length - 1, arrows: picture.arrows.length })}
        aria-describedby="picture-keys"
      >
        <Overview bounds={picture.bounds} size={size} />
      </ReactFlow>
    );
  },
);
