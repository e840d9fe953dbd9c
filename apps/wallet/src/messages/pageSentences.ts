import { codeFailures, linksWaiting, stillWaiting, tooEarly } from '@foyer/embedded/protocol'

/** The sentences of the wallet's pages, by name. A placeholder in braces is filled in by `say`. */
export const pageSentences = {
  'approve.asks': '{site} asks',
  'approve.reject': 'Reject',
  'approve.understood': 'I have read the warning, and want this',
  'approve.wait': 'Ready in a moment',
  'approve.covered': 'Something lies over this window. Move it away to go on.',
  'approve.small': 'The wallet is shown too small here to decide in.',
  'approve.inWindow': 'Review in the wallet’s window',
  'approve.window': 'Open a window',
  'approve.windowWhy':
    'The page around could hide what is asked here, so the wallet shows the request in a window of its own.',
  'approve.windowStorage':
    'This browser keeps nothing for a wallet inside of another page, so the wallet signs in a window of its own.',
  'approve.windowApart':
    'Answer in the wallet’s window. If none has opened, allow windows for this page, and try again.',
  'approve.windowThere': 'Answer in the wallet’s window.',
  'approve.windowShow': 'Show the window',
  'approve.visitWhy':
    'No window of the wallet’s could be opened. The wallet can ask in this tab instead, and bring you back here.',
  'approve.visit': 'Go to the wallet',
  'approve.answered': 'Answered',
  'approve.back': 'Go back to {site}',
  'approve.more': '{count} more after this one',
  'approve.allOf': 'All {count} letters',
  'approve.limit': 'Set the limit',
  'approve.unlimited': 'Unlimited',
  'approve.only': 'Only {amount}',
  'approve.sent': 'Sent',
  'approve.signed': 'Signed',
  'approve.limitWrong': 'Type an amount above zero.',
  'approve.apart':
    'The site that opened this window keeps itself apart from it, so nothing can be approved here. This window can be closed.',
  'approve.gone': 'This request is over. This window can be closed.',
  'approve.warnings': 'Warnings',

  'message.close': 'Close',
  'held.sayHere': 'Your wallet opens in this browser on {when}, unless you cancel it.',

  'confirm.over':
    'This link was used or is too old, or a newer mail has taken its place. Use the newest, or begin again where you logged in.',
  'confirm.again': 'Try again',

  'error.signedOut': 'You are logged out of your wallet. Log in again.',
  'error.actsLater': 'This device is new, and may not change that yet. Use another one of yours, or try again later.',
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
  'error.digits': 'Digits for the mail’s page: {digits}. Then continue here.',
  'error.linkDigits': 'Other digits were typed on the mail’s page. Ask for another link.',
  'error.linkCancelled': 'The login was cancelled.',
  'error.held': 'Your wallet opens here on {when}. We have written to you, so that you can cancel it.',
  'error.codeWrong': codeFailures.wrong,
  'error.codeExpired': 'The code is too old. Ask for another.',
  'error.codeReplaced': codeFailures.replaced,
  'error.tooManyTries': codeFailures.tooMany,
  'error.tooManyCodes': tooEarly,
  'error.tooManyCeremonies': 'Too many new devices today. Try again tomorrow.',
  'error.lastLink': 'No more mails are sent for now. Use the link in the last one.',
  'error.otherWallet': 'The wallet’s service answered with another wallet than yours. Nothing was opened.',
  'error.locked': 'The wallet couldn’t be opened here. Log in again.',
  'error.doorWrong': 'This doesn’t open your wallet.',
  'error.secured': 'This wallet opens with its passkey or paper, not by mail.',
  'error.socialOff': 'This wallet has no login by that provider.',
  'error.socialOver': 'The login is over. Begin again.',
  'error.socialDenied': 'You didn’t log in at the provider.',
  'error.socialFailed': 'What the provider said doesn’t log you in. Try again.',
  'error.emailSame': 'This is your address already.',
  'error.emailTaken': 'This address has a wallet of its own. Use another one.',
  'error.emailSocial': 'You log in with an account elsewhere. Its address is changed there.',
  'error.emailElsewhere':
    'This browser keeps nothing for a wallet inside of another page, so the address can’t be changed here.',
  'error.linksWaiting': linksWaiting,
  'error.changeHeld': '{email} opens your wallet from {when} on. Until then you can cancel it by the mail.',
  'error.changeEnded': 'The change was refused, or not confirmed in time. Your address stays as it is.',
  'error.emailUnverified': 'Verify your email address at the provider first.',
  'error.providerAway': 'The provider can’t be reached. Try again in a moment.',
  'error.providerBusy': 'The provider takes no more logins at the moment. Try again in {seconds} seconds.',
  'error.popup':
    'The wallet’s window couldn’t be opened, or this site keeps itself apart from it. Allow windows for this page, and try again.',
  'error.windowBlocked':
    'The wallet asks in a window of its own, and none can be opened here. Allow windows for this page, or open it in another browser.',
  'error.unknown': 'Something went wrong',
} as const

export type SentenceName = keyof typeof pageSentences
