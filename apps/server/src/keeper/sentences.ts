/** What the keeper writes to a mailbox. `{site}` is the asking site's host. */
export const sentences = {
  'confirm.subject': 'Confirm your sign-in to {site}',
  'confirm.preview': 'Confirm it only if you asked for it.',
  'confirm.title': 'Confirm your sign-in',
  'confirm.text': 'Someone signs in to {site} with this address. If it is you, open the link and confirm there.',
  'confirm.digits':
    'The page may ask for four digits. Type those that your own browser shows, and never those that someone sends you.',
  'confirm.link': 'Confirm',
  'confirm.note':
    'The link works for {minutes} minutes. If it was not you, open it and press “It was not me”, or leave this mail as it is.',
  'held.subject': 'Your wallet opens on another device on {date}',
  'held.preview': 'Cancel it if it was not you.',
  'held.title': 'Your wallet opens on another device',
  'held.text': 'A new device was confirmed for your wallet. It opens there on {date}. Until then you can cancel it.',
  'held.link': 'See or cancel it',
  'held.note': 'Every device on which your wallet is open can cancel it, too.',
  'released.subject': 'Your wallet was opened on another device',
  'released.preview': 'If it was not you, move what it holds.',
  'released.title': 'Your wallet was opened on another device',
  'released.text': 'A device was confirmed for your wallet, and the wallet is open there now.',
  'released.note': 'If it was not you, make a new wallet and move what this one holds to it.',
  'wrongDigits.subject': 'A new device was refused: wrong digits',
  'wrongDigits.preview': 'Nothing was opened.',
  'wrongDigits.title': 'Wrong digits',
  'wrongDigits.text':
    'A new device was to be confirmed for your wallet, and the digits were not those that it shows. Nothing was opened.',
  'wrongDigits.note':
    'If you typed digits that someone sent you, that person may want to open your wallet. Type only what your own browser shows.',
  site: 'Site',
  browser: 'Browser',
  place: 'Near',
} as const
