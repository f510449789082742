import { DateTime, Notice, Text, useFocusFallback } from '@obieg/ui';
import { useEffect, useRef } from 'react';
import { ConflictField } from './ConflictField';
import classes from './conflicts.module.css';
import type { JoinedField } from './join-changes';
import { isSame } from './join-values';
import { type ConflictLanguage, conflictTexts } from './texts';
import type { ForeignChange, JoinedChanges } from './use-joined-changes';

interface ConflictNoticeProps<Values> {
  language: ConflictLanguage;
  changes: JoinedChanges<Values>;
  /** What the form shows now. */
  values: Values;
}

const describe = <Value,>(
  { describe: describeField }: JoinedField<Value>,
  value: Value,
  empty: string,
): readonly string[] => {
  const lines = describeField ? describeField(value) : [String(value ?? '')];
  return lines.some((line) => line !== '') ? lines : [empty];
};

interface ChangedFieldProps<Values> extends ConflictNoticeProps<Values> {
  change: ForeignChange<Values>;
  name: keyof Values & string;
}

const ChangedField = <Values,>({
  language,
  changes: { fields, choose },
  values,
  change,
  name,
}: ChangedFieldProps<Values>) => {
  const { empty } = conflictTexts[language];
  const field = fields[name];
  const choice = change.choices[name];
  const theirs = change.theirs[name];
  // A field that is edited after the choice of the saved value has a value of one's own again.
  const isTheirs = choice?.side === 'theirs' && isSame(values[name], theirs);
  const mine = choice && isTheirs ? choice.mine : values[name];
  return (
    <ConflictField
      language={language}
      label={field.label}
      theirs={describe(field, theirs, empty)}
      mine={describe(field, mine, empty)}
      side={choice && (isTheirs ? 'theirs' : 'mine')}
      isMissing={change.isChoiceMissing && !choice}
      onChoose={(side) => choose(name, side)}
    />
  );
};

const describeAuthor = <Values,>(
  { isOwn }: JoinedChanges<Values>,
  { lastChange }: ForeignChange<Values>,
  language: ConflictLanguage,
): string => {
  const texts = conflictTexts[language];
  if (isOwn) return texts.own;
  return lastChange?.authorName ? texts.author(lastChange.authorName) : texts.unknownAuthor;
};

const ChangeBox = <Values,>({ change, ...props }: Omit<ChangedFieldProps<Values>, 'name'>) => {
  const { fields } = props.changes;
  const texts = conflictTexts[props.language];
  const box = useRef<HTMLDivElement>(null);
  const { theirs, lastChange, conflicts, taken } = change;
  const hasConflicts = conflicts.length > 0;
  useFocusFallback(box);
  useEffect(() => {
    // Without a conflict the form goes on saving, and the box disappears.
    if (theirs && hasConflicts) box.current?.focus();
  }, [theirs, hasConflicts]);
  return (
    <div ref={box} className={classes['box']} role="alert" tabIndex={-1} aria-label={texts.title}>
      <Notice tone="warning" title={texts.title} announce={false}>
        <Text size="small">
          {describeAuthor(props.changes, change, props.language)}
          {lastChange ? (
            <>
              {', '}
              <DateTime value={lastChange.at} />
            </>
          ) : null}
        </Text>
        {hasConflicts ? <Text>{texts.choose}</Text> : null}
        <div className={classes['fields']}>
          {conflicts.map((name) => (
            <ChangedField key={name} {...props} change={change} name={name} />
          ))}
        </div>
        {taken.length > 0 ? (
          <Text size="small">{texts.taken(taken.map((name) => fields[name].label).join(', '))}</Text>
        ) : null}
      </Notice>
    </div>
  );
};

/**
 * Says who saved other changes first, and when, and which fields were taken over. For each field that both have
 * changed, shows both values to choose from. Shows nothing before there is such a change.
 */
export const ConflictNotice = <Values,>(props: ConflictNoticeProps<Values>) => {
  const { change } = props.changes;
  return change ? <ChangeBox {...props} change={change} /> : null;
};
