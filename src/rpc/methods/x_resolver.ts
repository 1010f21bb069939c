/**
 * x_resolver: sets the OpenAlias resolver (DNS over HTTPS); an empty text switches OpenAlias off. Without a parameter
 * it returns the resolver.
 */
import { chooseResolver, chosenResolver } from '../../wallet/without-wallet.ts';
import { defineMethod } from '../method.ts';
import { opt, str } from '../schema.ts';

export default defineMethod({
  name: 'x_resolver',
  access: 'read',
  params: { resolver: opt(str) },
  result: { resolver: str },
  handle: async ({ resolver }, { session }) => {
    if (resolver !== undefined) await chooseResolver(session.world, resolver === '' ? undefined : resolver);
    return { resolver: (await chosenResolver(session.world)) ?? '' };
  },
});
