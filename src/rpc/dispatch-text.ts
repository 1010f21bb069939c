/** Requests and answers as JSON text, for callers outside the app. It is loaded with the first of them (serve.ts). */
import { isFault } from '../base/fault.ts';
import type { WalletSession } from '../wallet/session/types.ts';
import { dispatch, type DispatchOptions } from './dispatch.ts';
import { readSection } from './json-reader.ts';
import { writeAnswer } from './json.ts';

/** Answers a request given as text, for callers outside the app: an error has its code and message alone. Never rejects. */
export async function dispatchText(
  session: WalletSession,
  text: string,
  options: DispatchOptions = {},
): Promise<string> {
  let envelope: unknown;
  try {
    envelope = readSection(text);
  } catch (error) {
    // The text is not a JSON-RPC request.
    if (!isFault(error, 'parse_error')) throw error;
  }
  const { error, ...answer } = await dispatch(session, envelope, {
    compat: 'release',
    ...options,
    outside: true,
  });
  return writeAnswer(
    { ...answer, ...(error && { error: { code: error.code, message: error.message } }) },
    () => session.world.clock.sleep(0),
  );
}
