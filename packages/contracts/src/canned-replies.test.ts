import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fillPlaceholders,
  listUnknownPlaceholders,
  type ReplyValues,
  replyPlaceholders,
} from './canned-replies';

const values: ReplyValues = {
  'task.number': '123456789012',
  'task.title': 'Drukarka',
  'task.status': 'Nowe',
  'task.author': 'jan@acme.test',
  'task.assignee': 'olga',
  'organization.name': 'Acme',
  'my.name': 'Anna',
};

describe('fillPlaceholders', () => {
  it('replaces every placeholder, with and without spaces', () => {
    const content = replyPlaceholders.map((name) => `{{${name}}} {{ ${name} }}`).join('|');
    expect(fillPlaceholders(content, values)).toBe(
      replyPlaceholders.map((name) => `${values[name]} ${values[name]}`).join('|'),
    );
  });

  it('leaves unknown names, single braces and replacement patterns alone', () => {
    const content = '{{secret}} {task.title} {{}} {{constructor}} $& {{task.title';
    expect(fillPlaceholders(content, values)).toBe(content);
    expect(fillPlaceholders('{{task.title}}', { ...values, 'task.title': '$& $1 $`' })).toBe('$& $1 $`');
    expect(fillPlaceholders('{{x {{task.title}}', values)).toBe('{{x Drukarka');
  });

  it('does not fill a placeholder in a value', () => {
    const title = '{{my.name}} {{task.title}}';
    expect(fillPlaceholders('{{task.title}}', { ...values, 'task.title': title })).toBe(title);
    // Two values cannot form a placeholder together.
    const parts = { ...values, 'task.title': '{{my.', 'task.status': 'name}}' };
    expect(fillPlaceholders('{{task.title}}{{task.status}}', parts)).toBe('{{my.name}}');
  });
});

describe('listUnknownPlaceholders', () => {
  it('lists each unknown name once', () => {
    expect(listUnknownPlaceholders('{{task.title}} {{ x }} {{x}} {{}} {{Task.Title}} {{__proto__}}')).toEqual(
      ['x', '', 'Task.Title', '__proto__'],
    );
  });

  it('lists nothing for a content whose placeholders are all filled', () => {
    const piece = fc.constantFrom('{', '}', '{{', '}}', ' ', 'x', ...replyPlaceholders);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const content = pieces.join('');
        const filled = fillPlaceholders(content, values);
        const isLeft = [...filled.matchAll(/\{\{[^{}]*\}\}/g)].length > 0;
        if (!isLeft) expect(listUnknownPlaceholders(content)).toEqual([]);
      }),
    );
  });
});
