import { KeyHint } from './KeyHint';
import classes from './palette.module.css';

export interface ShortcutSection {
  heading: string;
  shortcuts: readonly { label: string; keys: string }[];
}

/** Shortcuts by section. */
export const ShortcutList = ({ sections }: { sections: readonly ShortcutSection[] }) => (
  <div className={classes['shortcuts']}>
    {sections.map(({ heading, shortcuts }) => (
      <section key={heading}>
        <h3 className={classes['heading']}>{heading}</h3>
        <dl className={classes['shortcutList']}>
          {shortcuts.map(({ label, keys }) => (
            <div key={`${keys} ${label}`}>
              <dt>{label}</dt>
              <dd>
                <KeyHint keys={keys} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
    ))}
  </div>
);
