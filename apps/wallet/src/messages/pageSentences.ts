import { codeFailures, stillWaiting, tooEarly } from '@foyer/embedded/protocol'

/** What the wallet's pages say by themselves, by name. A placeholder in braces is filled in by `say`. */
export const pageSentences = {
  'approve.asks': '{site} asks',
  'approve.reject': 'Reject',
  'approve.understood': 'I have read the warning, and want this',
  'approve.wait': 'Ready in a moment',
  'approve.covered': 'Something lies over this window. Move it away to go on.',
  'approve.window': 'Open a window',
  'approve.windowWhy':
    'This browser can’t say whether something covers this page, so the wallet shows the request in a window of its own.',
  'approve.windowStorage':
    'This browser keeps nothing for a wallet inside of another page, so the wallet signs in a window of its own.',
  'approve.windowApart':
    'Answer in the wallet’s window. If none has opened, allow windows for this page, and try again.',
  'approve.more': '{count} more after this one',
  'approve.allOf': 'All {count} letters',
  'approve.limit': 'Set the limit',
  'approve.limitWrong': 'Type an amount above zero.',
  'approve.apart':
    'The site that opened this window keeps itself apart from it, so nothing can be approved here. This window can be closed.',
  'approve.gone': 'This request is over. This window can be closed.',
  'approve.warnings': 'Warnings',

  'message.close': 'Close',
  'digits.title': 'Confirm on your mail’s page',
  'digits.say': 'We sent a link to {email}. Open it, and type these digits there if it asks for them.',
  'digits.until': 'Waiting until {time} for the link to be opened.',
  'digits.devices': 'Or type them at {address}, in a browser where you have confirmed this wallet before.',
  'digits.label': 'Digits to type',
  'digits.continue': 'Continue without the mail',
  'digits.continueWhy': 'Used this wallet in this browser before?',
  'held.title': 'Your wallet opens here soon',
  'held.say':
    'Your wallet opens in this browser on {when}. We have written to {email}, so that you can cancel it if it wasn’t you.',
  'held.sooner': 'Sooner: type {digits} at {address}, in a browser where you have confirmed this wallet before.',
  'held.cancel': 'Cancel it',

  'confirm.title': 'Is this you?',
  'confirm.say': 'Someone wants to open the wallet of {email} at {site}.',
  'confirm.browser': 'Browser',
  'confirm.place': 'Place',
  'confirm.site': 'Site',
  'confirm.began': 'Asked at',
  'confirm.digits': 'Type the four digits that the wallet shows in the other window',
  'confirm.hold': 'The wallet opens there after a wait, which you can cancel.',
  'confirm.do': 'Yes, open my wallet',
  'confirm.refuse': 'No, it isn’t me',
  'confirm.confirmed': 'Confirmed. Go back to the window where you began: a code for it is on its way to your mailbox.',
  'confirm.held': 'Confirmed. The wallet opens there on {when}, unless you cancel it.',
  'confirm.cancel': 'Cancel it',
  'confirm.refused': 'Refused. Nothing was opened.',
  'confirm.wrongDigits':
    'Those aren’t the digits that the wallet shows. This link has ended: begin again where you logged in.',
  'confirm.over':
    'This link is used or too old, or a newer mail has taken its place. Use the newest, or begin again where you logged in.',
  'confirm.broken': 'The wallet’s service can’t be reached. Try again in a moment.',
  'confirm.again': 'Try again',

  'devices.again': 'Look again',
  'devices.approved': 'Done. Your wallet opens there now.',

  'continue.title': 'Continue at {site}',
  'continue.say': 'Open your wallet at {site}, without another mail.',
  'continue.do': 'Continue',
  'continue.cancel': 'Not now',
  'continue.unknown': 'This browser doesn’t know your wallet yet. Log in by mail once.',

  'window.title': 'Open your wallet here',
  'window.say':
    'This window doesn’t have your wallet yet. Log in once as {email}, and it signs here for {site} from then on.',
  'window.begin': 'Send me a link',
  'window.code': 'Enter your code',
  'window.codeSay': 'We sent six digits to {email}.',
  'window.open': 'Open my wallet',
  'window.signing': 'Signing',

  'error.signedOut': 'You are logged out of your wallet. Log in again.',
  'error.notAvailable': 'This wallet doesn’t have that yet.',
  'error.smartAccounts': 'This wallet has no smart accounts yet.',
  'error.network': 'This wallet doesn’t have that network.',
  'error.rejected': 'You rejected the request.',
  'error.tooMany': 'Too many requests wait already. Answer those first.',
  'error.method': 'This wallet doesn’t have that method.',
  'error.node': 'The network doesn’t answer. Try again in a moment.',
  'error.unreachable': 'The wallet’s service can’t be reached. Try again in a moment.',
  'error.noLogin': 'Ask for a code first.',
  'error.stillWaiting': stillWaiting,
  'error.linkRefused': 'The login was refused on the mail’s page.',
  'error.linkExpired': 'The link in your mail is too old. Ask for another.',
  'error.linkDigits': 'Other digits were typed on the mail’s page. Ask for another link.',
  'error.linkCancelled': 'The login was cancelled.',
  'error.held': 'Your wallet opens here on {when}. We have written to you, so that you can cancel it.',
  'error.codeWrong': codeFailures.wrong,
  'error.codeExpired': 'The code is too old. Ask for another.',
  'error.tooManyTries': codeFailures.tooMany,
  'error.tooManyCodes': tooEarly,
  'error.tooManyCeremonies': 'Too many new devices today. Try again tomorrow.',
  'error.lastLink': 'No more mails are sent for now. Use the link in the last one.',
  'error.otherWallet': 'The wallet’s service answered with another wallet than yours. Nothing was opened.',
  'error.locked': 'The wallet couldn’t be opened here. Log in again.',
  'passkey.cancelled': 'The passkey wasn’t used. Nothing has changed.',
  'passkey.there': 'There is a passkey of this wallet in this place already.',
  'passkey.noPrf':
    'This passkey can’t open a wallet. Add one on another device or a security key, or print two papers.',
  'passkey.other':
    'This passkey doesn’t answer as it did before, so it isn’t relied on. Add another, or print two papers.',
  'recover.wrongFile': 'That isn’t a recovery file.',
  'error.secured': 'This wallet opens by its passkey or its paper, no longer by mail.',
  'error.doorUnknown': 'No wallet opens by this. It was removed, or it’s of another wallet.',
  'error.doorWrong': 'Your wallet doesn’t open by this.',
  'error.loginTooOld': 'Log in again for this: it’s given for five minutes after a login.',
  'error.notSecured': 'Without it too little would open your wallet. Add another passkey or paper first.',
  'error.lastDoor': 'Nothing else opens your wallet yet. Add a passkey or a paper first.',
  'error.tooManyDoors': 'There are as many as there may be. Remove one first.',
  'error.popup':
    'The wallet’s window couldn’t be opened, or this site keeps itself apart from it. Allow windows for this page, and try again.',
  'error.unknown': 'Something went wrong',
} as const

export type SentenceName = keyof typeof pageSentences
