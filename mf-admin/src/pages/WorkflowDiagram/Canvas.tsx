import { useNavigate } from '@obieg/web-kit';
import { type Connection, ReactFlow, useReactFlow } from '@xyflow/react';
import { memo, useEffect, useMemo } from 'react';
import { type DiagramLayout, type DiagramStatus, startId } from './diagram-layout';
import { useDiagram } from './focus';
import { StatusNode, type StatusNodeType } from './StatusNode';
import { TransitionEdge, type TransitionEdgeType } from './TransitionEdge';
import { useKeyboardViewport } from './use-keyboard-viewport';
import { getInitialViewport, type Size, zoomMax, zoomMin } from './viewport';
import './xyflow.css';

const nodeTypes = { status: StatusNode };
const edgeTypes = { transition: TransitionEdge };

/** The server refuses a new task that begins elsewhere (spec 2 §4), so the pencil does too. */
const canLeadTo = (status: DiagramStatus | undefined, fromId: string): boolean =>
  status !== undefined && (fromId !== startId || status.statusType === 'INITIAL');

const useElements = (layout: DiagramLayout) =>
  useMemo(() => {
    const nodes: StatusNodeType[] = layout.nodes.map((placed) => ({
      id: placed.id,
      type: 'status',
      position: { x: placed.x, y: placed.y },
      width: placed.width,
      height: placed.height,
      data: { placed, canLeadTo: (fromId) => canLeadTo(placed.status, fromId) },
      // The list is what is read out; here it would be read twice, without its order.
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
  canChange: boolean;
  /** A status was clicked, or what lies between them. */
  onChoose: (nodeId: string | undefined) => void;
}

/** What is drawn; it stays as it is while one looks at this and that. */
export const Canvas = memo(({ layout, size, label, canChange, onChoose }: CanvasProps) => {
  const navigate = useNavigate();
  const { setViewport } = useReactFlow();
  const { point, open } = useDiagram();
  const onKeyDown = useKeyboardViewport();
  const { nodes, edges } = useElements(layout);
  useEffect(() => {
    void setViewport(getInitialViewport(layout, size));
  }, [layout, size, setViewport]);
  const draw = ({ source, target }: Connection): void => {
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
      nodesConnectable={canChange}
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
        canLeadTo(nodes.find(({ id }) => id === target)?.data.placed.status, source)
      }
      onConnect={draw}
      onEdgeClick={(_, { data }) => {
        if (data) open(data.placed.transition.id);
      }}
      onEdgeMouseEnter={(_, { data }) => data && point({ transitionId: data.placed.transition.id })}
      onEdgeMouseLeave={() => point(undefined)}
      onNodeMouseEnter={(_, { id }) => point({ nodeId: id })}
      onNodeMouseLeave={() => point(undefined)}
      onNodeClick={(_, { id }) => onChoose(id)}
      onPaneClick={() => onChoose(undefined)}
      tabIndex={0}
      onKeyDown={onKeyDown}
      aria-label={label}
      aria-describedby="diagram-keys"
    />
  );
});
