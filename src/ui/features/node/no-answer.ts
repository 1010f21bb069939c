/** Reasons of a node that gives no answer, or one that is not a node's. */
import { allowOrigin, FORWARD_TO_NODE, PORT_FOR_WALLETS, PROGRESS } from './operator-lines.ts';
import { LATER, OTHER, type FaultFacts, type ReasonParts } from './reason.ts';

/** Nothing came back that this page may read. */
export function unreachable({ address, asker, text }: FaultFacts): ReasonParts {
  if (!asker.online)
    return {
      title: 'This device is offline',
      what: 'The browser says that there is no network.',
      then: 'Connect the device to a network; then test again.',
    };
  if (text('hint') === 'command_gone')
    return {
      title: 'The command ostro does not answer',
      what: 'It has ended, or was started again.',
      then: 'Start it, and open the address that it prints.',
    };
  if (text('hint') === 'local_network_denied')
    return {
      title: 'The browser keeps this page out of your own network',
      then: 'Allow it in the browser’s settings of this site, then test again.',
    };
  const isOnion = /\.onion(?::\d+)?(?:\/|$)/.test(address);
  if (isOnion && asker.byCommand)
    return {
      title: 'This .onion address is not reached',
      then: 'Start the command ostro with --proxy and Tor’s port, 9050 or 9150. Check that Tor runs and the address is right.',
    };
  if (isOnion)
    return {
      title: 'This browser does not reach .onion addresses',
      what: 'Tor Browser does, and the command ostro with a proxy.',
      then: 'Open Ostro in Tor Browser, or take an https address.',
    };
  if (text('hint') !== 'hidden_by_browser')
    return {
      title: 'This node is not reached',
      then: 'Check the address and the port, and whether the node runs.',
      own: 'Is it yours? This shows whether it runs',
      lines: PROGRESS,
    };
  const secure = address.startsWith('https:');
  if (asker.access === 'missing') return notAllowed;
  if (asker.access === 'allowed') return hiddenFromExtension(secure);
  return {
    title: 'This page gets no answer from this node',
    what: 'It is one of these:',
    maybe: [
      'It does not allow requests from web pages (CORS).',
      ...(secure ? ['Its certificate is not accepted (TLS).'] : []),
      'It is down, or the address or the port is wrong.',
    ],
    opensInTab: true,
    then: secure
      ? 'Open it in a tab: numbers mean that it works and does not allow web pages; a warning means its certificate; anything else means that it is down.'
      : 'Open it in a tab: numbers mean that it works and does not allow web pages; anything else means that it is down.',
    own: 'Is it yours, and does it run? Then let this page read, with one of these',
    lines: allowOrigin(asker.origin),
  };
}

/** The extension may not read from it, and the node does not allow web pages, or does not answer at all. */
const notAllowed: ReasonParts = {
  title: 'Ostro is not allowed to read from this node',
  what: 'You did not allow it, or took it back. Without it a node must allow web pages (CORS); this one does not, or is down.',
  then: 'Test it again, and allow it when the browser asks.',
};

/** The extension may read from it, so the node need not allow web pages. */
const hiddenFromExtension = (secure: boolean): ReasonParts => ({
  title: 'This node is not reached',
  what: 'It is one of these:',
  maybe: [
    ...(secure ? ['Its certificate is not accepted (TLS).'] : []),
    'It is down, or the address or the port is wrong.',
  ],
  opensInTab: true,
  then: secure
    ? 'Open it in a tab: a warning means its certificate, which you can accept if the node is yours; anything else means that it is down.'
    : 'Open it in a tab: numbers mean that it works, anything else that it is down.',
  own: 'Is it yours? This shows whether it runs',
  lines: PROGRESS,
});

/** The answer is an HTTP status other than 200. */
export function refusedByHttp({ text }: FaultFacts): ReasonParts {
  const status = text('status');
  if (/^50[234]$/.test(status))
    return {
      title: 'The node behind this address is down',
      what: `A proxy answers with error ${status}: it gets no answer from the node.`,
      then: LATER,
      own: 'Is it yours? Look whether monerod runs and where the proxy sends requests',
      lines: FORWARD_TO_NODE,
    };
  if (status === '429' || status === '403')
    return {
      title: 'This node refuses your requests',
      what: `It answers with error ${status}: too many requests, or none from where you are.`,
      then: LATER,
    };
  if (/^30\d$/.test(status))
    return {
      title: 'This address leads to another one',
      what: 'Ostro does not follow redirects: another address would learn what you ask.',
      then: 'Open it in a tab, and enter the address where it leads.',
      opensInTab: true,
    };
  return { ...notANode, what: `Something answers here with error ${status}.` };
}

const notANode: ReasonParts = {
  title: 'This is not a node',
  what: 'Something answers here, but not as a node does.',
  then: 'Check the address and the port: 18081 or 18089 is usual for wallets, 18080 is for nodes.',
  own: 'Is it yours? Open a port for wallets',
  lines: PORT_FOR_WALLETS,
};

/** No node gives such an answer. */
export function badAnswer({ text }: FaultFacts): ReasonParts {
  if (text('kind') === 'too_long')
    return {
      title: 'Its answer does not end',
      what: 'It sent far too much, so Ostro cut it off. Nothing of it was used.',
      then: `It is broken, not a node, or not honest. ${OTHER}`,
    };
  if (text('kind') === 'unreadable') return notANode;
  return {
    title: 'Its answer breaks the rules',
    then: `Nothing of it was used. It is broken, not a node, or not honest. ${OTHER}`,
  };
}
