import { Button, FieldGroup, IconButton, Text } from '@obieg/ui';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import classes from './field-rows.module.css';

interface FieldRowsProps {
  legend: string;
  help: string;
  /** Text for an empty list. */
  empty: string;
  error?: string | undefined;
  addLabel: string;
  removeLabel: (row: number) => string;
  /** Key of each row, in order. */
  rowKeys: readonly string[];
  children: (row: number) => ReactNode;
  onAdd: () => void;
  onRemove: (row: number) => void;
  maxRows: number;
}

/** Focuses a row after it was added. After a removal, focuses the next row or the add button. */
const useRowFocus = (count: number) => {
  const list = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const pendingRow = useRef<number>(undefined);
  useEffect(() => {
    const row = pendingRow.current;
    pendingRow.current = undefined;
    if (row === undefined) return;
    const target =
      list.current?.children[Math.min(row, count - 1)]?.querySelector<HTMLElement>('select, input');
    (target ?? addButton.current)?.focus();
  }, [count]);
  return {
    list,
    addButton,
    focusRow: (row: number): void => {
      pendingRow.current = row;
    },
  };
};

/** A list of field rows with buttons to add and remove rows. */
export const FieldRows = ({
  legend,
  help,
  empty,
  error,
  addLabel,
  removeLabel,
  rowKeys,
  children,
  onAdd,
  onRemove,
  maxRows,
}: FieldRowsProps) => {
  const id = useId();
  const { list, addButton, focusRow } = useRowFocus(rowKeys.length);
  return (
    <FieldGroup legend={legend} help={help} error={error}>
      <div ref={list} className={classes['rows']}>
        {rowKeys.map((key, row) => (
          <fieldset key={key} className={classes['row']} aria-labelledby={`${id}-${key}`}>
            <span id={`${id}-${key}`} className={classes['rowNumber']}>
              {row + 1}.
            </span>
            <div className={classes['rowFields']}>{children(row)}</div>
            <IconButton
              icon="delete"
              label={removeLabel(row + 1)}
              onClick={() => {
                focusRow(row);
                onRemove(row);
              }}
            />
          </fieldset>
        ))}
      </div>
      {rowKeys.length === 0 ? (
        <Text size="small" muted>
          {empty}
        </Text>
      ) : null}
      <div className={classes['add']}>
        <Button
          ref={addButton}
          size="small"
          icon="add"
          disabled={rowKeys.length >= maxRows}
          onClick={() => {
            focusRow(rowKeys.length);
            onAdd();
          }}
        >
          {addLabel}
        </Button>
      </div>
    </FieldGroup>
  );
};
