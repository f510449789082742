import { useNavigate } from '@obieg/web-kit';
import { type Connection, ReactFlow, useReactFlow } from '@xyflow/react';
import { memo, useEffect, useMemo } from 'react';
import { useDiagram } from './focus';
import { type DiagramLayout, type DiagramStatus, startId } from './geometry/diagram-layout';
import { getInitialViewport, type Size, zoomMax, zoomMin } from './geometry/viewport';
import { StatusNode, type StatusNodeType } from './StatusNode';
import { TransitionEdge, type TransitionEdgeType } from './TransitionEdge';
import { useKeyboardViewport } from './use-keyboard-viewport';
import './xyflow.css';

const nodeTypes = { status: StatusNode };
const edgeTypes = { transition: TransitionEdge };

/** A transition without a from-status can only target an INITIAL status (spec 2 §4). */
const canTarget = (status: DiagramStatus | undefined, fromId: string): boolean =>
  status !== undefined && (fromId !== startId || status.statusType === 'INITIAL');

const useElements = (layout: DiagramLayout) =>
  useMemo(() => {
    const nodes: StatusNodeType[] = layout.nodes.map((placed) => ({
      id: placed.id,
      type: 'status',
      position: { x: placed.x, y: placed.y },
      width: placed.width,
      height: placed.height,
      data: { placed, canBeTargetOf: (fromId) => canTarget(placed.status, fromId) },
      // Screen readers use the list, which contains the same transitions in order.
      domAttributes: { 'aria-hidden': true },
    }));
    const edges: TransitionEdgeType[] = layout.edges.map((placed) => ({
      id: placed.id,
      type: 'transition',
      source: placed.source,
      target: placed.target,
      data: { placed },
      ariaRole: 'presentation',
      domAttributes: { 'aria-hidden': true },
    }));
    return { nodes, edges };
  }, [layout]);

interface CanvasProps {
  layout: DiagramLayout;
  size: Size;
  label: string;
  canEdit: boolean;
  /** Receives undefined for a click on the background. */
  onSelect: (nodeId: string | undefined) => void;
}

/** Renders the diagram with React Flow. Memoized, so that hovering does not re-render all nodes and edges. */
export const Canvas = memo(({ layout, size, label, canEdit, onSelect }: CanvasProps) => {
  const navigate = useNavigate();
  const { setViewport } = useReactFlow();
  const { setHovered, openTransition } = useDiagram();
  const onKeyDown = useKeyboardViewport();
  const { nodes, edges } = useElements(layout);
  useEffect(() => {
    void setViewport(getInitialViewport(layout, size));
  }, [layout, size, setViewport]);
  const createTransition = ({ source, target }: Connection): void => {
    const query = new URLSearchParams();
    if (source !== startId) query.set('from', source.replace('status-', ''));
    query.set('to', target.replace('status-', ''));
    void navigate(`/status-transitions/new?${query}`);
  };
  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      edgeTypes={edgeTypes}
      defaultViewport={getInitialViewport(layout, size)}
      minZoom={zoomMin}
      maxZoom={zoomMax}
      nodesDraggable={false}
      nodesFocusable={false}
      edgesFocusable={false}
      elementsSelectable={false}
      nodesConnectable={canEdit}
      connectOnClick={false}
      connectionRadius={28}
      zoomOnScroll={false}
      zoomOnDoubleClick={false}
      preventScrolling={false}
      deleteKeyCode={null}
      selectionKeyCode={null}
      panActivationKeyCode={null}
      disableKeyboardA11y
      proOptions={{ hideAttribution: true }}
      isValidConnection={({ source, target }) =>
        canTarget(nodes.find(({ id }) => id === target)?.data.placed.status, source)
      }
      onConnect={createTransition}
      onEdgeClick={(_, { data }) => {
        if (data) openTransition(data.placed.transition.id);
      }}
      onEdgeMouseEnter={(_, { data }) => data && setHovered({ transitionId: data.placed.transition.id })}
      onEdgeMouseLeave={() => setHovered(undefined)}
      onNodeMouseEnter={(_, { id }) => setHovered({ nodeId: id })}
      onNodeMouseLeave={() => setHovered(undefined)}
      onNodeClick={(_, { id }) => onSelect(id)}
      onPaneClick={() => onSelect(undefined)}
      tabIndex={0}
      onKeyDown={onKeyDown}
      aria-label={label}
      aria-describedby="diagram-keys"
    />
  );
});
