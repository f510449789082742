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
import { useAdminMessages } from '../messages';

/** Places counted from 0. */
export interface Held {
  from: number;
  over: number;
}

interface SortableAreaProps {
  /** In the order that is shown. */
  ids: readonly UniqueIdentifier[];
  /** What a screen reader calls the thing. */
  nameOf: (id: UniqueIdentifier) => string;
  onMove: (from: number, to: number) => void;
  /** What is held over which place just now; undefined: nothing. For lists that draw a part of their rows only. */
  onHold?: (held: Held | undefined) => void;
  children: ReactNode;
}

/** A touch this short, or a wish to scroll, is not meant as dragging. */
const startAfterPx = 4;

/** Whatever is inside can be put into another order with pointer or keyboard; each step is said to a screen reader. */
export const SortableArea = ({ ids, nameOf, onMove, onHold, children }: SortableAreaProps) => {
  const t = useAdminMessages();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: startAfterPx } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  // Known from the start: once it is dropped the list may be another one already.
  const lifted = useRef('');
  const saidPlace = useRef<UniqueIdentifier>(undefined);
  const placeOf = (id: UniqueIdentifier): { name: string; place: number; count: number } => ({
    name: lifted.current,
    place: ids.indexOf(id) + 1,
    count: ids.length,
  });
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      lifted.current = nameOf(active.id);
      saidPlace.current = active.id;
      return t('sorting.lifted', placeOf(active.id));
    },
    onDragOver: ({ over }) => {
      // That it stands where it was lifted would cut off what was said about lifting.
      if (!over || over.id === saidPlace.current) return undefined;
      saidPlace.current = over.id;
      return t('sorting.moved', placeOf(over.id));
    },
    onDragEnd: ({ active, over }) => t('sorting.dropped', placeOf(over?.id ?? active.id)),
    onDragCancel: ({ active }) => t('sorting.cancelled', placeOf(active.id)),
  };
  const hold = (active: UniqueIdentifier, over: UniqueIdentifier): void =>
    onHold?.({ from: ids.indexOf(active), over: ids.indexOf(over) });
  const finish = ({ active, over }: DragEndEvent): void => {
    onHold?.(undefined);
    if (over && over.id !== active.id) onMove(ids.indexOf(active.id), ids.indexOf(over.id));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={({ active }) => hold(active.id, active.id)}
      onDragOver={({ active, over }) => hold(active.id, over?.id ?? active.id)}
      onDragCancel={() => onHold?.(undefined)}
      onDragEnd={finish}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('sorting.instructions') } }}
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
};
