/** x_resolver: who is asked for names instead of addresses (DNS over HTTPS); an empty text: nobody. Without one: who it is. */
import { chooseResolver, chosenResolver } from '../../wallet/openalias.ts';
import { defineMethod } from '../method.ts';
import { opt, str } from '../schema.ts';

export default defineMethod({
  name: 'x_resolver',
  params: { resolver: opt(str) },
  result: { resolver: str },
  handle: async ({ resolver }, { session }) => {
    if (resolver !== undefined) await chooseResolver(session.world, resolver === '' ? undefined : resolver);
    return { resolver: (await chosenResolver(session.world)) ?? '' };
  },
});
