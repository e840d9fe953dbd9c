import { isSameKey } from '@foyer/core/chain'
import { parseUrl } from '@foyer/core/links'
import type {
  DescribedRequest,
  Fact,
  Outside,
  PricedAmount,
  ShownField,
  ShownRequest,
  WalletNetwork,
  Words,
  Worth,
} from '@foyer/core/words'
import { recipientsIn, resemblingWarnings } from './outside.js'
import { unreadOf } from './reads.js'
import { assertSize } from './requestSize.js'
import { words } from './sentences.js'
import { shownName } from './shownText.js'
import { judgeWorth } from './tradeWorth.js'
import { UnreadableRequestError } from './unreadable.js'
import type { Worths } from './worths.js'

/** More recipients than these aren't looked up by name. */
const mostNamed = 4
/** More addresses than these aren't looked for in the operator's list. */
const mostListed = 100

/**
 * Describes a request by the data in it, with what is known outside around that.
 *
 * @param read - undefined for a method that asks for nothing to be signed
 * @returns undefined for such a method, and for data that can't be read: then nothing is known of it
 * @throws RequestTooLargeError for more than 128 kB
 */
export async function describeBy(
  request: DescribedRequest,
  read: (request: DescribedRequest) => ShownRequest | undefined,
): Promise<ShownRequest | undefined> {
  const { params, outside = {} } = request
  assertSize(params)
  let shown: ShownRequest | undefined
  try {
    shown = read(request)
  } catch (error) {
    if (!(error instanceof UnreadableRequestError)) throw error
  }
  return shown && withOutside({ ...request, shown, outside })
}

/** A description with what others than the node know of it: what amounts are worth, whom addresses belong to, and what the operator warns of. */
export async function withOutside({
  shown,
  network,
  outside,
  peerUrl,
}: {
  readonly shown: ShownRequest
  readonly network: WalletNetwork
  readonly outside: Outside
  readonly peerUrl: string
}): Promise<ShownRequest> {
  // Another chain's addresses are others', and its coins of another worth.
  const isElsewhere = shown.warnings.some(({ name }) => name === 'request.warn.otherChain')
  const known = (address: string) =>
    isElsewhere ? undefined : network.contracts?.find((each) => isSameKey(each.address, address))?.name
  // What has a name already isn't asked for another.
  const nameless = recipientsIn(shown.facts).filter((each) => !/\s/.test(each) && known(each) === undefined)
  const recipients = nameless.slice(0, mostNamed)
  const [worths, names, listed] = await Promise.all([
    worthsOf(isElsewhere ? [] : shown.facts, outside),
    Promise.all(recipients.map(async (address) => [address, await outside.nameOf?.(address)] as const)),
    warnedOf({ shown, outside, peerUrl }),
  ])
  const nameOf = new Map(names)
  const facts = shown.facts.flatMap((fact): Fact[] => {
    const worth = worths.get(fact)
    const valued = worth === undefined ? fact : { ...fact, value: withWorth(fact.value, worth.shown) }
    const name = typeof fact.value === 'string' && fact.isCode ? nameOf.get(fact.value) : undefined
    const named = withNames([valued], known)
    return name === undefined ? named : [...named, { label: words('request.knownAs'), value: shownName(name) }]
  })
  const worth = judgeWorth(shown, worths)
  const ofNode = unreadOf(network)
  // What isn't read yet may speak against it: it takes a step of its own until it is.
  const resembling = resemblingWarnings({ facts: shown.facts, paid: outside.paid })
  // The taker of an order doesn't ask again.
  const isOrder = shown.facts.some(({ label }) => label.name === 'request.mayTake')
  const isOpen = ofNode === 'asked' || outside.isOpen?.() === true
  const unread = [
    ...(isOpen ? [words('request.warn.reading')] : []),
    ...(ofNode === 'lost' ? [words('request.warn.unchecked')] : []),
  ]
  return {
    ...shown,
    facts,
    warnings: [...listed, ...shown.warnings, ...worth.warnings, ...resembling, ...unread],
    isDeliberate:
      shown.isDeliberate || listed.length > 0 || worth.isDeliberate || isOpen || (isOrder && resembling.length > 0),
  }
}

const withWorth = (amount: Fact['value'], worth: string): Words => words('request.withWorth', { amount, worth })

async function worthsOf(facts: readonly Fact[], { worthOf }: Outside): Promise<Worths> {
  const priced = facts.flatMap((fact) => [
    ...(fact.priced ? [{ key: fact, of: fact.priced }] : []),
    ...(fact.pooled?.units ?? []).flatMap((unit) => (unit ? [{ key: unit, of: unit }] : [])),
  ])
  const asked = priced.filter(({ of }) => of.amount > 0n)
  if (!worthOf || asked.length === 0) return new Map()
  const worths = await worthOf(asked.map(({ of }) => of))
  return new Map<Fact | PricedAmount, Worth>(
    asked.flatMap(({ key }, index) => {
      const worth = worths[index]
      return worth === undefined ? [] : [[key, worth] as const]
    }),
  )
}

/** Facts in which an address that is known by a name has it before itself. */
export const withNames = (facts: readonly Fact[], nameOf: (address: string) => string | undefined): Fact[] =>
  facts.map((fact) => {
    const name = fact.isCode && typeof fact.value === 'string' ? nameOf(fact.value) : undefined
    return name === undefined ? fact : { ...fact, value: `${shownName(name)} (${fact.value})` }
  })

async function warnedOf({
  shown,
  outside,
  peerUrl,
}: {
  readonly shown: ShownRequest
  readonly outside: Outside
  readonly peerUrl: string
}): Promise<readonly Words[]> {
  if (!outside.listed) return []
  const host = parseUrl(peerUrl)?.hostname
  const asked = { addresses: addressesIn(shown).slice(0, mostListed), sites: host ? [host] : [] }
  const { addresses, sites } = await outside.listed(asked)
  return [
    ...sites.map((site) => words('request.warn.listedSite', { site: shownName(site) })),
    ...addresses.map((address) => words('request.warn.listed', { address: shownName(address, 128) })),
  ]
}

/** An address of any family, by itself or after a name: hexadecimals, base58, base32 (Algorand), bech32 in either case, or a name of NEAR's. */
const address =
  /(?:^|\()(0x[0-9a-fA-F]{40}|0x[0-9a-fA-F]{64}|[1-9A-HJ-NP-Za-km-z]{32,50}|[A-Z2-7]{58}|[a-z_\d]{2,20}1[a-z\d]{25,120}|[A-Z_\d]{2,20}1[A-Z\d]{25,120}|[a-z\d][a-z\d._-]{0,60}\.(?:near|testnet)|[\da-f]{64})\)?$/

/** Every address that a description names. */
function addressesIn({ facts, tree }: ShownRequest): readonly string[] {
  const valuesOf = (field: ShownField): readonly string[] =>
    field.fields ? field.fields.flatMap(valuesOf) : field.isCode ? [field.value ?? ''] : []
  const values = [
    ...facts.flatMap(({ value, isCode }) => (isCode && typeof value === 'string' ? [value] : [])),
    ...(tree?.fields.flatMap(valuesOf) ?? []),
  ]
  return [...new Set(values.flatMap((value) => address.exec(value)?.[1] ?? []))]
}
