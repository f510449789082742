import { useNavigate } from '@obieg/web-kit';
import { type Connection, ReactFlow, ReactFlowProvider, useReactFlow, useStore } from '@xyflow/react';
import { useEffect, useMemo, useState } from 'react';
import { useAdminMessages } from '../../messages';
import { DiagramBar } from './DiagramBar';
import classes from './diagram.module.css';
import { type DiagramLayout, type DiagramStatus, type DiagramTransition, startId } from './diagram-layout';
import type { Point } from './edge-ways';
import { type Focus, FocusContext, spreadNames, useFocus } from './focus';
import { layoutWorkflow } from './layout-workflow';
import { StatusNode, type StatusNodeType } from './StatusNode';
import { TransitionEdge, type TransitionEdgeType } from './TransitionEdge';
import { useElementSize } from './use-element-size';
import { useKeyboardView } from './use-keyboard-view';
import { firstView, namesZoomMin, type Size, zoomMax, zoomMin } from './view';
import './xyflow.css';

const nodeTypes = { status: StatusNode };
const edgeTypes = { transition: TransitionEdge };

export interface WorkflowDiagramProps {
  statuses: readonly DiagramStatus[];
  transitions: readonly DiagramTransition[];
  /** Whether arrows may be drawn. */
  canChange: boolean;
  /** The transition that is pointed at elsewhere, in the list. */
  pointedId: number | undefined;
}

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

const useFocusState = (pointedId: number | undefined) => {
  const [pointed, point] = useState<Focus>();
  const [chosenId, setChosenId] = useState<string>();
  const focus = useMemo(
    (): Focus =>
      pointed ??
      (pointedId === undefined ? undefined : { transitionId: pointedId }) ??
      (chosenId === undefined ? undefined : { nodeId: chosenId }),
    [pointed, pointedId, chosenId],
  );
  return { focus, point, chosenId, setChosenId };
};

interface CanvasProps {
  layout: DiagramLayout;
  size: Size;
  label: string;
  canChange: boolean;
  onChoose: (nodeId: string | undefined) => void;
}

const Canvas = ({ layout, size, label, canChange, onChoose }: CanvasProps) => {
  const navigate = useNavigate();
  const { setViewport } = useReactFlow();
  const { point } = useFocus();
  const onKeyDown = useKeyboardView();
  const { nodes, edges } = useElements(layout);
  useEffect(() => {
    void setViewport(firstView(layout, size));
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
      defaultViewport={firstView(layout, size)}
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
        if (data) void navigate(`/status-transitions/${data.placed.transition.id}`);
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
};

/** Height of a name and the room below it, as the style sheet has it. */
const nameStep = { far: 35, near: 25 };
const noPlaces: ReadonlyMap<string, Point> = new Map();

const roughly = (pixels: number | undefined): number => Math.round((pixels ?? 0) / 50) * 50;

const Stage = ({ statuses, transitions, canChange, pointedId }: WorkflowDiagramProps) => {
  const t = useAdminMessages();
  const { ref, size } = useElementSize();
  const isFar = useStore(({ transform }) => transform[2] < namesZoomMin);
  const { focus, point, chosenId, setChosenId } = useFocusState(pointedId);
  // A few pixels more make no other picture.
  const width = roughly(size?.width);
  const height = roughly(size?.height);
  const layout = useMemo(
    () => (width && height ? layoutWorkflow(statuses, transitions, { width, height }) : undefined),
    [statuses, transitions, width, height],
  );
  const door = useMemo(
    () => ({
      focus,
      point,
      places: layout?.isCompact
        ? spreadNames(layout.edges, focus, isFar ? nameStep.far : nameStep.near)
        : noPlaces,
    }),
    [focus, point, layout, isFar],
  );
  return (
    <FocusContext value={door}>
      <div className={classes['diagram']}>
        <div
          ref={ref}
          className={classes['canvas']}
          data-far={isFar}
          data-names={!isFar && layout?.isCompact === false}
        >
          {layout && size ? (
            <Canvas
              layout={layout}
              size={size}
              label={t('diagram.label', { statuses: statuses.length, transitions: transitions.length })}
              canChange={canChange}
              onChoose={(id) => setChosenId(id === chosenId ? undefined : id)}
            />
          ) : null}
          <p id="diagram-keys" className="ob-visually-hidden">
            {t('diagram.keys')}
          </p>
        </div>
        <DiagramBar
          chosen={layout?.nodes.find(({ id }) => id === chosenId)}
          transitions={transitions}
          canChange={canChange}
        />
      </div>
    </FocusContext>
  );
};

/** The workflow as a picture. Layout happens here, so only the page that shows it loads what it needs. */
export const WorkflowDiagram = (props: WorkflowDiagramProps) => (
  <ReactFlowProvider>
    <Stage {...props} />
  </ReactFlowProvider>
);
