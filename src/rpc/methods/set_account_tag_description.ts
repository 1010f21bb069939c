/** set_account_tag_description: sets the description of a tag. */
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';

export default defineMethod({
  name: 'set_account_tag_description',
  access: 'change',
  console: { needs: ['tag'], example: { tag: 'shop', description: 'Sales of the shop' } },
  params: { tag: str, description: str },
  errors: {
    unknown_tag: [-1, (_, { tag }) => (tag === '' ? 'Tag must not be empty' : 'Tag is unregistered')],
  },
  handle: ({ tag, description }, { wallet }) => wallet.accounts.describeTag(tag, description),
});
