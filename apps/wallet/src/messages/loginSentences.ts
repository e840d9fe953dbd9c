/**
 * The sentences of a login in a frame and in the wallet's windows, while it waits for the visitor: they come with what
 * draws that.
 */
export const loginSentences = {
  'digits.title': 'Check your mail',
  'digits.say': 'Open the link in the mail to',
  'digits.fiveAnHour': 'No more than five mails an hour are sent to',
  'digits.label': 'Type these digits on its page:',
  'digits.again': 'Send again',
  'digits.againIn': 'Send again in {seconds} s',
  'digits.another': 'Use another address',
  'digits.continue': 'Continue without the link',
  'digits.continueWhy': 'Used this wallet in this browser before, or have its passkey or paper?',
  'change.say': 'Open the links in the mails to both addresses, so that {email} opens your wallet.',
  'held.title': 'Your wallet opens here soon',
  'held.say':
    'Your wallet opens in this browser on {when}. We have written to {email}, so that you can cancel it if it wasn’t you.',
  'held.sooner': 'Sooner: type {digits} at {address}, in a browser where you have confirmed this wallet before.',
  'held.cancel': 'Cancel it',
  'held.continue': 'Open it now',
  'secured.title': 'Open your wallet',
  'secured.say':
    'Your login alone doesn’t open this wallet. Use your passkey or your paper, in a window of the wallet’s own.',
} as const
