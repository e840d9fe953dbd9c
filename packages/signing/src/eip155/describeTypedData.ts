import type { Fact, Outside, ShownRequest, WalletNetwork } from '@foyer/core/words'
import type { Address } from 'viem'
import { describedData } from '../descriptors/byMakers.js'
import { words } from '../sentences.js'
import { readActing } from './readActing.js'
import { readAuthorization } from './readAuthorization.js'
import { readOne } from './readCalls.js'
import { readPermit } from './readPermit.js'
import { type ReadTypedData, readTypedData } from './readTypedData.js'
import type { AskedTypedData } from './requestParams.js'
import type { AskedSignature, KnownSignature } from './signature.js'

/**
 * Describes typed data with what it lets others do: a permit's takings, an order's terms. Whatever is neither is shown whole, and said to be unknown.
 * Tokens are looked up on the network that the data names, where the wallet reaches it.
 */
export async function describeTypedData({
  data,
  address,
  network,
  networkOf,
  now,
  descriptorsOf,
  assertHashable,
}: {
  readonly data: AskedTypedData
  readonly address: Address
  readonly network: WalletNetwork
  readonly networkOf?: ((chainId: string) => WalletNetwork | undefined) | undefined
  /** Seconds since 1970. */
  readonly now: bigint
  /** See `readTypedData`. */
  readonly assertHashable?: ((data: AskedTypedData) => void) | undefined
} & Pick<Outside, 'descriptorsOf'>): Promise<ReadTypedData> {
  const read = readTypedData({ data, address, network, networkOf, assertHashable })
  if (read.status === 'unreadable') return read
  const { signable, on } = read
  // Of a chain that the wallet doesn't reach the data is read all the same, and nothing can be looked up.
  const asked = { data: signable, owner: address, network: on ?? unreached }
  const known = await readKnown({ ...asked, now, descriptorsOf })
  if (known) return { ...read, shown: withKnown(read, known) }
  // What lets others take is no maker's to put in words of their own.
  const described =
    on && !read.isPermit
      ? await describedData({ ...signable, owner: address, network: on, descriptorsOf, readInner: readOne })
      : undefined
  if (!described) return { ...read, shown: withoutKnown(read) }
  return { ...read, shown: withKnown(read, described) }
}

/** A chain without a node: of its tokens and contracts none is known, nor what its coin is called. */
const unreached: WalletNetwork = {
  ...{ chainId: '', name: '', rpcUrl: '', tokens: [], currency: { symbol: '?', decimals: 18 } },
}

/** Reads data of a known form: who may take, what is exchanged, what is sent, who votes, and who may act. */
const readKnown = async (asked: AskedSignature): Promise<KnownSignature | undefined> =>
  (await readPermit(asked)) ??
  (await readAuthorization(asked)) ??
  (await readOrders(asked)) ??
  (votes.test(asked.data.primaryType) ? await (await import('./readMoreCalls.js')).readVotes(asked) : undefined) ??
  (asked.data.primaryType === 'Authorization'
    ? await (await import('./readMoreCalls.js')).readSignedPower(asked)
    : undefined) ??
  (asked.data.primaryType === 'Vote' ? (await import('./readMoreCalls.js')).readBallot(asked) : undefined) ??
  (await readActing(asked))

/** Reads an order; its reader is loaded with the first data that may be one. */
const readOrders = async (asked: AskedSignature): Promise<KnownSignature | undefined> =>
  (await import('./readOrder.js')).readOrder(asked)

/** Signatures by which another votes (ERC-5805, Aave's). One of these names is also that of a hand-over of the account. */
const votes = /^Delegat(ion|e(ByType)?)$/

const isSame = ({ label, value }: Fact, other: Fact): boolean =>
  label.name === other.label.name &&
  typeof value === 'string' &&
  typeof other.value === 'string' &&
  value.toLowerCase() === other.value.toLowerCase()

/** Adds what others may do by it, first and once; what takes a step of its own by itself still does. */
const withKnown = (
  { shown, isSuspect }: Extract<ReadTypedData, { readonly status: 'readable' }>,
  { title = shown.title, facts, warnings, isDeliberate, isTakenBack = false }: KnownSignature,
): ShownRequest => ({
  ...shown,
  title,
  facts: [...facts, ...shown.facts.filter((fact) => !facts.some((each) => isSame(each, fact)))],
  warnings: [...shown.warnings.filter(({ name }) => !isTakenBack || name !== 'request.warn.permit'), ...warnings],
  isDeliberate: isDeliberate || isSuspect,
})

/** Whatever it is called, what isn't known takes a step of its own. A permit that isn't as its standard has it is warned of already. */
const withoutKnown = ({ shown, isPermit }: Extract<ReadTypedData, { readonly status: 'readable' }>): ShownRequest => ({
  ...shown,
  warnings: [...shown.warnings, ...(isPermit ? [] : [words('request.warn.unknownEffect')])],
  isDeliberate: true,
})
