import { type ChangedEntity, type ChangeValue, changedEntities, type WorkflowChange } from '@obieg/contracts';
import { Badge, Heading, Icon, type IconName, Text } from '@obieg/ui';
import type { ComponentProps } from 'react';
import { useAdminMessages } from '../i18n/messages';
import { describeValue } from './describe-value';
import classes from './workflow-changes.module.css';

const actionLooks: Record<
  WorkflowChange['action'],
  { icon: IconName; tone: NonNullable<ComponentProps<typeof Badge>['tone']> }
> = {
  ADDED: { icon: 'add', tone: 'success' },
  REMOVED: { icon: 'delete', tone: 'danger' },
  CHANGED: { icon: 'edit', tone: 'info' },
  REORDERED: { icon: 'sortable', tone: 'info' },
};

const Value = ({ field, value }: { field: string; value: ChangeValue }) => {
  const t = useAdminMessages();
  const lines = describeValue(field, value, t);
  if (lines.length === 1) return <span className={classes['line']}>{lines[0]}</span>;
  return (
    <ol className={classes['lines']}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a value never move
        <li key={index}>{line}</li>
      ))}
    </ol>
  );
};

const FieldChange = ({ field, before, after }: WorkflowChange['fields'][number]) => {
  const t = useAdminMessages();
  return (
    <div className={classes['field']}>
      <dt>{t(`workflowChanges.fields.${field}`)}</dt>
      <dd className={classes['before']}>
        <span className="ob-visually-hidden">{t('workflowChanges.before')} </span>
        <Value field={field} value={before} />
      </dd>
      <dd className={classes['arrow']} aria-hidden="true">
        <Icon name="forward" size={14} />
      </dd>
      <dd className={classes['after']}>
        <span className="ob-visually-hidden">{t('workflowChanges.after')} </span>
        <Value field={field} value={after} />
      </dd>
    </div>
  );
};

const ActionBadge = ({ action }: Pick<WorkflowChange, 'action'>) => {
  const t = useAdminMessages();
  const { icon, tone } = actionLooks[action] ?? actionLooks.CHANGED;
  return (
    <Badge tone={tone} icon={icon}>
      {t(`workflowChanges.actions.${action}`)}
    </Badge>
  );
};

/** Names entities that appeared or disappeared as a whole. */
const NamedChanges = ({ action, names }: { action: WorkflowChange['action']; names: string[] }) =>
  names.length === 0 ? null : (
    <li className={classes['named']}>
      <ActionBadge action={action} />
      <ul className={classes['names']}>
        {names.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names of transitions repeat, and the list never changes
          <li key={index}>{name}</li>
        ))}
      </ul>
    </li>
  );

const FieldChanges = ({ change: { action, name, fields } }: { change: WorkflowChange }) => (
  <li className={classes['change']}>
    <div className={classes['changeHead']}>
      <ActionBadge action={action} />
      {name ? <strong className={classes['name']}>{name}</strong> : null}
    </div>
    <dl className={classes['fields']}>
      {fields.map((field) => (
        <FieldChange key={field.field} {...field} />
      ))}
    </dl>
  </li>
);

const EntityChanges = ({ entity, changes }: { entity: ChangedEntity; changes: WorkflowChange[] }) => {
  const t = useAdminMessages();
  if (changes.length === 0) return null;
  const namesOf = (action: WorkflowChange['action']): string[] =>
    changes.filter((change) => change.action === action).map(({ name }) => name);
  return (
    <section>
      <Heading level={3}>{t(`workflowChanges.entities.${entity}`, { count: changes.length })}</Heading>
      <ul className={classes['changes']}>
        <NamedChanges action="REMOVED" names={namesOf('REMOVED')} />
        <NamedChanges action="ADDED" names={namesOf('ADDED')} />
        {changes
          .filter(({ fields }) => fields.length > 0)
          .map((change, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names of transitions repeat, and the list never changes
            <FieldChanges key={index} change={change} />
          ))}
      </ul>
    </section>
  );
};

/** Lists what differs between two states of the workflow. */
export const ChangeList = ({ changes }: { changes: readonly WorkflowChange[] }) => {
  const t = useAdminMessages();
  if (changes.length === 0) return <Text muted>{t('workflowChanges.none')}</Text>;
  return (
    <div className={classes['list']}>
      {changedEntities.map((entity) => (
        <EntityChanges
          key={entity}
          entity={entity}
          changes={changes.filter((change) => change.entity === entity)}
        />
      ))}
    </div>
  );
};
