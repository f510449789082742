import { useNavigate } from '@obieg/web-kit';
import { ReactFlowProvider, useStore } from '@xyflow/react';
import { useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { useAdminMessages } from '../../messages';
import { Canvas } from './Canvas';
import { DiagramBar } from './DiagramBar';
import classes from './diagram.module.css';
import type { DiagramLayout, DiagramStatus, DiagramTransition } from './diagram-layout';
import { createFocusStore, DiagramContext, type Focus, spreadLabels } from './focus';
import { layoutWorkflow } from './layout-workflow';
import { useElementSize } from './use-element-size';
import { namesZoomMin } from './viewport';

export interface WorkflowDiagramProps {
  statuses: readonly DiagramStatus[];
  transitions: readonly DiagramTransition[];
  /** Whether arrows may be drawn. */
  canChange: boolean;
  /** The transition that is pointed at elsewhere, in the list. */
  pointedId: number | undefined;
}

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
  // Choosing what is chosen already lets it go.
  const choose = useCallback(
    (nodeId: string | undefined) => setChosenId((held) => (nodeId === held ? undefined : nodeId)),
    [],
  );
  return { focus, point, chosenId, choose };
};

/** Height of a name and the room below it, as the style sheet has it. */
const labelStep = { far: 35, near: 25 };

const roughly = (pixels: number | undefined): number => Math.round((pixels ?? 0) / 50) * 50;

const useFocusStore = (layout: DiagramLayout | undefined, focus: Focus, isFar: boolean) => {
  const [store] = useState(createFocusStore);
  useLayoutEffect(() => {
    const step = layout?.isCompact ? (isFar ? labelStep.far : labelStep.near) : undefined;
    store.write(spreadLabels(layout?.edges ?? [], focus, step));
  }, [store, layout, focus, isFar]);
  return store;
};

const Stage = ({ statuses, transitions, canChange, pointedId }: WorkflowDiagramProps) => {
  const t = useAdminMessages();
  const navigate = useNavigate();
  const { ref, size } = useElementSize();
  const isFar = useStore(({ transform }) => transform[2] < namesZoomMin);
  const { focus, point, chosenId, choose } = useFocusState(pointedId);
  // A few pixels more make no other picture.
  const width = roughly(size?.width);
  const height = roughly(size?.height);
  const layout = useMemo(
    () => (width && height ? layoutWorkflow(statuses, transitions, { width, height }) : undefined),
    [statuses, transitions, width, height],
  );
  const store = useFocusStore(layout, focus, isFar);
  const open = useCallback((id: number) => void navigate(`/status-transitions/${id}`), [navigate]);
  const door = useMemo(() => ({ store, point, open }), [store, point, open]);
  return (
    <DiagramContext value={door}>
      <div className={classes['diagram']}>
        <div
          ref={ref}
          className={classes['canvas']}
          data-far={isFar}
          data-names={!isFar && layout?.isCompact === false}
          data-focused={focus !== undefined}
        >
          {layout && size ? (
            <Canvas
              layout={layout}
              size={size}
              label={t('diagram.label', { statuses: statuses.length, transitions: transitions.length })}
              canChange={canChange}
              onChoose={choose}
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
          areNamesHidden={layout?.isCompact === true && layout.edges.length > 0}
        />
      </div>
    </DiagramContext>
  );
};

/** The workflow as a picture. Layout happens here, so only the page that shows it loads what it needs. */
export const WorkflowDiagram = (props: WorkflowDiagramProps) => (
  <ReactFlowProvider>
    <Stage {...props} />
  </ReactFlowProvider>
);
