import { Icon } from '@obieg/ui';
import classes from './sorting.module.css';
import { useHandle } from './use-sortable-row';

/** Drag handle of the enclosing sortable row. With the keyboard, Space lifts and drops and the arrow keys move. */
export const DragHandle = ({ label }: { label: string }) => {
  const handle = useHandle();
  if (!handle) return null;
  const { attributes, listeners, setActivatorNodeRef } = handle;
  return (
    <button
      type="button"
      {...attributes}
      {...listeners}
      ref={setActivatorNodeRef}
      className={classes['handle']}
      aria-label={label}
      title={label}
    >
      <Icon name="drag" size={18} />
    </button>
  );
};
