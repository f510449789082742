import type { Comment } from '@obieg/contracts';
import { splitMentions } from '@obieg/contracts/mention-text';
import { AddressHint, LinkedText, Text } from '@obieg/ui';
import { Fragment } from 'react';
import classes from './mentions.module.css';

/** Earlier releases name only the people whose ids the reader gets. */
const listMentionedNames = ({ mentionedNames, mentions = [] }: Comment): readonly string[] =>
  mentionedNames ?? mentions.map(({ username }) => username);

/** Two people can have been mentioned under one name at different times. Their addresses are then left out. */
const findHint = ({ mentions = [] }: Comment, name: string): string | null | undefined => {
  const [one, ...others] = mentions.filter(({ username }) => username === name);
  return others.length === 0 ? one?.addressHint : undefined;
};

/**
 * Text of a comment with its links and mentions. A mention is never a link. Everything else, including markup, stays
 * plain text.
 */
export const CommentText = ({ comment }: { comment: Comment }) => (
  <Text preserveLines>
    {splitMentions(comment.content, listMentionedNames(comment)).map(({ text, mention, at }) =>
      mention === undefined ? (
        <LinkedText key={at}>{text}</LinkedText>
      ) : (
        <Fragment key={at}>
          <strong className={classes['mention']}>{text}</strong>
          <AddressHint name={mention} addressHint={findHint(comment, mention)} />
        </Fragment>
      ),
    )}
  </Text>
);
