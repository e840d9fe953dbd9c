/** The sentences around every view. */
export const shell = {
  'shell.back': 'Back',
  'shell.help': 'Help',
  'shell.dismiss': 'Dismiss',
  'shell.reload': 'Reload',
  'shell.loading': 'Loading',
  'shell.opensNewTab': 'opens in a new tab',
  'shell.selected': 'selected',
  'shell.unknown': 'Unknown',
  'shell.success': 'Success',
  'shell.error': 'Error',
  'shell.warning': 'Warning',
  'shell.info': 'Note',
  'shell.offline': 'You are offline. This goes on when the connection is back.',
  'shell.online': 'You are online again.',
} as const
