import { dayMs, hourMs, type Limit, type Room, secondMs } from '@foyer/service/budget/limit'

/** The limits of the keeper's calls, by caller. Each purpose has limits of its own, so that none is stopped by what is asked for another. @see F2 */
export const keeperLimits = {
  /** ceremonies of new devices, as they are begun: an office, a school or a carrier has one address for all, and lets a newcomer in each minute */
  network: { name: 'ceremonies of a network', of: 'network', most: 60, withinMs: hourMs },
  ownDevice: { name: 'ceremonies of a known device', of: 'account’s device', most: 20, withinMs: hourMs },
  /** what a network begins beyond this waits behind what others begin */
  firstOfNetwork: { name: 'first ceremonies of a network', of: 'network', most: 2, withinMs: hourMs },
  /** mails that they lead to, counted in their rows */
  mailPause: { name: 'mails to confirm at once', of: 'address', most: 1, withinMs: 30 * secondMs },
  mailHour: { name: 'mails to confirm', of: 'address', most: 5, withinMs: hourMs },
  mailStrangers: { name: 'mails to confirm elsewhere', of: 'strangers to an address', most: 3, withinMs: hourMs },
  mailOne: { name: 'mails to confirm of a network', of: 'address and network', most: 1, withinMs: hourMs },
  mailAgain: { name: 'with the same device’s again', of: 'address and network', most: 2, withinMs: hourMs },
  /** digits, right or wrong: each is one guess in ten thousand */
  typedInLink: { name: 'digits typed at a link', of: 'account', most: 3, withinMs: dayMs },
  typedOnDevice: { name: 'digits typed on a device', of: 'account', most: 3, withinMs: dayMs },
  /** another site of a known browser, of which the mailbox gets a mail */
  continueHour: { name: 'sites of a known browser', of: 'account', most: 20, withinMs: hourMs },
  continueDay: { name: 'sites of a known browser a day', of: 'account', most: 60, withinMs: dayMs },
  /** what providers state, for which the keeper asks them: half of what one is asked for a network, whose known devices have the rest */
  socialNetwork: { name: 'social ceremonies of a network', of: 'network', most: 30, withinMs: hourMs },
  socialDevice: { name: 'social ceremonies of a known device', of: 'account’s device', most: 20, withinMs: hourMs },
  /** devices that come anew by an account at a provider: its owner is written to about each */
  socialAccount: { name: 'new devices of a social account', of: 'account', most: 5, withinMs: hourMs },
  socialStrangers: { name: 'new devices of a social account elsewhere', of: 'account', most: 3, withinMs: hourMs },
  /** what the login server is asked on a press: whether a wallet is secured, by any of its devices, and that it is undone, by its mail */
  securedAsked: { name: 'closings of the way by mail', of: 'account', most: 20, withinMs: hourMs },
  undoneAsked: { name: 'wallets to undo', of: 'account', most: 20, withinMs: hourMs },
  /** changes of the address, counted in their rows but for the first */
  changeNetwork: { name: 'changes of a network', of: 'network', most: 20, withinMs: hourMs },
  changeAccount: { name: 'changes of an account', of: 'account', most: 3, withinMs: dayMs },
  changeStrangers: {
    name: 'accounts that change to an address',
    of: 'strangers to an address',
    most: 3,
    withinMs: hourMs,
  },
  changeOne: { name: 'accounts of a network that change to it', of: 'address and network', most: 1, withinMs: hourMs },
  /** deletions, counted in their rows */
  deletionAccount: { name: 'deletions of an account', of: 'account', most: 3, withinMs: dayMs },
} as const satisfies Readonly<Record<string, Limit>>

/** The most of a kind that is kept at a time, and for whom. */
export const keeperRooms = {
  wallets: { name: 'wallets', of: 'account', most: 1 },
  continued: { name: 'sites that a browser has continued to', of: 'account’s device', most: 50 },
  links: { name: 'confirmations of a link', of: 'ceremony', most: 1 },
} as const satisfies Readonly<Record<string, Room>>
