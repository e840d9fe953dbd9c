/** The sentences around a request's description before a wallet is asked. */
export const preview = {
  'preview.title': 'Before your wallet asks',
  'preview.reading': 'Reading what it does',
  'preview.whatHappens': 'What will happen',
  'preview.simulating': 'Simulating it',
  'preview.notSimulated': 'It could not be simulated: what will really happen is not known.',
  'preview.unread': 'Not all of it could be found out in time.',
  'preview.fee': 'Network fee',
  'preview.continue': 'Continue',
  'preview.purpose': 'In this app’s own words: “{purpose}”',
  'preview.cancel': 'Cancel',
  'preview.understood': 'I have read the warning, and want this',
  'preview.warnings': 'Warnings',
  'preview.allOf': 'All {count} letters',
  'preview.over': 'Nothing to look at',
  'preview.overWhy': 'The page asks for nothing any more.',
} as const
