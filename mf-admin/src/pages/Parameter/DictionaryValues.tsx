import { limits } from '@obieg/contracts/limits';
import { Button, Card, FieldGroup, Text } from '@obieg/ui';
import { type Ref, useCallback, useImperativeHandle, useRef, useState } from 'react';
import { type UseFormReturn, useFieldArray, useFormState } from 'react-hook-form';
import { useAdminMessages } from '../../messages';
import { type Held, SortableArea } from '../../sorting/SortableArea';
import { DictionaryRow } from './DictionaryRow';
import classes from './parameter.module.css';
import { type DictionaryRowValues, newDictionaryRow, type ParameterValues } from './parameter-form';
import { useVisibleRows } from './use-visible-rows';

export interface DictionaryHandle {
  /** Brings a row into sight and its value under the cursor. */
  focusRow: (index: number) => void;
  holds: (element: Element) => boolean;
}

interface DictionaryValuesProps {
  form: UseFormReturn<ParameterValues>;
  ref: Ref<DictionaryHandle>;
}

const placed = (rows: readonly DictionaryRowValues[]): DictionaryRowValues[] =>
  rows.map((row, place) => ({ ...row, sortOrder: String(place) }));

/** The values that a dictionary offers, in their order (spec 2 §3, §4). */
export const DictionaryValues = ({ form: { control, register, getValues }, ref }: DictionaryValuesProps) => {
  const t = useAdminMessages();
  const { fields, append, remove, replace } = useFieldArray({ control, name: 'dictionaryValues' });
  const { errors } = useFormState({ control, name: 'dictionaryValues' });
  const addButton = useRef<HTMLButtonElement>(null);
  const [held, setHeld] = useState<Held>();
  const keys = fields.map(({ key }) => key);
  const { box, isScrolled, rows, after, measure, reveal } = useVisibleRows(keys, held);

  const focusRow = useCallback(
    (index: number): void => {
      reveal(index, () => {
        const field = box.current?.querySelector<HTMLElement>(`[name="dictionaryValues.${index}.value"]`);
        (field ?? addButton.current)?.focus();
      });
    },
    [box, reveal],
  );
  useImperativeHandle(
    ref,
    () => ({ focusRow, holds: (element) => box.current?.contains(element) ?? false }),
    [box, focusRow],
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
    const before = [...getValues('dictionaryValues')];
    before.splice(to, 0, ...before.splice(from, 1));
    replace(placed(before));
  };
  const pasteLines = useCallback(
    (index: number, lines: string[]): void => {
      const before = getValues('dictionaryValues');
      const pasted = lines.slice(0, limits.dictionaryValuesMax - before.length + 1);
      const added = pasted.map((line) => newDictionaryRow(0, line));
      replace(placed([...before.slice(0, index), ...added, ...before.slice(index + 1)]));
      focusRow(index + added.length - 1);
    },
    [replace, focusRow, getValues],
  );
  const readName = (id: string | number): string => {
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
          <SortableArea ids={keys} nameOf={readName} onMove={move} onHold={setHeld}>
            <div ref={box} className={isScrolled ? classes['scroll'] : undefined}>
              <ul
                className={classes['values']}
                aria-label={t('parameter.dictionaryValues')}
                style={{ paddingBottom: `${after}px` }}
              >
                {rows.map(({ index, skipped }) => (
                  <DictionaryRow
                    key={keys[index]}
                    rowKey={keys[index] ?? ''}
                    index={index}
                    control={control}
                    register={register}
                    skipped={skipped}
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
