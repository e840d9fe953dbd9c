/** Sentences of mails, by name. `{site}` is the asking site's host, or `site.another`. */
export const english = {
  browser: 'Browser',
  'change.from': 'Old address',
  'change.link': 'Confirm',
  'change.note':
    'The link works for {minutes} minutes. If it was not you, open it and press “No, it isn’t me”, or leave this mail as it is.',
  'change.notYou': 'You did not ask for it? Then do nothing: without this code the address stays as it is.',
  'change.preview': 'Confirm it only if you asked for it.',
  'change.subject': 'Confirm the new address of your wallet',
  'change.text':
    'Someone wants the new address to open your wallet instead of the old one. If it is you, open the link and confirm there, in this mail and in the one to the other address.',
  'change.title': 'Change the address of your wallet',
  'change.to': 'New address',
  'changed.note':
    'The old address no longer opens it. Devices where it is open stay as they are. Whoever has made it or had it open can take what it holds.',
  'changed.preview': 'The old address no longer opens it.',
  'changed.subject': 'Your wallet has another address now',
  'changed.text': 'Both addresses were confirmed, and the wallet is opened by the new one now.',
  'changed.title': 'Your wallet has another address now',
  'changeHeld.link': 'See or cancel it',
  'changeHeld.note': 'A link to cancel it was sent to both addresses.',
  'changeHeld.preview': 'Cancel it if it was not you.',
  'changeHeld.subject': 'Your wallet moves to another address on {date}',
  'changeHeld.text':
    'Both addresses were confirmed. The new one opens the wallet from {date} on. Until then you can cancel it.',
  'changeHeld.title': 'Your wallet moves to another address',
  'code.code': 'Your code',
  'code.keep': 'Type this code only on the page where you asked for it, and give it to no one.',
  'code.life': 'The code is good for {minutes} minutes, and only in the browser that asked for it.',
  'code.notYou': 'You did not ask for it? Then do nothing: without this code no one is logged in.',
  'code.site': 'Asked for by',
  'code.subject': '{code} is your code for {site}',
  'code.title': 'Log in at {site}',
  'confirm.digits':
    'The page may ask for four digits. Type those that your own browser shows, and never those that someone sends you.',
  'confirm.link': 'Confirm',
  'confirm.note':
    'The link works for {minutes} minutes. If it was not you, open it and press “No, it isn’t me”, or leave this mail as it is.',
  'confirm.preview': 'Confirm it only if you asked for it.',
  'confirm.subject': 'Someone is signing in to {site}. Is it you?',
  'confirm.text': 'Someone is signing in to {site} with this address. If it is you, open the link and confirm there.',
  'confirm.title': 'Someone is signing in',
  'deleted.note':
    'Anyone who exported it can still open it elsewhere. With this address you can make another wallet, which is a new one.',
  'deleted.preview': 'It can no longer be opened here.',
  'deleted.subject': 'Your wallet was deleted',
  'deleted.text':
    'Your wallet was deleted here, as it was asked for and not cancelled. What it held stays on its networks, under the same addresses.',
  'deleted.title': 'Your wallet was deleted',
  'deleting.link': 'See or cancel it',
  'deleting.note':
    'Every device on which your wallet is open can cancel it, too. Export the wallet before, or it is gone for good.',
  'deleting.preview': 'Cancel it if it was not you.',
  'deleting.subject': 'Your wallet will be deleted on {date}',
  'deleting.text':
    'Someone who is signed in asked for your wallet to be deleted. That happens on {date}. Until then you can cancel it.',
  'deleting.title': 'Your wallet will be deleted',
  'held.link': 'See or cancel it',
  'held.note': 'Every device on which your wallet is open can cancel it, too.',
  'held.preview': 'Cancel it if it was not you.',
  'held.subject': 'Someone is signing in: your wallet opens there on {date}',
  'held.text': 'A new device was confirmed for your wallet. It opens there on {date}. Until then you can cancel it.',
  'held.title': 'Someone is signing in to your wallet',
  'made.link': 'It wasn’t me',
  'made.note':
    'If it was not you, open the link today and say so. It works for {days} days, and its page says what comes of it and asks once more.',
  'made.preview': 'If it was not you, say so today.',
  'made.subject': 'A wallet was made for you at {site}',
  'made.text':
    'A wallet was made with this address on {date}, in the browser below. If it was you, there is nothing to do.',
  'made.title': 'A wallet was made for you',
  place: 'Near',
  'released.devices': 'See your devices',
  'released.link': 'It wasn’t me: sign it out',
  'released.placed': 'A device near {place} was confirmed for your wallet, and has had access to it since {date}.',
  'released.note':
    'If it was not you, sign it out: the link works for {days} days, and its page asks once more. Then make a new wallet and move what this one holds to it.',
  'released.preview': 'If it was not you, sign that device out, and move what the wallet holds.',
  'released.subject': 'Someone is signing in: your wallet opens there now',
  'released.text': 'A device was confirmed for your wallet, and has had access to it since {date}.',
  'released.title': 'Someone is signing in to your wallet',
  site: 'Site',
  'site.another': 'another site',
  'site.unknown': 'Not known',
  'wrongDigits.note':
    'If you typed digits that someone sent you, that person may want to open your wallet. Type only what your own browser shows.',
  'wrongDigits.preview': 'Nothing was opened.',
  'wrongDigits.subject': 'Someone tried to sign in: wrong digits',
  'wrongDigits.text':
    'A new device asked to open your wallet, and the digits that were typed are not the ones it shows. Nothing was opened.',
  'wrongDigits.title': 'Wrong digits',
} as const

export type MailSentences = typeof english
export type MailSentenceName = keyof MailSentences
