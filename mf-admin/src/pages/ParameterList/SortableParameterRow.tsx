import type { WorkflowParameter } from '@obieg/contracts';
import type { RowFrameProps } from '@obieg/ui';
import { HandleContext, useSortableRow } from '../../sorting/use-sortable-row';
import classes from './parameter-list.module.css';

export const SortableParameterRow = ({ row, attributes, children }: RowFrameProps<WorkflowParameter>) => {
  const { ref, style, isDragged, handle } = useSortableRow(row.id);
  return (
    <HandleContext value={handle}>
      <tr
        {...attributes}
        ref={ref}
        className={`${attributes.className} ${isDragged ? classes['dragged'] : ''}`}
        style={style}
      >
        {children}
      </tr>
    </HandleContext>
  );
};
