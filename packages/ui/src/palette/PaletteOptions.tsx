import type { UseComboboxPropGetters } from 'downshift';
import { useId } from 'react';
import { Icon, toIconName } from '../icons/Icon';
import { KeyHint } from './KeyHint';
import classes from './palette.module.css';

export interface PaletteItem {
  /** Unique in the list. */
  id: string;
  label: string;
  /** Second line, for example the e-mail address of a person. */
  detail?: string | undefined;
  /** A key of `icons`. Unknown names show a dot. */
  icon: string;
  /** Shortcut, shown on the right. */
  keys?: string | undefined;
}

export interface PaletteGroup {
  id: string;
  label: string;
  items: readonly PaletteItem[];
}

interface PaletteOptionsProps {
  groups: readonly PaletteGroup[];
  getItemProps: UseComboboxPropGetters<PaletteItem>['getItemProps'];
}

/** Groups of results in the listbox. */
export const PaletteOptions = ({ groups, getItemProps }: PaletteOptionsProps) => {
  const id = useId();
  let position = 0;
  return groups
    .filter(({ items }) => items.length > 0)
    .map((group) => (
      // biome-ignore lint/a11y/useSemanticElements: a group of a listbox, not of form fields
      <div key={group.id} role="group" aria-labelledby={`${id}-${group.id}`}>
        <div id={`${id}-${group.id}`} role="presentation" className={classes['heading']}>
          {group.label}
        </div>
        {group.items.map((item) => (
          <div {...getItemProps({ item, index: position++ })} key={item.id} className={classes['option']}>
            <Icon name={toIconName(item.icon)} size={18} />
            <span className={classes['words']}>
              <span className={classes['name']}>{item.label}</span>
              {item.detail ? <span className={classes['detail']}>{item.detail}</span> : null}
            </span>
            {item.keys ? <KeyHint keys={item.keys} /> : null}
          </div>
        ))}
      </div>
    ));
};
