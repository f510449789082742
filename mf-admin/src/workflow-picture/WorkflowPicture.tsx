import type { Finding, StatusPosition, StatusTransition, WorkflowStatus } from '@obieg/contracts';
import { formatDate, useClock, useUiLocale } from '@obieg/ui';
import { useNavigate, useOrganizationName, usePermissions } from '@obieg/web-kit';
import { ReactFlowProvider } from '@xyflow/react';
import { type ReactNode, type RefObject, useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { useAdminMessages } from '../i18n/messages';
import { createConditionOf, createSeverityOf, listDecidedIds, listMarks } from './describe-workflow';
import { createFocusStore, FocusContext } from './focus-store';
import { readFontFamily } from './font';
import type { Point, Size } from './geometry/boxes';
import { type Focus, findFocus, type Selection } from './geometry/focus';
import { layoutPicture } from './geometry/layout-picture';
import { type Picture, startId, statusIdOf } from './geometry/picture';
import { createTextMeasure, type MeasureText } from './geometry/wrap-text';
import { PictureBar } from './PictureBar';
import { PictureCanvas } from './PictureCanvas';
import { PictureSheet } from './PictureSheet';
import classes from './picture.module.css';
import { listLegend } from './sheet-legend';
import { useElementSize } from './use-element-size';

export interface WorkflowPictureProps {
  statuses: readonly WorkflowStatus[];
  transitions: readonly StatusTransition[];
  /** Fits the picture to its canvas and leaves out what needs room. Screen readers have a list beside it. */
  isCompact?: boolean;
  /** Where the organization placed its statuses. */
  positions?: readonly StatusPosition[];
  findings?: readonly Finding[];
  selection: Selection | undefined;
  /** Must be stable. */
  onSelect: (selection: Selection | undefined) => void;
  /** The transition that a list beside the picture highlights. */
  highlightedId?: number | undefined;
  /** The address of a transition, if names are links. Must be stable. */
  hrefOf?: (transitionId: number) => string;
  /** Undefined if statuses cannot be moved. Must be stable. */
  onMove?: ((positions: StatusPosition[]) => void) | undefined;
  /** Replaces the legend. */
  details?: ReactNode;
  /** Further buttons beside the zoom. */
  tools?: ReactNode;
  /** Receives the whole picture, which is printed instead of the visible part. */
  printRef?: RefObject<SVGSVGElement | null>;
}

const nothing: readonly never[] = [];
const roundTo50 = (pixels: number): number => Math.round(pixels / 50) * 50;

/** Returns undefined until the canvas of a compact picture is measured. */
const usePicture = (
  props: WorkflowPictureProps,
  size: Size | undefined,
  measure: MeasureText,
): Picture | undefined => {
  const t = useAdminMessages();
  const { statuses, transitions, isCompact = false, positions = nothing, findings = nothing } = props;
  // Rounded, so that a resize by a few pixels does not change the picture.
  const width = isCompact ? roundTo50(size?.width ?? 0) : 1;
  const height = isCompact ? roundTo50(size?.height ?? 0) : 1;
  return useMemo(() => {
    if (width === 0 || height === 0) return undefined;
    const severityOf = createSeverityOf(findings, 'transition');
    const decidedIds = listDecidedIds(statuses);
    const request = { statuses, transitions, positions, measure };
    const texts = {
      start: t('diagram.start'),
      captionOf: (condition: 'unconnected' | 'deadEnd') => t(`picture.conditions.${condition}`),
    };
    return isCompact
      ? layoutPicture({
          ...request,
          texts,
          marksOf: ({ isActive }) => (isActive ? [] : ['inactive']),
          conditionOf: () => undefined,
          severityOf: () => undefined,
          compactCanvas: { width, height },
        })
      : layoutPicture({
          ...request,
          texts,
          marksOf: (transition) => listMarks(transition, severityOf(transition), decidedIds),
          conditionOf: createConditionOf(transitions, findings),
          severityOf: createSeverityOf(findings, 'status'),
        });
  }, [statuses, transitions, positions, findings, measure, t, isCompact, width, height]);
};

interface SheetProps {
  picture: Picture;
  measure: MeasureText;
  printRef: RefObject<SVGSVGElement | null>;
}

/** Highlights what is hovered, otherwise what a list highlights, and otherwise the selection. */
const useFocus = (picture: Picture | undefined, { selection, highlightedId }: WorkflowPictureProps) => {
  const [store] = useState(createFocusStore);
  const [hovered, setHovered] = useState<Focus>();
  useLayoutEffect(() => {
    if (!picture) return;
    const shown = highlightedId === undefined ? selection : { transitionId: highlightedId };
    store.write(picture, hovered ?? findFocus(picture, shown));
  }, [store, picture, hovered, highlightedId, selection]);
  return { store, setHovered };
};

/** Opens the form of a new transition between two statuses. Undefined if the user may not add one. */
const useConnect = () => {
  const navigate = useNavigate();
  const { canManageWorkflow } = usePermissions();
  const connect = useCallback(
    (fromId: string, toId: string): void => {
      const query = new URLSearchParams();
      if (fromId !== startId) query.set('from', String(statusIdOf(fromId)));
      query.set('to', String(statusIdOf(toId)));
      void navigate(`/status-transitions/new?${query}`);
    },
    [navigate],
  );
  return canManageWorkflow ? connect : undefined;
};

/** The picture for printer and files, with the organization, the date and a legend. */
const Sheet = ({ picture, measure, printRef }: SheetProps) => {
  const t = useAdminMessages();
  const { data: organization } = useOrganizationName();
  const date = formatDate(new Date(useClock()).toISOString(), 'dateTime', useUiLocale());
  const title = [organization, t('picture.title')].filter(Boolean).join(' - ');
  const texts = useMemo(() => ({ title, subtitle: date, legend: listLegend(t) }), [title, date, t]);
  return (
    <div className={classes['print']}>
      <PictureSheet picture={picture} texts={texts} measure={measure} ref={printRef} />
    </div>
  );
};

const View = (props: WorkflowPictureProps) => {
  const t = useAdminMessages();
  const { statuses, transitions, isCompact = false, selection, onSelect, onMove, hrefOf, printRef } = props;
  const { ref, size } = useElementSize();
  const [measure] = useState(() => createTextMeasure(readFontFamily()));
  const picture = usePicture(props, size, measure);
  const { store, setHovered } = useFocus(picture, props);
  const onConnect = useConnect();
  const move = useCallback(
    (centers: ReadonlyMap<string, Point>) =>
      onMove?.([...centers].map(([id, center]) => ({ statusId: statusIdOf(id), ...center }))),
    [onMove],
  );
  const label = isCompact
    ? t('diagram.label', { statuses: statuses.length, transitions: transitions.length })
    : t('picture.label', { statuses: statuses.length, arrows: picture?.arrows.length ?? 0 });
  return (
    <FocusContext value={store}>
      <div className={classes['screen']}>
        <div ref={ref} className={classes['canvas']}>
          {picture && size ? (
            <PictureCanvas
              picture={picture}
              size={size}
              label={label}
              isCompact={isCompact}
              selection={selection}
              onSelect={onSelect}
              onHover={setHovered}
              onMove={onMove && move}
              onConnect={onConnect}
              hrefOf={hrefOf}
            />
          ) : null}
          <p id="picture-keys" className="ob-visually-hidden">
            {t('diagram.keys')}
          </p>
        </div>
        {picture ? (
          <PictureBar picture={picture} isCompact={isCompact} details={props.details} tools={props.tools} />
        ) : null}
      </div>
      {picture && printRef ? <Sheet picture={picture} measure={measure} printRef={printRef} /> : null}
    </FocusContext>
  );
};

/** The picture of a workflow. Import it lazily: it brings React Flow and the layout library. */
export const WorkflowPicture = (props: WorkflowPictureProps) => (
  <ReactFlowProvider>
    <View {...props} />
  </ReactFlowProvider>
);
