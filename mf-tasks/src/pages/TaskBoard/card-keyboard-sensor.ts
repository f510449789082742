import { KeyboardCode, KeyboardSensor, type KeyboardSensorProps } from '@dnd-kit/core';

const handledKeys: readonly string[] = [
  KeyboardCode.Left,
  KeyboardCode.Right,
  KeyboardCode.Space,
  KeyboardCode.Enter,
  KeyboardCode.Esc,
];

/**
 * Moves a lifted card by keyboard. The sensor of dnd-kit adds its listener in a timer, and a browser handles keys before
 * timers. Keys that come before the listener are dispatched again after it is added, so that none is lost.
 */
export class CardKeyboardSensor extends KeyboardSensor {
  constructor(props: KeyboardSensorProps) {
    super(props);
    const early: { event: KeyboardEvent; target: EventTarget | null }[] = [];
    const keep = (event: KeyboardEvent): void => {
      if (!handledKeys.includes(event.code)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      early.push({ event, target: event.target });
    };
    window.addEventListener('keydown', keep, true);
    // Timers with the same delay run in the order in which they were set.
    setTimeout(() => {
      window.removeEventListener('keydown', keep, true);
      for (const { event, target } of early) target?.dispatchEvent(new KeyboardEvent('keydown', event));
    });
  }
}
