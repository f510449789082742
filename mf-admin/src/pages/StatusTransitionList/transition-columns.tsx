import type { StatusTransition, StatusType } from '@obieg/contracts';
import { Badge, IconButton, StatusBadge } from '@obieg/ui';
import type { Column } from '@obieg/ui/lists';
import type { Translate } from '@obieg/web-kit';
import { FindingMark } from '../../workflow-check/FindingMark';
import classes from './transition-list.module.css';
import type { TransitionWords } from './use-transition-words';

export type StatusTypes = ReadonlyMap<number, StatusType>;
type TransitionColumn = Column<StatusTransition>;

interface StatusNameProps {
  id: number | null;
  name: string;
  types: StatusTypes;
}

/** Badge of a status. A null id means a new task. */
export const StatusName = ({ id, name, types }: StatusNameProps) => {
  const type = id === null ? undefined : types.get(id);
  return (
    <span className={classes['status']}>
      {type ? (
        <StatusBadge type={type} isWrapping>
          {name}
        </StatusBadge>
      ) : (
        <Badge isWrapping {...(id === null ? { icon: 'run' } : {})}>
          {name}
        </Badge>
      )}
    </span>
  );
};

const createStatusColumns = (t: Translate, types: StatusTypes): TransitionColumn[] => [
  {
    id: 'from',
    sortKey: 'from',
    kind: 'badge',
    header: t('transitions.columns.from'),
    cell: ({ fromStatusId, fromStatusName }) => (
      <StatusName id={fromStatusId} name={fromStatusName ?? t('transitions.initial')} types={types} />
    ),
  },
  {
    id: 'to',
    sortKey: 'to',
    kind: 'badge',
    header: t('transitions.columns.to'),
    cell: ({ toStatusId, toStatusName }) => <StatusName id={toStatusId} name={toStatusName} types={types} />,
  },
];

interface DetailsProps {
  t: Translate;
  transition: StatusTransition;
  words: TransitionWords;
  isWide: boolean;
}

/** What has no column of its own, below the name. */
const Details = ({ t, transition, words, isWide }: DetailsProps) => {
  const executors = isWide ? undefined : words.executors(transition);
  const conditions = isWide ? [] : words.conditions(transition);
  const requirements = words.requirements(transition);
  const lines = [
    executors && t('transitions.onlyGroups', { groups: executors }),
    conditions.length > 0 && t('transitions.when', { conditions: conditions.join(', ') }),
    requirements && t('transitions.asksFor', { parameters: requirements }),
  ].filter((line) => typeof line === 'string');
  if (lines.length === 0) return null;
  return (
    <ul className={classes['details']}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
};

const createNameColumn = (t: Translate, words: TransitionWords, isWide: boolean): TransitionColumn => ({
  id: 'name',
  sortKey: 'name',
  header: t('transitions.columns.name'),
  isMain: true,
  cell: ({ id, name }) => (
    <div className={classes['name']}>
      {name}
      <FindingMark kind="transition" id={id} />
    </div>
  ),
  details: (transition) => <Details t={t} transition={transition} words={words} isWide={isWide} />,
});

const createWideColumns = (t: Translate, words: TransitionWords): TransitionColumn[] => [
  {
    id: 'executors',
    header: t('transition.executorGroups'),
    width: '100px',
    cell: (transition) => (
      <div className={classes['group']}>{words.executors(transition) ?? t('transition.everyone')}</div>
    ),
  },
  {
    id: 'conditions',
    header: t('transitions.columns.conditions'),
    width: '24%',
    cell: (transition) =>
      words.conditions(transition).map((condition) => <div key={condition}>{condition}</div>),
  },
];

const createActionColumn = (
  t: Translate,
  canEdit: boolean,
  onDelete: (transition: StatusTransition) => void,
): TransitionColumn => ({
  id: 'actions',
  header: t('transitions.columns.actions'),
  kind: 'actions',
  cell: (transition) => {
    const { id, name } = transition;
    return (
      <>
        <IconButton icon="visible" label={t('transitions.view', { name })} to={`/status-transitions/${id}`} />
        {canEdit ? (
          <>
            <IconButton
              icon="edit"
              label={t('transitions.edit', { name })}
              to={`/status-transitions/${id}/edit`}
            />
            <IconButton
              icon="delete"
              label={t('transitions.delete', { name })}
              onClick={() => onDelete(transition)}
            />
          </>
        ) : null}
      </>
    );
  },
});

interface ColumnOptions {
  t: Translate;
  types: StatusTypes;
  words: TransitionWords;
  /** Whether executors and conditions have columns of their own. */
  isWide: boolean;
  canEdit: boolean;
  onDelete: (transition: StatusTransition) => void;
}

/** The columns of spec 2 §2, and executors and conditions. */
export const createTransitionColumns = ({
  t,
  types,
  words,
  isWide,
  canEdit,
  onDelete,
}: ColumnOptions): TransitionColumn[] => [
  ...createStatusColumns(t, types),
  createNameColumn(t, words, isWide),
  {
    id: 'targetGroup',
    sortKey: 'targetGroup',
    header: t('transitions.columns.targetGroup'),
    width: '92px',
    cell: (transition) => (
      <div className={classes['group']}>{words.targetGroup(transition) ?? t('transitions.none')}</div>
    ),
  },
  ...(isWide ? createWideColumns(t, words) : []),
  {
    id: 'active',
    sortKey: 'active',
    header: t('transitions.columns.active'),
    cell: ({ isActive }) => (
      <Badge tone={isActive ? 'success' : 'neutral'}>
        {t(isActive ? 'transitions.yes' : 'transitions.no')}
      </Badge>
    ),
  },
  createActionColumn(t, canEdit, onDelete),
];
