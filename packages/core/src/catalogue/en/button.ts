/** The sentences of the first load: the buttons', and what is said when a part of the kit can't be loaded. */
export const button = {
  'button.connect': 'Connect Wallet',
  'button.connecting': 'Connecting...',
  'button.switchNetwork': 'Switch Network',
  'button.selectNetwork': 'Select Network',
  'button.unknownNetwork': 'Unknown Network',
  'button.account': 'Account {name}',
  'button.network': 'Network {name}',
  'button.balanceLoading': 'Loading the balance',
  'button.notLoaded': 'This part could not be loaded. Check your connection.',
  'button.tryAgain': 'Try again',
  'button.reload': 'Reload the page',
  'button.close': 'Close',
} as const
