import { accountNameFault } from '@foyer/core/chain'
import { normalize } from 'viem/ens'

/** The domain below which a server gives names. */
export interface Zone {
  /** Such as `foyer.id`. */
  readonly name: string
  /** Whether a zone that a client asks for is this one, under its own name or another that it is known by. */
  is(zone: string): boolean
  /** @returns the part before the zone, which may hold dots; null for a name outside the zone, and for the zone itself */
  labelOf(name: string): string | null
  /** The whole name, under the zone's own name unless a client asks for it under another that it is known by. */
  nameOf(label: string, asked?: string): string
}

/**
 * @param options.aliases - other domains whose names are this zone's, such as those that clients have built in
 * @example createZone({ name: 'foyer.id', aliases: ['reown.id'] }).labelOf('alice.reown.id') // 'alice'
 */
export function createZone({ name, aliases }: { name: string; aliases: readonly string[] }): Zone {
  const all = [name, ...aliases]
  return {
    name,
    is: (zone) => all.includes(zone),
    labelOf(full) {
      const suffix = all.map((each) => `.${each}`).find((each) => full.endsWith(each))
      const label = suffix === undefined ? '' : full.slice(0, -suffix.length)
      return label === '' ? null : label
    },
    nameOf: (label, asked = name) => `${label}.${asked}`,
  }
}

/** The longest part of a name that DNS, and so every client, takes. */
const longest = 63

/**
 * Why a label can't be registered, as a sentence for a visitor.
 * @param request.isReserved - labels that the operator keeps
 * @returns null when nothing does
 * @see S5.8, S5.9; ENSIP-15
 * @example labelRefusal({ label: 'xn--80ak6aa92e', isReserved }) // 'Names can’t have two hyphens …'
 */
export function labelRefusal(request: { label: string; isReserved: (label: string) => boolean }): string | null {
  const { label, isReserved } = request
  const fault = accountNameFault(label)
  if (fault === 'characters') return 'A name can only contain letters, numbers and hyphens.'
  if (fault === 'short') return 'A name must be at least 4 characters long.'
  if (label.length > longest) return `A name can have ${longest} characters at most.`
  if (label !== label.toLowerCase()) return 'Write the name in small letters.'
  if (/^-|-$/.test(label)) return "A name can't begin or end with a hyphen."
  // Two hyphens are the prefix of Punycode (`xn--`), which would be displayed differently.
  if (label.includes('--')) return "A name can't have two hyphens in a row."
  if (normalizeName(label) !== label) return "A name can't be written like this."
  return isReserved(label) ? 'This name is kept back. Choose another one.' : null
}

/**
 * The one way in which a name is written.
 * @returns null for a text that can't be a name
 * @see ENSIP-15
 * @example normalizeName('Vitalik.ETH') // 'vitalik.eth'
 */
export function normalizeName(name: string): string | null {
  try {
    return normalize(name)
  } catch {
    return null // the only thing that it throws for: the text breaks a rule of ENSIP-15
  }
}

/** Characters that a hurried reader takes for each other, among those that a label may have. */
const lookAlikes: Readonly<Record<string, string>> = { '0': 'o', '1': 'l', i: 'l', '2': 'z', '5': 's', '8': 'b' }

/**
 * What a label looks like: two labels that can be taken for each other have the same skeleton, so that only one of them is
 * given away. Hyphens don't count, `0` looks like `o`, `1` and `i` like `l` (a capital i does), `2` like `z`, `5` like `s`,
 * `8` like `b`, `rn` like `m` and `vv` like `w`. Labels of other scripts aren't given away at all.
 * @param label - lower-case letters, digits and hyphens
 * @see UTS #39, of whose table these are the rows that such labels need
 * @example skeletonOf('pay-pa1') === skeletonOf('paypal') // true
 */
export function skeletonOf(label: string): string {
  const single = label.replaceAll('-', '').replace(/[012i58]/g, (character) => lookAlikes[character] ?? character)
  return single.replaceAll('rn', 'm').replaceAll('vv', 'w')
}

/** Names that speak for the operator of a service. */
const offices = [
  ...['abuse', 'account', 'accounts', 'admin', 'administrator', 'airdrop', 'billing', 'claim', 'contact', 'deposit'],
  ...['everyone', 'helpdesk', 'hostmaster', 'info', 'legal', 'login', 'mail', 'moderator', 'nobody', 'noreply'],
  ...['null', 'official', 'operator', 'owner', 'payment', 'payments', 'postmaster', 'privacy', 'recovery', 'refund'],
  ...['registrar', 'registry', 'reverse', 'root', 'security', 'seed', 'staff', 'status', 'support', 'sysadmin'],
  ...['system', 'team', 'treasury', 'undefined', 'update', 'upgrade', 'verified', 'verify', 'wallet', 'webmaster'],
  ...['withdraw', 'help'],
]

/** Names of what visitors trust with their coins. */
const services = [
  ...['foyer', 'appkit', 'reown', 'walletconnect', 'web3modal', 'ethereum', 'bitcoin', 'solana', 'polygon', 'arbitrum'],
  ...['optimism', 'uniswap', 'opensea', 'chainlink', 'metamask', 'coinbase', 'binance', 'kraken', 'phantom', 'ledger'],
  ...['trezor', 'rabby', 'rainbow', 'trustwallet', 'safewallet', 'gnosissafe', 'argent', 'exodus', 'zerion', 'imtoken'],
  ...['tokenpocket', 'okxwallet', 'bitget', 'bybit', 'backpack', 'solflare', 'keplr', 'xverse', 'unisat', 'tether'],
]

/**
 * Returns which labels are reserved: those on the list and what looks like one; of services and of the operator's own, also
 * what has one between its hyphens, or with a number at an end (`metamask-desk`, `metamask24`).
 * @param more - an operator's own
 */
export function createIsReserved(more: readonly string[]): (label: string) => boolean {
  const wholes = new Set(offices.map(skeletonOf))
  const parts = new Set([...services, ...more].map(skeletonOf))
  const isPart = (part: string) => parts.has(skeletonOf(part)) || parts.has(skeletonOf(part.replace(/^\d+|\d+$/g, '')))
  return (label) => wholes.has(skeletonOf(label)) || [label, ...label.split('-')].some(isPart)
}
