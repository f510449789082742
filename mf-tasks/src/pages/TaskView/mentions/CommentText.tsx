import type { Comment } from '@obieg/contracts';
import { splitMentions } from '@obieg/contracts/mention-text';
import { LinkedText, Text } from '@obieg/ui';
import classes from './mentions.module.css';

/** Text of a comment with its links and mentions. Everything else, including markup, stays plain text. */
export const CommentText = ({ comment: { content, mentions = [] } }: { comment: Comment }) => (
  <Text preserveLines>
    {splitMentions(
      content,
      mentions.map(({ username }) => username),
    ).map(({ text, mention, at }) =>
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
