import type { WorkflowParameter } from '@obieg/contracts';
import type { RowFrameProps } from '@obieg/ui';
import { HandleContext, useSortableRow } from '../../sorting/use-sortable-row';

export const SortableParameterRow = ({ row, attributes, children }: RowFrameProps<WorkflowParameter>) => {
  const { ref, style, handle } = useSortableRow(row.id);
  return (
    <HandleContext value={handle}>
      <tr {...attributes} ref={ref} style={style}>
        {children}
      </tr>
    </HandleContext>
  );
};
