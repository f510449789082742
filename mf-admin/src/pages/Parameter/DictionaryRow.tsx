import { limits } from '@obieg/contracts/limits';
import { CheckboxField, IconButton, NumberField, TextField, VisuallyHidden } from '@obieg/ui';
import { type ClipboardEvent, memo, useCallback } from 'react';
import { type Control, type UseFormRegister, useFormState } from 'react-hook-form';
import { readLines } from '../../forms/read-lines';
import { useAdminMessages } from '../../i18n/messages';
import { DragHandle } from '../../sorting/DragHandle';
import { HandleContext, useSortableRow } from '../../sorting/use-sortable-row';
import classes from './parameter.module.css';
import type { ParameterValues } from './parameter-form';

interface DictionaryFieldsProps {
  index: number;
  control: Control<ParameterValues>;
  register: UseFormRegister<ParameterValues>;
  onRemove: (index: number) => void;
  /** Called when the user pastes more than one line into the value. */
  onPasteLines: (index: number, lines: string[]) => void;
}

const DictionaryFields = memo(
  ({ index, control, register, onRemove, onPasteLines }: DictionaryFieldsProps) => {
    const t = useAdminMessages();
    const { errors } = useFormState({ control, name: `dictionaryValues.${index}` });
    const rowErrors = errors.dictionaryValues?.[index];
    const number = index + 1;
    const paste = (event: ClipboardEvent): void => {
      const lines = readLines(event.clipboardData.getData('text'));
      if (lines.length < 2) return;
      event.preventDefault();
      onPasteLines(index, lines);
    };
    return (
      <>
        <div className={classes['valueText']}>
          <TextField
            {...register(`dictionaryValues.${index}.value`)}
            label={t('parameter.valueNumber', { number })}
            hideLabel
            error={rowErrors?.value?.message}
            maxLength={limits.answerMaxLength}
            autoComplete="off"
            onPaste={paste}
          />
        </div>
        <div className={classes['valueOrder']}>
          <NumberField
            {...register(`dictionaryValues.${index}.sortOrder`)}
            label={t('parameter.valueOrder', { number })}
            hideLabel
            error={rowErrors?.sortOrder?.message}
            step={1}
            min={0}
          />
        </div>
        <CheckboxField
          {...register(`dictionaryValues.${index}.isActive`)}
          label={
            <>
              {t('parameter.active')}
              <VisuallyHidden>{`: ${t('parameter.valueNumber', { number })}`}</VisuallyHidden>
            </>
          }
        />
        <IconButton
          icon="delete"
          label={t('parameter.removeValue', { number })}
          onClick={() => onRemove(index)}
        />
      </>
    );
  },
);

interface DictionaryRowProps extends DictionaryFieldsProps {
  rowKey: string;
  /** Total height of the omitted rows before this one. */
  skippedPx: number;
  measure: (row: HTMLLIElement | null) => void;
}

/** One dictionary value. Its fields are uncontrolled and memoized, so typing or dragging re-renders no other row. */
export const DictionaryRow = memo(({ rowKey, skippedPx, measure, ...fields }: DictionaryRowProps) => {
  const t = useAdminMessages();
  const { ref, style, isDragged, handle } = useSortableRow(rowKey);
  const name = t('parameter.valueNumber', { number: fields.index + 1 });
  const attachRef = useCallback(
    (row: HTMLLIElement | null): void => {
      ref(row);
      measure(row);
    },
    [ref, measure],
  );
  return (
    <HandleContext value={handle}>
      <li
        ref={attachRef}
        data-index={fields.index}
        className={`${classes['value']} ${isDragged ? classes['dragged'] : ''}`}
        style={skippedPx > 0 ? { ...style, marginTop: `${skippedPx}px` } : style}
      >
        <DragHandle label={t('sorting.handle', { name })} />
        <DictionaryFields {...fields} />
      </li>
    </HandleContext>
  );
});
