import type { Finding, StatusPosition, StatusTransition, WorkflowStatus } from '@obieg/contracts';
import { Notice } from '@obieg/ui';
import { ReactFlowProvider } from '@xyflow/react';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useAdminMessages } from '../../i18n/messages';
import { createConditionOf, createSeverityOf, listMarks } from '../../workflow-picture/describe-workflow';
import { readFontFamily } from '../../workflow-picture/font';
import { getNodeId } from '../../workflow-picture/geometry/diagram-layout';
import type { Point } from '../../workflow-picture/geometry/edge-paths';
import { layoutPicture } from '../../workflow-picture/geometry/layout-picture';
import type { Picture } from '../../workflow-picture/geometry/picture';
import { createTextMeasure } from '../../workflow-picture/geometry/wrap-text';
import { useElementSize } from '../../workflow-picture/use-element-size';
import { savePicture } from './export-picture';
import { PictureBar } from './PictureBar';
import { PictureCanvas } from './PictureCanvas';
import { PictureSvg } from './PictureSvg';
import classes from './picture.module.css';
import { createFocusStore, type Focus, FocusContext } from './picture-focus';
import { type Selection, statusIdOf } from './selection';

interface WorkflowPictureProps {
  statuses: readonly WorkflowStatus[];
  transitions: readonly StatusTransition[];
  positions: readonly StatusPosition[];
  findings: readonly Finding[];
  selection: Selection | undefined;
  onSelect: (selection: Selection | undefined) => void;
  /** Undefined if the user may not move statuses. */
  onMove: ((positions: StatusPosition[]) => void) | undefined;
}

const usePicture = (
  { statuses, transitions, positions, findings }: WorkflowPictureProps,
  measure: ReturnType<typeof createTextMeasure>,
): Picture => {
  const t = useAdminMessages();
  return useMemo(() => {
    const severityOf = createSeverityOf(findings, 'transition');
    return layoutPicture({
      statuses,
      transitions,
      positions,
      texts: { start: t('diagram.start'), captionOf: (condition) => t(`picture.conditions.${condition}`) },
      marksOf: (transition) => listMarks(transition, severityOf(transition)),
      conditionOf: createConditionOf(transitions, findings),
      severityOf: createSeverityOf(findings, 'status'),
      measure,
    });
  }, [statuses, transitions, positions, findings, measure, t]);
};

/** Highlights what is hovered, and otherwise the selection. */
const useFocus = ({ arrows }: Picture, selection: Selection | undefined) => {
  const [store] = useState(createFocusStore);
  const [hovered, setHovered] = useState<Focus>();
  const selected = useMemo((): Focus => {
    if (!selection) return undefined;
    if ('statusId' in selection) return { nodeId: getNodeId(selection.statusId) };
    const arrow = arrows.find(({ label }) =>
      label.rows.some(({ transition }) => transition.id === selection.transitionId),
    );
    return arrow && { arrowId: arrow.id };
  }, [arrows, selection]);
  useLayoutEffect(() => store.write(hovered ?? selected), [store, hovered, selected]);
  return { store, setHovered };
};

const View = (props: WorkflowPictureProps) => {
  const t = useAdminMessages();
  const { selection, onSelect, onMove } = props;
  const [measure] = useState(() => createTextMeasure(readFontFamily()));
  const picture = usePicture(props, measure);
  const { store, setHovered } = useFocus(picture, selection);
  const { ref, size } = useElementSize();
  const svg = useRef<SVGSVGElement>(null);
  const [hasExportFailed, setHasExportFailed] = useState(false);
  const move = useCallback(
    (centers: ReadonlyMap<string, Point>) =>
      onMove?.([...centers].map(([id, center]) => ({ statusId: statusIdOf(id), ...center }))),
    [onMove],
  );
  const exportAs = (format: 'svg' | 'png'): void => {
    if (!svg.current) return;
    setHasExportFailed(false);
    savePicture(svg.current, format, t('picture.fileName'), measure).catch(() => setHasExportFailed(true));
  };
  return (
    <FocusContext value={store}>
      <div className={classes['screen']}>
        <div ref={ref} className={classes['canvas']}>
          {size ? (
            <PictureCanvas
              picture={picture}
              size={size}
              selection={selection}
              onSelect={onSelect}
              onHover={setHovered}
              onMove={onMove && move}
            />
          ) : null}
          <p id="picture-keys" className="ob-visually-hidden">
            {t('diagram.keys')}
          </p>
        </div>
        {hasExportFailed ? (
          <Notice tone="danger" onDismiss={() => setHasExportFailed(false)}>
            {t('picture.exportFailed')}
          </Notice>
        ) : null}
        <PictureBar bounds={picture.bounds} onExport={exportAs} />
      </div>
      <div className={classes['print']}>
        <PictureSvg picture={picture} ref={svg} />
      </div>
    </FocusContext>
  );
};

/** The picture of a workflow. Import it lazily: it brings React Flow and the layout library. */
export const WorkflowPicture = (props: WorkflowPictureProps) => (
  <ReactFlowProvider>
    <View {...props} />
  </ReactFlowProvider>
);
