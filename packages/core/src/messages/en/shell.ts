/** The sentences around every view. */
export const shell = {
  'shell.back': 'Back',
  'shell.loading': 'Loading',
  'shell.opensNewTab': 'opens in a new tab',
  'shell.unknown': 'Unknown',
  'shell.offline': 'You are offline. This goes on when the connection is back.',
  'shell.notAvailable': 'Not available',
} as const
