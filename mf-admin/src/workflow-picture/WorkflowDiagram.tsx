import { useNavigate } from '@obieg/web-kit';
import { ReactFlowProvider, useStore } from '@xyflow/react';
import { useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { useAdminMessages } from '../i18n/messages';
import { Canvas } from './Canvas';
import { DiagramBar } from './DiagramBar';
import classes from './diagram.module.css';
import { createFocusStore, DiagramContext, type Focus, spreadLabels } from './focus';
import type { DiagramLayout, DiagramStatus, DiagramTransition } from './geometry/diagram-layout';
import { layoutWorkflow } from './geometry/layout-workflow';
import { namesZoomMin } from './geometry/viewport';
import { useElementSize } from './use-element-size';

export interface WorkflowDiagramProps {
  statuses: readonly DiagramStatus[];
  transitions: readonly DiagramTransition[];
  /** Whether the user may draw arrows. */
  canEdit: boolean;
  /** The transition that is hovered or focused in the list. */
  highlightedId: number | undefined;
}

/** Combines hover, list highlight and selection into the focus, in this order of precedence. */
const useFocusState = (highlightedId: number | undefined) => {
  const [hovered, setHovered] = useState<Focus>();
  const [selectedId, setSelectedId] = useState<string>();
  const focus = useMemo((): Focus => {
    if (hovered) return hovered;
    if (highlightedId !== undefined) return { transitionId: highlightedId };
    return selectedId === undefined ? undefined : { nodeId: selectedId };
  }, [hovered, highlightedId, selectedId]);
  const toggleSelection = useCallback(
    (nodeId: string | undefined) => setSelectedId((current) => (nodeId === current ? undefined : nodeId)),
    [],
  );
  return { focus, setHovered, selectedId, toggleSelection };
};

/** Height of a label plus the gap below it, as in the style sheet. */
const labelStepPx = { zoomedOut: 35, zoomedIn: 25 };

const roundTo50 = (pixels: number | undefined): number => Math.round((pixels ?? 0) / 50) * 50;

const useFocusStore = (layout: DiagramLayout | undefined, focus: Focus, isZoomedOut: boolean) => {
  const [store] = useState(createFocusStore);
  useLayoutEffect(() => {
    const stepPx = isZoomedOut ? labelStepPx.zoomedOut : labelStepPx.zoomedIn;
    store.write(spreadLabels(layout?.edges ?? [], focus, layout?.isCompact ? stepPx : undefined));
  }, [store, layout, focus, isZoomedOut]);
  return store;
};

const Diagram = ({ statuses, transitions, canEdit, highlightedId }: WorkflowDiagramProps) => {
  const t = useAdminMessages();
  const navigate = useNavigate();
  const { ref, size } = useElementSize();
  const isZoomedOut = useStore(({ transform }) => transform[2] < namesZoomMin);
  const { focus, setHovered, selectedId, toggleSelection } = useFocusState(highlightedId);
  // Rounded, so that a resize by a few pixels does not change the layout.
  const width = roundTo50(size?.width);
  const height = roundTo50(size?.height);
  const layout = useMemo(
    () => (width && height ? layoutWorkflow(statuses, transitions, { width, height }) : undefined),
    [statuses, transitions, width, height],
  );
  const store = useFocusStore(layout, focus, isZoomedOut);
  const openTransition = useCallback((id: number) => void navigate(`/status-transitions/${id}`), [navigate]);
  const context = useMemo(() => ({ store, setHovered, openTransition }), [store, setHovered, openTransition]);
  return (
    <DiagramContext value={context}>
      <div className={classes['diagram']}>
        <div
          ref={ref}
          className={classes['canvas']}
          data-far={isZoomedOut}
          data-names={!isZoomedOut && layout?.isCompact === false}
          data-focused={focus !== undefined}
        >
          {layout && size ? (
            <Canvas
              layout={layout}
              size={size}
              label={t('diagram.label', { statuses: statuses.length, transitions: transitions.length })}
              canEdit={canEdit}
              onSelect={toggleSelection}
            />
          ) : null}
          <p id="diagram-keys" className="ob-visually-hidden">
            {t('diagram.keys')}
          </p>
        </div>
        <DiagramBar
          selectedNode={layout?.nodes.find(({ id }) => id === selectedId)}
          transitions={transitions}
          canEdit={canEdit}
          areNamesHidden={layout?.isCompact === true && layout.edges.length > 0}
        />
      </div>
    </DiagramContext>
  );
};

/** The workflow diagram. Import it lazily: it brings React Flow and the layout library. */
export const WorkflowDiagram = (props: WorkflowDiagramProps) => (
  <ReactFlowProvider>
    <Diagram {...props} />
  </ReactFlowProvider>
);
