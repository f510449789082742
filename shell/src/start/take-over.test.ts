import { describe, expect, it, vi } from 'vitest';
import { prepareTakeOver } from './take-over';

const form =
  '<label>Name<input name="name" value=""></label><select><option selected>a<option>b</select>' +
  '<button>One</button><button>Two</button>';

/** Opens a document with a first page, lets the visitor act, and renders the page in its place. */
const takeOver = (act: (page: Element) => void, rendered = form): Element => {
  document.head.innerHTML = '<style class="ob-first-page-style"></style>';
  document.body.innerHTML = `<div id="root"><div class="ob-first-page">${form}</div><div class="ob-start"></div></div>`;
  const root = document.getElementById('root') as HTMLElement;
  const { moveFocus, repeat } = prepareTakeOver(root);
  act(root.querySelector('.ob-first-page') as Element);
  root.innerHTML = rendered;
  moveFocus();
  repeat();
  return root;
};
const find = <Found extends Element>(root: Element, selector: string): Found =>
  root.querySelector(selector) as Found;

describe('the rendered page', () => {
  it('has what the visitor typed and chose before', () => {
    const events: string[] = [];
    for (const name of ['input', 'change']) document.addEventListener(name, () => events.push(name));
    const root = takeOver((page) => {
      find<HTMLInputElement>(page, 'input').value = 'olga';
      find<HTMLSelectElement>(page, 'select').selectedIndex = 1;
    });
    expect(find<HTMLInputElement>(root, 'input').value).toBe('olga');
    expect(find<HTMLSelectElement>(root, 'select').selectedIndex).toBe(1);
    expect(events).toEqual(['input', 'change']);
  });

  it('has the focus where it was', () => {
    const root = takeOver((page) => find(page, 'input').setAttribute('data-focused', ''));
    expect(document.activeElement).toBe(find(root, 'input'));
  });

  it('answers the last tap', () => {
    const tap = vi.fn();
    document.addEventListener('click', ({ target }) => tap((target as Element).textContent), { once: true });
    takeOver((page) => page.querySelectorAll('button')[1]?.setAttribute('data-tapped', ''));
    expect(tap).toHaveBeenCalledExactlyOnceWith('Two');
  });

  it('answers a tap on a button behind those of another frame', () => {
    const tap = vi.fn();
    document.addEventListener('click', ({ target }) => tap((target as Element).textContent), { once: true });
    takeOver(
      (page) => page.querySelectorAll('button')[1]?.setAttribute('data-tapped', ''),
      `<button>Menu</button><input name="search">${form}<button>Two</button>`,
    );
    expect(tap).toHaveBeenCalledExactlyOnceWith('Two');
  });

  it('submits the form of a button that is not enabled yet', () => {
    const submit = vi.fn((event: Event) => event.preventDefault());
    document.addEventListener('submit', submit, { once: true });
    takeOver(
      (page) => page.querySelectorAll('button')[1]?.setAttribute('data-tapped', ''),
      `<form>${form.replace('<button>Two', '<button disabled>Two')}</form>`,
    );
    expect(submit).toHaveBeenCalledOnce();
  });

  it('does nothing for elements that it does not have', () => {
    const root = takeOver((page) => {
      find<HTMLInputElement>(page, 'input').value = 'olga';
      page.querySelectorAll('button')[1]?.setAttribute('data-tapped', '');
    }, '<button>One</button><button>Three</button>');
    expect(root.innerHTML).toBe('<button>One</button><button>Three</button>');
  });

  it('has no style sheet of the first page', () => {
    takeOver(() => undefined);
    expect(document.querySelector('.ob-first-page-style')).toBeNull();
  });
});
