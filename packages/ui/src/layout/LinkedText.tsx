import { findLinks } from './find-links';
import classes from './layout.module.css';

/** What somebody typed, with its web addresses as links. All else stays the text that it is, markup too. */
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
