/** /update: looks for a newer monerod, or downloads it. Upstream: `COMMAND_RPC_UPDATE`. */
import { answerFault, badAnswer } from '../faults.ts';
import { bool, hashOrEmpty, text, type AnswerField } from '../schema.ts';
import { requireOk } from '../status.ts';
import { BASE, LONG_TIMEOUT, pathCall } from './call.ts';

const command: AnswerField<'check' | 'download'> = {
  type: 'string',
  read(value) {
    if (value !== 'check' && value !== 'download') throw badAnswer('command is neither check nor download');
    return value;
  },
};

/** The node fetches the file itself, into its own folder. A download that failed leaves the status empty. */
export const update = pathCall('/update', {
  admin: true,
  request: { command },
  seconds: 4 * LONG_TIMEOUT,
  idempotent: false,
  checkStatus: (status) => {
    if (status === '') throw answerFault('says_error', { message: 'the download failed' });
    requireOk(status);
  },
  answer: {
    ...BASE,
    update: bool,
    version: text(),
    user_uri: text(2048),
    auto_uri: text(2048),
    hash: hashOrEmpty,
    path: text(4096),
  },
});
