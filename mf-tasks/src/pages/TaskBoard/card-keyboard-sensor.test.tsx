import { DndContext, useDraggable, useSensor, useSensors } from '@dnd-kit/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { CardKeyboardSensor } from './card-keyboard-sensor';

const coordinateGetter = vi.fn((_event: KeyboardEvent) => undefined);

const Card = () => {
  const { attributes, listeners, setNodeRef } = useDraggable({ id: 'card' });
  return (
    <button type="button" ref={setNodeRef} {...attributes} {...listeners}>
      Karta
    </button>
  );
};

const Board = ({ onDragCancel }: { onDragCancel: () => void }) => (
  <DndContext
    sensors={useSensors(useSensor(CardKeyboardSensor, { coordinateGetter }))}
    onDragCancel={onDragCancel}
  >
    <Card />
  </DndContext>
);

const lift = () => {
  const onDragCancel = vi.fn();
  coordinateGetter.mockClear();
  render(<Board onDragCancel={onDragCancel} />);
  const card = screen.getByRole('button', { name: 'Karta' });
  fireEvent.keyDown(card, { code: 'Space' });
  return { card, onDragCancel };
};

describe('CardKeyboardSensor', () => {
  it('handles keys that follow in the same task, in their order', async () => {
    const { card, onDragCancel } = lift();
    fireEvent.keyDown(card, { code: 'ArrowRight' });
    fireEvent.keyDown(card, { code: 'ArrowLeft' });
    fireEvent.keyDown(card, { code: 'Escape' });
    await waitFor(() => expect(onDragCancel).toHaveBeenCalledOnce());
    expect(coordinateGetter.mock.calls.map(([event]) => event.code)).toEqual(['ArrowRight', 'ArrowLeft']);
  });

  it('handles later keys once', async () => {
    const { card, onDragCancel } = lift();
    await waitFor(() => {
      fireEvent.keyDown(card, { code: 'ArrowRight' });
      expect(coordinateGetter).toHaveBeenCalled();
    });
    coordinateGetter.mockClear();
    fireEvent.keyDown(card, { code: 'ArrowRight' });
    expect(coordinateGetter).toHaveBeenCalledOnce();
    fireEvent.keyDown(card, { code: 'Escape' });
    await waitFor(() => expect(onDragCancel).toHaveBeenCalledOnce());
  });

  it('leaves other keys to the browser', async () => {
    const { card, onDragCancel } = lift();
    expect(fireEvent.keyDown(card, { code: 'Tab' })).toBe(true);
    expect(fireEvent.keyDown(card, { code: 'ArrowRight' })).toBe(false);
    // A drag that goes on would take keys of later tests.
    fireEvent.keyDown(card, { code: 'Escape' });
    await waitFor(() => expect(onDragCancel).toHaveBeenCalledOnce());
  });
});
