/** The sentences of the wallet's own page about the code at an address: they come with what draws that. */
export const codeSentences = {
  'code.title': 'Smart account',
  'code.say':
    'Your address does several steps at once on a network where this wallet’s code is switched on for it. Your key stays in charge, with the code and without. Switching it off costs a network fee; the next steps at once that you approve switch it on again.',
  'code.reading': 'Reading what is switched on',
  'code.none': 'No code is switched on for your address.',
  'code.own': 'This wallet’s code is switched on.',
  'code.other':
    'Another contract’s code is switched on: {address}. Until you replace it, nothing is done in several steps at once here.',
  'code.off': 'Switch off',
  'code.offOf': 'Switch off on {network}',
  'code.replace': 'Replace',
  'code.replaceOf': 'Replace on {network}',
  'code.sent': 'Sent. What stands at your address is read once the network has carried it out.',
  'code.pending':
    'Sent, but {network} hasn’t carried it out yet. It may still do so: look here again later, before you send another.',
  'code.isOff': 'On {network} no code is switched on for your address any more.',
  'code.isOwn': 'On {network} this wallet’s code is switched on for your address.',
  'code.stays': 'The network carried it out, but nothing changed at your address on {network}. Try again.',
  'code.silent': 'These networks don’t answer, so that they weren’t read: {networks}',
  'code.permissions':
    'Keys of applications that you allowed to act for you do so by this wallet’s code. Ending all permissions on a network ends those too that no list has.',
  'code.end': 'End all permissions',
  'code.endOf': 'End all permissions on {network}',
  'code.areEnded': 'On {network} no permission that you gave before holds any more.',
} as const
