import type { Comment } from '@obieg/contracts';
import { splitMentions } from '@obieg/contracts/mention-text';
import { LinkedText, Text } from '@obieg/ui';
import classes from './mentions.module.css';

/** Earlier releases name only the people whose ids the reader gets. */
const listMentionedNames = ({ mentionedNames, mentions = [] }: Comment): readonly string[] =>
  mentionedNames ?? mentions.map(({ username }) => username);

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
        <strong key={at} className={classes['mention']}>
          {text}
        </strong>
      ),
    )}
  </Text>
);
