import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { type ReactNode, useRef } from 'react';
import { useAdminMessages } from '../i18n/messages';

/** Zero-based row indexes of a drag in progress. */
export interface DragPosition {
  from: number;
  over: number;
}

interface SortableAreaProps {
  /** In display order. */
  ids: readonly UniqueIdentifier[];
  /** Returns the item's name for screen reader announcements. */
  getName: (id: UniqueIdentifier) => string;
  onMove: (from: number, to: number) => void;
  /** Says why a row cannot be moved to a place; undefined if it can. `onMove` is called all the same, and refuses. */
  describeObstacle?: (from: number, to: number) => string | undefined;
  /** Reports the drag in progress, or undefined when it ends. Virtualized lists need it. */
  onDragPosition?: (position: DragPosition | undefined) => void;
  children: ReactNode;
}

/** Pointer distance that starts a drag. A shorter movement is a click or a scroll. */
const dragStartPx = 4;

/** Makes its rows sortable by pointer and keyboard. Announces each step to screen readers. */
export const SortableArea = ({
  ids,
  getName,
  onMove,
  describeObstacle,
  onDragPosition,
  children,
}: SortableAreaProps) => {
  const t = useAdminMessages();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: dragStartPx } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  // Stored when the drag starts, because the list may have changed by the time of the drop.
  const draggedName = useRef('');
  const announcedId = useRef<UniqueIdentifier>(undefined);
  const describePosition = (id: UniqueIdentifier): { name: string; place: number; count: number } => ({
    name: draggedName.current,
    place: ids.indexOf(id) + 1,
    count: ids.length,
  });
  const findObstacle = (id: UniqueIdentifier, overId: UniqueIdentifier): string | undefined =>
    describeObstacle?.(ids.indexOf(id), ids.indexOf(overId));
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      draggedName.current = getName(active.id);
      announcedId.current = active.id;
      return t('sorting.lifted', describePosition(active.id));
    },
    onDragOver: ({ active, over }) => {
      // Announcing the start position would interrupt the "lifted" announcement.
      if (!over || over.id === announcedId.current) return undefined;
      announcedId.current = over.id;
      return findObstacle(active.id, over.id) ?? t('sorting.moved', describePosition(over.id));
    },
    onDragEnd: ({ active, over }) => {
      const obstacle = findObstacle(active.id, over?.id ?? active.id);
      return obstacle === undefined
        ? t('sorting.dropped', describePosition(over?.id ?? active.id))
        : `${obstacle} ${t('sorting.cancelled', describePosition(active.id))}`;
    },
    onDragCancel: ({ active }) => t('sorting.cancelled', describePosition(active.id)),
  };
  const reportPosition = (active: UniqueIdentifier, over: UniqueIdentifier): void =>
    onDragPosition?.({ from: ids.indexOf(active), over: ids.indexOf(over) });
  const finishDrag = ({ active, over }: DragEndEvent): void => {
    onDragPosition?.(undefined);
    if (over && over.id !== active.id) onMove(ids.indexOf(active.id), ids.indexOf(over.id));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={({ active }) => reportPosition(active.id, active.id)}
      onDragOver={({ active, over }) => reportPosition(active.id, over?.id ?? active.id)}
      onDragCancel={() => onDragPosition?.(undefined)}
      onDragEnd={finishDrag}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('sorting.instructions') } }}
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
};
