import type { SavedTaskView } from '@obieg/contracts';
import { Button, IconButton, Notice, SelectField } from '@obieg/ui';
import { ViewSwitch } from '@obieg/ui/lists';
import { describeError, isPreconditionFailed, notify, useLocation, useNavigate } from '@obieg/web-kit';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useIsLow, useIsPhone } from '../browser/use-is-phone';
import { useTaskMessages } from '../i18n/messages';
import { lazyPart } from '../lazy-parts/lazy-part';
import { ColumnMenu } from './ColumnMenu';
import { ExportButton } from './export/ExportButton';
import { FilterDialogButton } from './FilterDialogButton';
import { isSameList, readView, toFilterQuery } from './filter-storage';
import { ImportLink } from './ImportLink';
import { InvalidFiltersNotice } from './InvalidFiltersNotice';
import type { ListState } from './use-list-state';
import classes from './view-bar.module.css';
import { etagOf, useSaveView, useTaskViews } from './views.api';

const ViewDialog = lazyPart(() => import(/* webpackChunkName: "mf-tasks-view-dialog" */ './ViewDialog'));

export type Layout = 'list' | 'board';
const layoutPaths: Record<Layout, string> = { list: '/tasks', board: '/tasks/board' };

/** Query, order and columns of the list, to save as a view. */
const defineView = ({ params }: ListState) => ({
  query: { ...toFilterQuery(params), ...(params.search === '' ? {} : { search: params.search }) },
  sort: { by: params.sortBy, direction: params.sortDirection },
  columns: [...params.columns],
});

/** The selected view. Applies its current version once, because another member may have changed it since. */
const useSelectedView = ({ filters, params, applyView, changeFilters }: ListState) => {
  const query = useTaskViews();
  const { data: views } = query;
  const reference = filters.view;
  const selected = views?.find(({ id }) => id === reference?.id);
  const isChecked = useRef(false);
  // The revision that the list shows. A refetch can bring a newer one.
  const shown = useRef(selected);
  useEffect(() => {
    if (selected && selected.revision === reference?.revision) shown.current = selected;
    if (!views || isChecked.current) return;
    isChecked.current = true;
    if (!reference) return;
    if (!selected) changeFilters({ view: undefined });
    else if (selected.revision !== reference.revision) applyView(selected);
  });
  const isChanged =
    selected !== undefined &&
    (!isSameList(filters, readView(selected)) || params.search !== (selected.query['search'] ?? ''));
  return {
    views: views ?? [],
    selected,
    shown,
    isChanged,
    /** The views could not be loaded. Without data, the list of views is unknown, not empty. */
    failure: views ? undefined : query.error,
    isLoaded: views !== undefined,
    isRetrying: query.isFetching,
    retry: () => void query.refetch(),
  };
};

const ViewSelect = ({
  views,
  isLoaded,
  isLost,
  selected,
  onSelect,
}: {
  views: readonly SavedTaskView[];
  isLoaded: boolean;
  isLost: boolean;
  selected: SavedTaskView | undefined;
  onSelect: (view: SavedTaskView | undefined) => void;
}) => {
  const t = useTaskMessages();
  return (
    <div className={classes['select']}>
      <SelectField
        label={t('views.label')}
        hideLabel
        disabled={!isLoaded}
        value={selected?.id ?? ''}
        onChange={({ target }) => onSelect(views.find(({ id }) => String(id) === target.value))}
        options={[
          { value: '', label: t(isLost ? 'views.unknown' : 'views.none') },
          ...views.map(({ id, name, isShared }) => ({
            value: String(id),
            label: isShared ? t('views.sharedName', { name }) : name,
          })),
        ]}
      />
    </div>
  );
};

interface SavedViewProps {
  list: ListState;
  onCreate: () => void;
  onEdit: (view: SavedTaskView) => void;
  /** Called with the revision that the changes are based on. */
  onConflict: (view: SavedTaskView) => void;
}

/** Selects a view, and saves or reverts its changes. */
const SavedViews = ({ list, onCreate, onEdit, onConflict }: SavedViewProps) => {
  const t = useTaskMessages();
  const { views, selected, shown, isChanged, isLoaded, failure, isRetrying, retry } = useSelectedView(list);
  const { mutate: save, isPending, error, reset } = useSaveView();
  const saveChanges = (newest: SavedTaskView): void => {
    const view = shown.current?.id === newest.id ? shown.current : newest;
    save(
      {
        view: { name: view.name, isShared: view.isShared, ...defineView(list) },
        replaces: { id: view.id, etag: etagOf(view) },
      },
      {
        onError: (error) => {
          if (!isPreconditionFailed(error)) return;
          reset();
          onConflict(view);
        },
        onSuccess: ({ id, revision, name }) => {
          list.changeFilters({ view: { id, revision } });
          notify.success(t('views.saved', { name }));
        },
      },
    );
  };
  return (
    <>
      <ViewSelect
        views={views}
        isLoaded={isLoaded}
        isLost={Boolean(failure)}
        selected={selected}
        onSelect={(view) => {
          reset();
          list.applyView(view);
        }}
      />
      {selected?.canChange && !isChanged ? (
        <IconButton
          icon="edit"
          label={t('views.edit', { name: selected.name })}
          aria-haspopup="dialog"
          onClick={() => onEdit(selected)}
        />
      ) : null}
      {selected && isChanged ? (
        <>
          {selected.canChange ? (
            <Button variant="quiet" loading={isPending} onClick={() => saveChanges(selected)}>
              {t('views.saveChanges')}
            </Button>
          ) : null}
          <Button variant="quiet" onClick={() => list.applyView(selected)}>
            {t('views.revert')}
          </Button>
        </>
      ) : null}
      {!selected || isChanged ? (
        <Button variant="quiet" icon="add" compact aria-haspopup="dialog" onClick={onCreate}>
          {t('views.create')}
        </Button>
      ) : null}
      {failure ? (
        <div className={classes['failure']}>
          <Notice
            tone="danger"
            actions={
              <Button size="small" icon="refresh" loading={isRetrying} onClick={retry}>
                {t('list.retryMore')}
              </Button>
            }
          >
            {t('views.loadFailed', { reason: describeError(failure) })}
          </Notice>
        </div>
      ) : null}
      {selected?.invalidFilters?.length ? (
        <div className={classes['failure']}>
          <InvalidFiltersNotice filters={selected.invalidFilters} />
        </div>
      ) : null}
      {error ? (
        <div className={classes['failure']}>
          <Notice tone="danger">{t('views.failed', { reason: describeError(error) })}</Notice>
        </div>
      ) : null}
    </>
  );
};

/** Saved views, further filters, columns, and the switch between list and board. A phone shows them in one line. */
export const ViewBar = ({ list, layout }: { list: ListState; layout: Layout }) => {
  const t = useTaskMessages();
  const navigate = useNavigate();
  const { search: parameters } = useLocation();
  const isPhone = useIsPhone();
  const isLow = useIsLow();
  const [dialog, setDialog] = useState<'create' | { view: SavedTaskView; isRefused: boolean }>();
  const close = (): void => setDialog(undefined);
  return (
    <div className={classes['bar']}>
      <SavedViews
        list={list}
        onCreate={() => setDialog('create')}
        onEdit={(view) => setDialog({ view, isRefused: false })}
        onConflict={(view) => setDialog({ view, isRefused: true })}
      />
      <div className={classes['tools']}>
        {isLow ? null : <FilterDialogButton list={list} label={t('filters.open')} />}
        {layout === 'list' ? (
          <div className={classes['columns']}>
            <ColumnMenu list={list} />
          </div>
        ) : null}
        <ExportButton list={list} />
        <ImportLink />
        {isPhone ? (
          <IconButton
            variant="secondary"
            icon={layout === 'list' ? 'board' : 'listView'}
            label={t(layout === 'list' ? 'views.board' : 'views.list')}
            to={`${layoutPaths[layout === 'list' ? 'board' : 'list']}${parameters}`}
          />
        ) : (
          <ViewSwitch
            label={t('views.layout')}
            options={[
              { value: 'list', label: t('views.list'), icon: 'listView' },
              { value: 'board', label: t('views.board'), icon: 'board' },
            ]}
            value={layout}
            onChange={(chosen: Layout) => void navigate(`${layoutPaths[chosen]}${parameters}`)}
          />
        )}
      </div>
      <Suspense>
        {dialog ? (
          <ViewDialog
            existing={dialog === 'create' ? undefined : dialog.view}
            isRefused={dialog !== 'create' && dialog.isRefused}
            definition={defineView(list)}
            onClose={close}
            onSaved={(view) =>
              // The saved filters can include those of another member.
              dialog === 'create'
                ? list.changeFilters({ view: { id: view.id, revision: view.revision } })
                : list.applyView(view)
            }
            onDeleted={() => list.changeFilters({ view: undefined })}
          />
        ) : null}
      </Suspense>
    </div>
  );
};
