import type { StatusPosition } from '@obieg/contracts';
import { Button, IconButton, Notice, Page, PageHead, Spinner } from '@obieg/ui';
import { ConfirmDialog } from '@obieg/ui/overlays';
import { usePageTitle, usePermissions } from '@obieg/web-kit';
import { useCallback, useRef, useState } from 'react';
import { useStatusList } from '../../api/statuses.api';
import { useTransitionList } from '../../api/transitions.api';
import { useWorkflowLayout } from '../../api/workflow-layout.api';
import { LoadFailure } from '../../failures/LoadFailure';
import { appendReason } from '../../failures/rejection';
import { RequireOrganization } from '../../guards/RequireOrganization';
import { useAdminMessages } from '../../i18n/messages';
import { WorkflowLinks } from '../../workflow-changes/WorkflowLinks';
import { FindingsPanel } from '../../workflow-check/FindingsPanel';
import { useFindings } from '../../workflow-check/use-findings';
import type { Selection } from '../../workflow-picture/geometry/focus';
import { LazyPicture } from '../../workflow-picture/LazyPicture';
import { NoStatuses } from '../../workflow-picture/NoStatuses';
import { ExportMenu } from './ExportMenu';
import { SelectionPanel } from './SelectionPanel';
import { useSelection } from './selection';
import { useUndoableLayout } from './use-undoable-layout';
import { WorkflowStructure } from './WorkflowStructure';
import classes from './workflow.module.css';

const useWorkflowData = () => {
  const queries = [useStatusList(), useTransitionList(), useWorkflowLayout()] as const;
  const [statuses, transitions, layout] = queries;
  const failedQuery = queries.find(({ error, data }) => error && !data);
  const data =
    statuses.data && transitions.data && layout.data
      ? { statuses: statuses.data, transitions: transitions.data, positions: layout.data.positions }
      : undefined;
  return { data, layout: layout.data, failedQuery };
};
type WorkflowData = NonNullable<ReturnType<typeof useWorkflowData>['data']>;

/** Removes all kept positions, after a confirmation, because it changes the picture of the whole organization. */
const ResetLayout = ({ save, move }: Pick<ReturnType<typeof useUndoableLayout>, 'save' | 'move'>) => {
  const t = useAdminMessages();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button icon="refresh" onClick={() => setIsOpen(true)}>
        {t('picture.reset')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={t('picture.resetTitle')}
        confirmLabel={t('picture.reset')}
        isDestructive={false}
        isRunning={save.isPending}
        onCancel={() => setIsOpen(false)}
        onConfirm={() => void move([]).then(() => setIsOpen(false))}
      >
        {t('picture.resetText')}
      </ConfirmDialog>
    </>
  );
};

interface WorkflowViewProps
  extends WorkflowData,
    Pick<ReturnType<typeof useUndoableLayout>, 'move' | 'undo'> {}

const WorkflowView = ({ move, undo, ...data }: WorkflowViewProps) => {
  const t = useAdminMessages();
  const { canManageWorkflow } = usePermissions();
  const findings = useFindings();
  const [selection, select] = useSelection();
  const [focusRequest, setFocusRequest] = useState(0);
  const frame = useRef<HTMLElement>(null);
  const picture = useRef<SVGSVGElement>(null);
  const [hasExportFailed, setHasExportFailed] = useState(false);
  const onMove = useCallback((positions: StatusPosition[]) => void move(positions), [move]);
  const selectFromList = (next: Selection): void => {
    select(next);
    setFocusRequest((count) => count + 1);
  };
  const close = (): void => {
    select(undefined);
    frame.current?.focus();
  };
  return (
    <>
      {hasExportFailed ? (
        <Notice tone="danger" onDismiss={() => setHasExportFailed(false)}>
          {t('picture.exportFailed')}
        </Notice>
      ) : null}
      <div className={classes['area']} data-split={selection !== undefined}>
        <section ref={frame} tabIndex={-1} className={classes['frame']} aria-label={t('picture.region')}>
          <LazyPicture
            picture={{
              ...data,
              findings,
              selection,
              onSelect: select,
              onMove: canManageWorkflow ? onMove : undefined,
              tools: (
                <>
                  {canManageWorkflow ? (
                    <IconButton
                      icon="undo"
                      label={t('picture.undo')}
                      disabledReason={undo ? undefined : t('picture.nothingToUndo')}
                      onClick={() => undo?.()}
                    />
                  ) : null}
                  <ExportMenu picture={picture} onFailure={setHasExportFailed} />
                </>
              ),
              printRef: picture,
            }}
          />
        </section>
        {selection ? (
          <SelectionPanel
            {...data}
            selection={selection}
            focusRequest={focusRequest}
            onSelect={selectFromList}
            onClose={close}
          />
        ) : null}
      </div>
      <div className={classes['below']}>
        <FindingsPanel />
        <WorkflowStructure {...data} findings={findings} onSelect={selectFromList} />
      </div>
    </>
  );
};

const Workflow = () => {
  const t = useAdminMessages();
  const { canManageWorkflow } = usePermissions();
  const { data, layout, failedQuery } = useWorkflowData();
  const { save, move, undo } = useUndoableLayout(layout);
  usePageTitle(t('picture.title'));
  const renderContent = () => {
    if (failedQuery) return <LoadFailure title={t('diagram.failed')} query={failedQuery} />;
    if (!data)
      return (
        <div className={`${classes['frame']} ${classes['waiting']}`}>
          <Spinner />
        </div>
      );
    return data.statuses.length === 0 ? <NoStatuses /> : <WorkflowView {...data} move={move} undo={undo} />;
  };
  return (
    <Page width="wide">
      <PageHead
        title={t('picture.title')}
        lead={t(canManageWorkflow ? 'picture.leadMove' : 'picture.lead')}
        actions={
          canManageWorkflow ? (
            <>
              {data && data.positions.length > 0 ? <ResetLayout save={save} move={move} /> : null}
              <Button variant="primary" icon="add" to="/status-transitions/new">
                {t('transitions.add')}
              </Button>
            </>
          ) : null
        }
      />
      <div className={classes['links']}>
        <WorkflowLinks isPicture />
      </div>
      {save.error ? (
        <Notice tone="danger" onDismiss={save.reset}>
          {appendReason(t('picture.saveFailed'), save.error)}
        </Notice>
      ) : null}
      {renderContent()}
    </Page>
  );
};

/** Shows the whole workflow as a picture and as a list. */
export const Component = () => (
  <RequireOrganization>
    <Workflow />
  </RequireOrganization>
);
