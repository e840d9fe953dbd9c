import { dayMs, hourMs, type Limit, type Room, secondMs } from '@foyer/service/budget/limit'

const pauseMs = 30 * secondMs
/** The time for which a login at a provider is kept: a visitor may look for a password, and wait for the keeper. */
export const socialMs = 1_800 * secondMs

/**
 * The limits of the login server's calls, by caller. Each purpose has its own, so that none is stopped by what is asked for another.
 * @see F2
 */
export const loginLimits = {
  /** codes to a device that the person has: no stranger's asking counts here */
  ownPause: { name: 'own codes at once', of: 'account’s device', most: 1, withinMs: pauseMs },
  ownHour: { name: 'own codes', of: 'account’s device', most: 5, withinMs: hourMs },
  /** codes to a device that the keeper has confirmed */
  newNetwork: { name: 'codes of new devices of a network', of: 'network', most: 60, withinMs: hourMs },
  newPause: { name: 'codes of new devices at once', of: 'address', most: 1, withinMs: pauseMs },
  newHour: { name: 'codes of new devices', of: 'address', most: 5, withinMs: hourMs },
  newStrangers: { name: 'codes of new devices elsewhere', of: 'strangers to an address', most: 3, withinMs: hourMs },
  /** codes of a change of the address: to the mailbox that the wallet has, and to another that may be anyone's */
  changeFromPause: { name: 'codes of a change at once', of: 'account’s device', most: 1, withinMs: pauseMs },
  changeFromHour: { name: 'codes of a change', of: 'account’s device', most: 5, withinMs: hourMs },
  changeNetwork: { name: 'codes to new addresses of a network', of: 'network', most: 20, withinMs: hourMs },
  changePause: { name: 'codes to a new address at once', of: 'address', most: 1, withinMs: pauseMs },
  changeHour: { name: 'codes to a new address', of: 'address', most: 5, withinMs: hourMs },
  changeStrangers: {
    name: 'codes to a new address of others',
    of: 'strangers to an address',
    most: 3,
    withinMs: hourMs,
  },
  changeOne: { name: 'changes to an address', of: 'address and network', most: 1, withinMs: hourMs },
  changeAgain: { name: 'codes to an address once more', of: 'address and network', most: 1, withinMs: hourMs },
  /** logins at providers; what is asked of those has shares besides */
  socialNetwork: { name: 'social logins', of: 'network', most: 60, withinMs: hourMs },
  socialDevice: { name: 'social logins of a known device', of: 'account’s device', most: 20, withinMs: hourMs },
  /** a window that is loaded anew; where the provider's addresses aren't known, each asks for them */
  reads: { name: 'readings of a login', of: 'login', most: 10, withinMs: socialMs },
  exchanges: { name: 'exchanges of a login', of: 'login', most: 1, withinMs: socialMs },
  shows: { name: 'shows of a login', of: 'login', most: 1, withinMs: socialMs },
  channels: { name: 'channels of a login', of: 'login', most: 4, withinMs: socialMs },
  polls: { name: 'hearings of a login', of: 'login', most: 1_000, withinMs: socialMs },
  /** what is asked of a relay that notifies no one by itself: as often as sixty logins of a network at once do */
  pollsNetwork: { name: 'hearings of a network', of: 'network', most: 3_600, withinMs: hourMs },
  pollsAll: { name: 'hearings', of: 'everybody', most: 36_000, withinMs: hourMs },
  /** wallets by a door of their owner's */
  ownDoors: { name: 'own doors', of: 'client', most: 60, withinMs: hourMs },
  /** what approvals ask about the page around them, and whoever looks for pages that are vouched for */
  vouched: { name: 'questions about a page', of: 'client', most: 1_200, withinMs: hourMs },
  /** what a permission to call asks, and whoever looks for functions that are listed */
  callable: { name: 'questions about a contract', of: 'client', most: 1_200, withinMs: hourMs },
  contributions: { name: 'login contributions', of: 'account’s device', most: 60, withinMs: hourMs },
  openings: { name: 'login openings', of: 'account’s device', most: 60, withinMs: 60 * secondMs },
  deletions: { name: 'deletions', of: 'account', most: 6, withinMs: dayMs },
  /** operations that the operator is to pay for: as often as one plays a game; what they cost has budgets of its own */
  sponsoredQuotes: { name: 'quotes of sponsored operations', of: 'account', most: 300, withinMs: hourMs },
  /** addresses of strangers that are asked for it, twice each */
  paymasterQuotes: { name: 'questions to paymasters', of: 'account', most: 120, withinMs: hourMs },
  paymasterNetwork: { name: 'questions to paymasters of a network', of: 'network', most: 600, withinMs: hourMs },
  paymasterSends: { name: 'operations by paymasters', of: 'account', most: 120, withinMs: hourMs },
  paymasterReads: { name: 'readings of operations by paymasters', of: 'account', most: 1_200, withinMs: hourMs },
  sponsored: { name: 'sponsored operations', of: 'account', most: 200, withinMs: hourMs },
  /** what the keeper says of them, each with a mail; its word may come again */
  notices: { name: 'notices of a deletion', of: 'account', most: 6, withinMs: dayMs },
  /** wrong codes, counted as they are wrong: against the browser, and for new devices its network and all */
  wrongOfDevice: { name: 'wrong codes of a device', of: 'account’s device', most: 50, withinMs: dayMs },
  wrongOfNetwork: { name: 'wrong codes of a network', of: 'network', most: 50, withinMs: dayMs },
  /** a thousandth of a code's numbers; no known device or network is stopped by it */
  wrongOfAll: { name: 'wrong codes', of: 'everybody', most: 1_000, withinMs: 600 * secondMs },
} as const satisfies Readonly<Record<string, Limit>>

/** The most of a kind that is kept at a time, and for whom. */
export const loginRooms = {
  codes: { name: 'codes that count', of: 'account’s device', most: 1 },
  /** the keeper has counted its mail, beside which it is sent */
  codesAhead: { name: 'codes beside the keeper’s mail', of: 'ceremony', most: 1 },
  devices: { name: 'devices', of: 'account', most: 100 },
  socials: { name: 'open social logins', of: 'account’s device', most: 8 },
  windows: { name: 'open windows', of: 'account’s device', most: 8 },
  answers: { name: 'what its window says', of: 'login', most: 1 },
  deletions: { name: 'deletions that are allowed', of: 'account', most: 1 },
  unfinishedDoors: { name: 'doors that are being made', of: 'account’s device', most: 8 },
  doors: { name: 'doors of a wallet', of: 'account', most: 128 },
  ownDoors: { name: 'doors that the visitor alone opens', of: 'account', most: 8 },
  unclaimedWallets: { name: 'wallets that are being made', of: 'account', most: 8 },
} as const satisfies Readonly<Record<string, Room>>
