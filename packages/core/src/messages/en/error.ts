/** What a visitor reads when the page itself fails: one sentence, and what to do. None has a placeholder, so any error can be shown. */
export const error = {
  'error.offline': 'You are offline. Try again when the connection is back.',
  'error.storage': 'The browser does not let this page keep data. You will have to connect again next time.',
  'error.misconfigured': 'This app is not set up fully. Tell its makers.',
  'error.notLoaded': 'This part could not be loaded. Try again.',
  'error.unknown': 'That did not work. Try again.',
} as const
