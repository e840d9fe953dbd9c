/** The sentences of the dialog. */
export const sentences = {
  title: 'WalletConnect',
  scan: 'Scan this with your phone’s wallet',
  close: 'Close',
  copy: 'Copy link',
  copied: 'Link copied',
  notCopied: 'The link couldn’t be copied',
} as const
