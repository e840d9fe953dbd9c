import { accountNameFault } from '@foyer/core/chain'
import { limits } from '@foyer/core/wire'
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
  // A text of 100 kB would be looked at for half a second.
  if (name.length > limits.name) return null
  try {
    return normalize(name)
  } catch {
    return null // the only thing that it throws for: the text breaks a rule of ENSIP-15
  }
}

/** Characters that a hurried reader takes for each other, among those that a label may have. */
const lookAlikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  i: 'l',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
}

/**
 * Returns a label's look: two labels that can be taken for each other have the same skeleton, so that only one of them is
 * given away. Hyphens don't count, digits look like letters (`4` like `a`, `3` like `e`, `0` like `o`, …), `1` and `i` like `l` (a
 * capital i does), `rn` like `m` and `vv` like `w`. Labels of other scripts aren't given away at all.
 * @param label - lower-case letters, digits and hyphens
 * @see UTS #39, of whose table these are the rows that such labels need
 * @example skeletonOf('pay-pa1') === skeletonOf('paypal') // true
 */
export function skeletonOf(label: string): string {
  const single = label.replaceAll('-', '').replace(/[0-9i]/g, (character) => lookAlikes[character] ?? character)
  return single.replaceAll('rn', 'm').replaceAll('vv', 'w')
}

/** Words that stand for what a service is or does, and are part of many a name besides. */
const offices = [
  ...['abuse', 'account', 'accounts', 'claim', 'contact', 'deposit', 'everyone', 'info', 'legal', 'login', 'mail'],
  ...['nobody', 'noreply', 'null', 'owner', 'payment', 'payments', 'privacy', 'registrar', 'registry', 'reverse'],
  ...['root', 'seed', 'status', 'system', 'team', 'undefined', 'update', 'upgrade', 'wallet', 'withdraw', 'help'],
]

/** Words that speak for the operator, whatever stands beside them. */
const voices = [
  ...['admin', 'administrator', 'airdrop', 'billing', 'helpdesk', 'hostmaster', 'moderator', 'official', 'operator'],
  ...['postmaster', 'recovery', 'refund', 'security', 'staff', 'support', 'sysadmin', 'treasury', 'verified', 'verify'],
  ...['webmaster'],
]

/** Names of what visitors trust with their coins. */
const services = [
  ...['foyer', 'appkit', 'reown', 'walletconnect', 'web3modal', 'ethereum', 'bitcoin', 'solana', 'polygon', 'arbitrum'],
  ...['optimism', 'uniswap', 'opensea', 'chainlink', 'metamask', 'coinbase', 'binance', 'kraken', 'phantom', 'ledger'],
  ...['trezor', 'rabby', 'rainbow', 'trustwallet', 'safewallet', 'gnosissafe', 'argent', 'exodus', 'zerion', 'imtoken'],
  ...['tokenpocket', 'okxwallet', 'bitget', 'bybit', 'backpack', 'solflare', 'keplr', 'xverse', 'unisat', 'tether'],
]

/**
 * Returns which labels are reserved: those that are reserved words and nothing else, or look like it, with a number at an end or not
 * (`team`, `supportteam`, `adm1n42`); and those with a service, a voice or a word of the operator's own between their hyphens
 * (`metamask-desk`, `alice-support`).
 * @param more - an operator's own
 */
export function createIsReserved(more: readonly string[]): (label: string) => boolean {
  const brands = new Set([...services, ...voices, ...more].map(skeletonOf))
  const words = new Set([...brands, ...offices.map(skeletonOf)])
  return (label) =>
    withoutNumbers(label).some((bare) => isMadeOf({ skeleton: skeletonOf(bare), words })) ||
    runsOf(label).some((run) => withoutNumbers(run).some((bare) => brands.has(skeletonOf(bare))))
}

/** A digit at an end may stand for a letter, or not. */
const withoutNumbers = (label: string) => [
  label,
  ...[/^\d+/, /(?<!\d)\d+$/, /^\d+|(?<!\d)\d+$/g].map((end) => label.replace(end, '')),
]

/** Returns the runs between hyphens, with the hyphens in them left out. */
function runsOf(label: string): readonly string[] {
  const parts = label.split('-')
  return parts.flatMap((_, from) => parts.slice(from).map((_, length) => parts.slice(from, from + length + 1).join('')))
}

function isMadeOf({ skeleton, words }: { skeleton: string; words: ReadonlySet<string> }): boolean {
  const ends = [0]
  for (let end = 1; end <= skeleton.length; end += 1) {
    if (ends.some((start) => words.has(skeleton.slice(start, end)))) ends.push(end)
  }
  return skeleton !== '' && ends.includes(skeleton.length)
}
