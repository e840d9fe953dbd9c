/** The sentences of a connected account. */
export const account = {
  'account.copy': 'Copy address',
  'account.copied': 'Address copied',
  'account.copyFailed': 'Failed to copy',
  'account.none': 'No wallet is connected.',
  'account.accounts': 'Your accounts',
  'account.explorer': 'Block Explorer',
  'account.balance': 'Balance',
  'account.balanceUnavailable': 'Token Balance Unavailable',
  'account.balanceRetry': 'Load again',
  'account.chooseName': 'Choose account name',
  'account.disconnect': 'Disconnect',
  'account.disconnecting': 'Disconnecting',
  'account.disconnectFailed': 'Failed to disconnect',
  'account.title': 'Account',
  'account.network': 'Change network, now {name}',
} as const
