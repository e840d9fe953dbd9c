import type { SocialName } from '@foyer/custody/person'
import { sayOf } from './say.js'

/** The sentences of the wallet's windows, to which mails lead and applications: a frame shows none of it. */
export const windowSentences = {
  'confirm.title': 'Is this you?',
  'confirm.say': 'Someone is signing in to {site} as {email}.',
  'confirm.sayYours': 'Someone is signing in to {site} with your wallet.',
  'confirm.browser': 'Browser',
  'confirm.place': 'Place',
  'confirm.site': 'Site',
  'confirm.began': 'Asked at',
  'confirm.digits': 'Type the four digits that the wallet shows in the other window',
  'confirm.hold': 'The wallet opens there after a wait, which you can cancel.',
  'confirm.do': 'Yes, open my wallet',
  'confirm.refuse': 'No, it isn’t me',
  'confirm.change': 'Change the address?',
  'confirm.changeSay': 'Someone wants {to} to open the wallet of {from} from now on.',
  'confirm.changeMeans':
    'Whoever has made the wallet or has had it open can take all that it holds, whichever address opens it. If you didn’t ask for this yourself, refuse it.',
  'confirm.changeHold': 'It goes through after a wait, in which either address can cancel it.',
  'confirm.changeDo': 'Yes, change it',
  'confirm.changeRefused': 'Refused. The address stays as it is.',
  'confirm.half': 'Confirmed here. Now open the link in the mail to the other address.',
  'confirm.changing': 'Confirmed. Go back to the window where you began.',
  'confirm.changeHeld': 'Confirmed. The new address opens the wallet from {when} on, unless you cancel it.',
  'confirm.deletion': 'Your wallet will be deleted on {when}.',
  'confirm.deletionRefused': 'Cancelled. Your wallet stays.',
  'confirm.opened': 'A device has had access to your wallet since {when}.',
  'confirm.openedSay': 'If it wasn’t you, sign it out. Then make a new wallet and move what this one holds to it.',
  'confirm.deny': 'It wasn’t me: sign it out',
  'confirm.denied': 'That device is signed out. Make a new wallet now, and move what this one holds to it.',
  'confirm.made': 'A wallet was made for you on {when}.',
  'confirm.madeSay':
    'If it wasn’t you, end it, and you can make your own. What it holds by then can’t be opened with your address any more.',
  'confirm.stays':
    'That device is signed out. The wallet stays, as its first day is over or a passkey or a paper opens it: if those aren’t yours, keep nothing in it.',
  'confirm.undo': 'It wasn’t me: end this wallet',
  'confirm.undone': 'That wallet isn’t yours any more, and its browser is signed out. Log in again to make your own.',
  'confirm.confirmed': 'Confirmed. Go back to the window where you began: a code for it is on its way to your mailbox.',
  'confirm.held': 'Confirmed. The wallet opens there on {when}, unless you cancel it.',
  'confirm.cancel': 'Cancel it',
  'confirm.refused': 'Refused. Nothing was opened.',
  'confirm.wrongDigits':
    'Those aren’t the digits that the wallet shows. This link has ended: begin again where you logged in.',
  'confirm.broken': 'The wallet’s service can’t be reached. Try again in a moment.',

  'continue.title': 'Continue at {site}',
  'continue.say': 'Open your wallet at {site}, without the mail’s link.',
  'continue.do': 'Continue',
  'continue.cancel': 'Not now',
  'continue.secured': 'Your passkey or your paper opens your wallet at {site}.',
  'continue.unknown':
    'This browser can’t open your wallet by itself yet. Use your passkey or your paper, or go back to your login.',

  'window.title': 'Open your wallet here',
  'window.say':
    'This window doesn’t have your wallet yet. Log in once as {email}, and it signs here for {site} from then on.',
  'window.begin': 'Send me a link',
  'window.code': 'Enter your code',
  'window.codeSay': 'We sent six digits to {email}.',
  'window.open': 'Open my wallet',
  'window.cancel': 'Cancel',
  'window.sentAgain': 'Another code was sent. Only the newest one counts.',
  'window.again': 'Your session is over. Log out at {site}, and log in again there.',
  'window.unknown':
    'This belongs to a login at {site} that this browser doesn’t know. Give it no password and no recovery phrase.',

  'social.title': 'Log in with {provider}',
  'social.say': 'Open your wallet at {site} with your {provider} account.',
  'social.do': 'Continue with {provider}',
  'social.done': 'Done. This window can be closed.',
  'social.over': 'This login is over. Begin again where you logged in.',
  'social.foreign': 'This login wasn’t begun in this window. It can be closed.',
  'social.blocked': 'This browser keeps nothing for this window. Allow storage for this page, and try again.',
} as const

/** The names of the providers as they write them, in every language. */
export const providerNames: Readonly<Record<SocialName, string>> = {
  ...{ google: 'Google', apple: 'Apple', github: 'GitHub' },
  ...{ x: 'X', discord: 'Discord', facebook: 'Facebook', farcaster: 'Farcaster' },
}

/** A sentence of these windows with its values, in the document's language. */
export const sayInWindow = (
  name: keyof typeof windowSentences,
  values: Readonly<Record<string, string>> = {},
): string => sayOf(windowSentences, name, values)
