import type { RowFrameProps } from '@obieg/ui/lists';
import { HandleContext, useSortableRow } from '../../sorting/use-sortable-row';
import classes from './parameter-list.module.css';
import type { ParameterNode } from './question-order';

export const SortableParameterRow = ({ row, attributes, children }: RowFrameProps<ParameterNode>) => {
  const { ref, style, isDragged, handle } = useSortableRow(row.parameter.id);
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
