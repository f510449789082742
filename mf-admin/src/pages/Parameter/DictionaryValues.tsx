import { limits } from '@obieg/contracts/limits';
import { Button, Card, FieldGroup, Text } from '@obieg/ui';
import { type KeyboardEvent, type Ref, useCallback, useImperativeHandle, useRef, useState } from 'react';
import { useFieldArray, useFormContext, useFormState } from 'react-hook-form';
import { useAdminMessages } from '../../i18n/messages';
import { type DragPosition, SortableArea } from '../../sorting/SortableArea';
import { DictionaryRow } from './DictionaryRow';
import classes from './parameter.module.css';
import { type DictionaryRowValues, newDictionaryRow, type ParameterValues } from './parameter-form';
import { useVisibleRows } from './use-visible-rows';

export interface DictionaryHandle {
  /** Scrolls to the first row with an error and focuses its value. Returns false if there is none. */
  focusInvalidRow: () => boolean;
  contains: (element: Element) => boolean;
}

interface DictionaryValuesProps {
  ref: Ref<DictionaryHandle>;
}

const renumber = (rows: readonly DictionaryRowValues[]): DictionaryRowValues[] =>
  rows.map((row, index) => ({ ...row, sortOrder: String(index) }));

/** Edits the ordered values of a dictionary (spec 2 §3, §4). */
export const DictionaryValues = ({ ref }: DictionaryValuesProps) => {
  const t = useAdminMessages();
  const { control, register, getValues } = useFormContext<ParameterValues>();
  const { fields, append, remove, replace } = useFieldArray({ control, name: 'dictionaryValues' });
  const { errors } = useFormState({ control, name: 'dictionaryValues' });
  const addButton = useRef<HTMLButtonElement>(null);
  const [dragPosition, setDragPosition] = useState<DragPosition>();
  const keys = fields.map(({ key }) => key);
  const { box, isVirtualized, rows, omittedAfterPx, measure, scrollToRow } = useVisibleRows(
    keys,
    dragPosition,
  );

  const focusRow = useCallback(
    (index: number): void => {
      scrollToRow(index, () => {
        const field = box.current?.querySelector<HTMLElement>(`[name="dictionaryValues.${index}.value"]`);
        (field ?? addButton.current)?.focus();
      });
    },
    [box, scrollToRow],
  );
  const invalidRow = Array.isArray(errors.dictionaryValues) ? errors.dictionaryValues.findIndex(Boolean) : -1;
  useImperativeHandle(
    ref,
    () => ({
      focusInvalidRow: () => {
        if (invalidRow >= 0) focusRow(invalidRow);
        return invalidRow >= 0;
      },
      contains: (element) => box.current?.contains(element) ?? false,
    }),
    [box, focusRow, invalidRow],
  );

  const add = (): void => {
    append(newDictionaryRow(fields.length), { shouldFocus: false });
    focusRow(fields.length);
  };
  const removeRow = useCallback(
    (index: number): void => {
      const { length } = getValues('dictionaryValues');
      remove(index);
      focusRow(Math.min(index, length - 2));
    },
    [remove, focusRow, getValues],
  );
  const move = (from: number, to: number): void => {
    const rowValues = [...getValues('dictionaryValues')];
    rowValues.splice(to, 0, ...rowValues.splice(from, 1));
    replace(renumber(rowValues));
  };
  const pasteLines = useCallback(
    (index: number, lines: string[]): void => {
      const before = getValues('dictionaryValues');
      const pasted = lines.slice(0, limits.dictionaryValuesMax - before.length + 1);
      const added = pasted.map((line) => newDictionaryRow(0, line));
      replace(renumber([...before.slice(0, index), ...added, ...before.slice(index + 1)]));
      focusRow(index + added.length - 1);
    },
    [replace, focusRow, getValues],
  );
  /** Enter goes to the next value, and adds one after the last: a submission would save a dictionary half typed. */
  const goToNextRow = (event: KeyboardEvent): void => {
    const { target } = event;
    const isPlainEnter = event.key === 'Enter' && !event.ctrlKey && !event.metaKey;
    if (!isPlainEnter || event.nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return;
    event.preventDefault();
    const index = Number(target.closest('li')?.dataset['index']);
    if (index + 1 < fields.length) focusRow(index + 1);
    else if (
      fields.length < limits.dictionaryValuesMax &&
      getValues(`dictionaryValues.${index}.value`).trim()
    )
      add();
  };
  const getName = (id: string | number): string => {
    const index = keys.indexOf(String(id));
    return getValues(`dictionaryValues.${index}.value`) || t('parameter.valueNumber', { number: index + 1 });
  };
  return (
    <Card>
      <FieldGroup
        legend={t('parameter.dictionaryValues')}
        help={t('parameter.dictionaryHelp')}
        error={errors.dictionaryValues?.message ?? errors.dictionaryValues?.root?.message}
      >
        <div className={classes['dictionary']}>
          {fields.length > 0 ? (
            <div className={classes['heads']} aria-hidden="true">
              <span />
              <span>{t('parameter.value')}</span>
              <span>{t('parameter.sortOrder')}</span>
            </div>
          ) : null}
          <SortableArea ids={keys} getName={getName} onMove={move} onDragPosition={setDragPosition}>
            <div ref={box} className={isVirtualized ? classes['scroll'] : undefined}>
              <ul
                className={classes['values']}
                aria-label={t('parameter.dictionaryValues')}
                style={{ paddingBottom: `${omittedAfterPx}px` }}
                onKeyDown={goToNextRow}
              >
                {rows.map(({ index, skippedPx }) => (
                  <DictionaryRow
                    key={keys[index]}
                    rowKey={keys[index] ?? ''}
                    index={index}
                    control={control}
                    register={register}
                    skippedPx={skippedPx}
                    measure={measure}
                    onRemove={removeRow}
                    onPasteLines={pasteLines}
                  />
                ))}
              </ul>
            </div>
          </SortableArea>
          <div className={classes['add']}>
            <Button
              ref={addButton}
              size="small"
              icon="add"
              disabled={fields.length >= limits.dictionaryValuesMax}
              onClick={add}
            >
              {t('parameter.addValue')}
            </Button>
            <Text as="span" size="small" muted>
              {t('parameter.valueCount', { count: fields.length, max: limits.dictionaryValuesMax })}
            </Text>
          </div>
        </div>
      </FieldGroup>
    </Card>
  );
};
