import { useCombobox } from 'downshift';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '../actions/IconButton';
import { Spinner } from '../feedback/Spinner';
import { Icon } from '../icons/Icon';
import { useUiTexts } from '../provider/ui-context';
import { type PaletteGroup, type PaletteItem, PaletteOptions } from './PaletteOptions';
import classes from './palette.module.css';

export type { PaletteGroup, PaletteItem };

export interface PaletteProps {
  label: string;
  placeholder: string;
  query: string;
  maxLength: number;
  onQueryChange: (query: string) => void;
  groups: readonly PaletteGroup[];
  isSearching: boolean;
  /** What could not be searched. */
  problems: readonly string[];
  emptyText: string;
  onChoose: (item: PaletteItem) => void;
  /** Called on Escape, a click on the backdrop, and the close button. */
  onClose: () => void;
}

/** Opens the dialog modally and returns the focus when it unmounts. */
const useModal = () => {
  const dialog = useRef<HTMLDialogElement>(null);
  // The cleanup of a layout effect runs while the dialog is still in the document, so closing returns the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return dialog;
};

const { InputKeyDownArrowDown, InputKeyDownArrowUp, InputKeyDownEnter, ItemClick } =
  useCombobox.stateChangeTypes;

/** Escape closes the dialog. Home and End move the cursor in the text. */
const leftToBrowser = ['Escape', 'Home', 'End'];

const leaveKeyToBrowser = ({ key, nativeEvent }: KeyboardEvent): void => {
  if (leftToBrowser.includes(key)) Object.assign(nativeEvent, { preventDownshiftDefault: true });
};

/** Results of the search box. The marked one keeps its mark when more arrive, the mouse does not move it. */
const useResults = ({ query, groups, onQueryChange, onChoose }: PaletteProps) => {
  const items = groups.flatMap((group) => group.items);
  const [markedId, setMarkedId] = useState<string>();
  const marked = Math.max(
    items.findIndex(({ id }) => id === markedId),
    0,
  );
  const combobox = useCombobox({
    items,
    itemToString: (item) => item?.label ?? '',
    itemToKey: (item) => item?.id,
    isOpen: items.length > 0,
    inputValue: query,
    highlightedIndex: marked,
    selectedItem: null,
    // Downshift closes and chooses on blur, too. Here only these actions count.
    onStateChange: ({ type, highlightedIndex, selectedItem }) => {
      if (type === InputKeyDownArrowDown || type === InputKeyDownArrowUp) {
        setMarkedId(items[highlightedIndex ?? 0]?.id);
      } else if ((type === InputKeyDownEnter || type === ItemClick) && selectedItem) {
        onChoose(selectedItem);
      }
    },
  });
  /** At once: `onStateChange` follows after rendering, and a controlled box would lose letters typed before. */
  const type = (text: string): void => {
    setMarkedId(undefined);
    onQueryChange(text);
  };
  return { ...combobox, type };
};

/**
 * Command palette: a search box with a grouped list of results, full screen on a phone. A native modal dialog around the
 * combobox of Downshift: the focus stays in the box, arrows move the marked option, Enter chooses it.
 */
export const Palette = (props: PaletteProps) => {
  const { label, placeholder, maxLength, groups, isSearching, problems, emptyText, onClose } = props;
  const texts = useUiTexts();
  const dialog = useModal();
  const { getInputProps, getMenuProps, getItemProps, type } = useResults(props);
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  const isEmpty = count === 0 && !isSearching && problems.length === 0;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: backdrop click; keyboard users have Escape and the close button
    <dialog
      ref={dialog}
      className={classes['palette']}
      aria-label={label}
      onCancel={(event) => {
        // The parent unmounts the dialog.
        event.preventDefault();
        onClose();
      }}
      onClick={({ target }) => {
        if (target === dialog.current) onClose();
      }}
    >
      <div className={classes['body']}>
        <div className={classes['search']}>
          <Icon name="search" size={20} />
          <input
            {...getInputProps({
              'aria-label': label,
              onKeyDown: leaveKeyToBrowser,
              onChange: ({ currentTarget }) => type(currentTarget.value),
            })}
            autoFocus
            type="text"
            className={classes['input']}
            spellCheck={false}
            enterKeyHint="go"
            placeholder={placeholder}
            maxLength={maxLength}
          />
          {isSearching ? <Spinner /> : null}
          <IconButton icon="clear" label={texts.close} tipAt="below end" onClick={onClose} />
        </div>
        <div className={classes['options']} hidden={count === 0} {...getMenuProps({ 'aria-label': label })}>
          <PaletteOptions groups={groups} getItemProps={getItemProps} />
        </div>
        {problems.map((problem) => (
          <p key={problem} className={classes['note']}>
            <Icon name="warning" size={16} />
            {problem}
          </p>
        ))}
        {isEmpty ? <p className={classes['note']}>{emptyText}</p> : null}
        <span role="status" className="ob-visually-hidden">
          {isEmpty ? emptyText : isSearching ? '' : `${texts.resultCount}: ${count}`}
        </span>
      </div>
    </dialog>
  );
};
