import { findLinks } from './find-links';
import classes from './layout.module.css';

/** User text with clickable web addresses. The rest, including markup, stays plain text. */
export const LinkedText = ({ children }: { children: string }) =>
  findLinks(children).map(({ text, href, at }) =>
    href === undefined ? (
      text
    ) : (
      <a
        key={at}
        href={href}
        className={classes['typedLink']}
        target="_blank"
        rel="noopener noreferrer nofollow"
      >
        {text}
      </a>
    ),
  );
