/** The wallet worker's methods for sites. */
import type { Client, Result } from '../../../client/client.ts';
import type { Outcome } from '../../../embed/wire.ts';
import type { SiteCalls } from './ask.ts';

export function siteCallsOf(client: Client): SiteCalls {
  return {
    request: async (call) => {
      const { done, ask } = await client.call('x_site_request', call);
      return ask ? { ask } : { done: outcomeOf(done) };
    },
    answer: async (answer) => {
      const { problem, ...done } = await client.call('x_site_answer', answer);
      return { outcome: outcomeOf(done), ...(problem && { problem }) };
    },
  };
}

const outcomeOf = ({ result = {}, error }: Result<'x_site_answer'> = {}): Outcome => {
  if (!error) return { result };
  const { code, message, data } = error;
  return { error: { code, message, ...(data && { data }) } };
};
