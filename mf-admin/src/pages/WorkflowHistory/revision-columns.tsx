import type { BilingualText, WorkflowRevision } from '@obieg/contracts';
import { Badge, DateTime, IconButton, Person, Text } from '@obieg/ui';
import type { Column } from '@obieg/ui/lists';
import type { Translate } from '@obieg/web-kit';

interface RevisionColumnsOptions {
  t: Translate;
  inLanguage: (text: BilingualText) => string;
  newest: number | undefined;
  onRestore: (revision: WorkflowRevision) => void;
}

export const RevisionAuthor = ({ revision: { author }, t }: { revision: WorkflowRevision; t: Translate }) =>
  author?.username ? (
    <Person name={author.username} addressHint={author.addressHint} />
  ) : (
    <Text as="span" muted>
      {t(author ? 'workflowHistory.formerAuthor' : 'workflowHistory.system')}
    </Text>
  );

export const RevisionKindBadge = ({
  revision: { kind, restoredFrom },
  t,
}: {
  revision: WorkflowRevision;
  t: Translate;
}) =>
  kind === 'EDITED' ? null : (
    <Badge tone={kind === 'RESTORED' || kind === 'IMPORTED' ? 'info' : 'neutral'}>
      {t(`workflowHistory.kinds.${kind}`, { number: restoredFrom ?? 0 })}
    </Badge>
  );

export const createRevisionColumns = ({
  t,
  inLanguage,
  newest,
  onRestore,
}: RevisionColumnsOptions): Column<WorkflowRevision>[] => [
  {
    id: 'number',
    header: t('workflowHistory.columns.number'),
    kind: 'number',
    width: '72px',
    cell: ({ number }) => number,
  },
  {
    id: 'summary',
    header: t('workflowHistory.columns.summary'),
    isMain: true,
    cell: ({ summary }) => inLanguage(summary),
  },
  {
    id: 'kind',
    header: t('workflowHistory.columns.kind'),
    kind: 'badge',
    width: '190px',
    cell: (revision) => <RevisionKindBadge revision={revision} t={t} />,
  },
  {
    id: 'author',
    header: t('workflowHistory.columns.author'),
    width: '170px',
    cell: (revision) => <RevisionAuthor revision={revision} t={t} />,
  },
  {
    id: 'time',
    header: t('workflowHistory.columns.time'),
    width: '150px',
    cell: ({ createdAt }) => <DateTime value={createdAt} />,
  },
  {
    id: 'actions',
    header: t('workflowHistory.columns.actions'),
    kind: 'actions',
    cell: (revision) =>
      revision.number === newest ? null : (
        <IconButton
          icon="history"
          label={t('workflowHistory.restoreNumber', { number: revision.number })}
          onClick={() => onRestore(revision)}
        />
      ),
  },
];
