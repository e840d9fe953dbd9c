/** What a wallet says of the account that it signs for, which a kit that describes another's requests never does. In English, by name. */
export const ownAccount = {
  'request.cost': 'Cost of sending',
  'request.free': 'Free for you: this wallet’s operator pays it for {site}',
  'request.oldCode': 'Code until now',
  'request.warn.accountCode':
    'This network’s code for several steps at once is switched on for your address. It stays yours.',
  'request.warn.notFree': 'This was to be free for you, but it isn’t paid for: you pay the network’s fee yourself.',
  'request.warn.otherCode':
    'Another contract’s code is switched on for your address here. This replaces it, and what that did for you stops.',
  'request.warn.sentMeanwhile': 'Something else was sent from your address meanwhile. Read this again.',
  'request.warn.replaces': 'It takes the place of a transaction of yours that is still pending.',
  'request.warn.waits': 'An earlier transaction of yours is still pending. This one is sent once that is in a block.',
} as const
