import { nativeBalance, tokenBalances } from '../actions/read.js'
import { estimateFee } from '../actions/send.js'
import { familyTraits } from '../chain/families.js'
import type { FeeEstimate } from '../connector/family.js'
import { contextOf } from '../context.js'
import { AbortedError } from '../errors/connection.js'
import type { Foyer } from '../foyer.js'
import { assetOf, type CheckedPayRequest } from './payAsset.js'

/** What a visitor wants to know before paying. What can't be had is left out. */
export interface PayTerms {
  /** US dollars for one whole unit of the asset, and of the network's own coin. */
  readonly price?: number | undefined
  readonly coinPrice?: number | undefined
  /** What the account has of the asset, in its smallest unit. */
  readonly balance?: bigint | undefined
  /** What the network is expected to take. */
  readonly fee?: FeeEstimate | undefined
  /** Nothing more is on its way. */
  readonly isReady: boolean
}

export interface PayTermsParameters {
  readonly request: CheckedPayRequest
  /** Who would pay; without one only the prices are asked for. */
  readonly account: string | undefined
  readonly signal: AbortSignal
}

/**
 * Asks for what a payment takes: the server for prices, the chain for the rest. Each is emitted as it comes; none waits for another.
 *
 * @throws never: what fails is reported, and left out
 * @example await readPayTerms(foyer, { request, account, signal }, (terms) => console.log(terms.fee))
 */
export async function readPayTerms(
  foyer: Foyer,
  { request, account, signal }: PayTermsParameters,
  emit: (terms: PayTerms) => void,
): Promise<void> {
  const { api, queries, report } = contextOf(foyer)
  const { asset, family, recipient: to, exact } = request
  const { networkId } = asset
  const wanted = assetOf(asset)
  let terms: PayTerms = { isReady: false }
  const found = async (work: () => Promise<Partial<PayTerms>>) => {
    try {
      const part = await work()
      terms = { ...terms, ...part }
      if (!signal.aborted) emit(terms)
    } catch (error) {
      if (!signal.aborted && !(error instanceof AbortedError)) report(error)
    }
  }
  const choice = { family, networkId, account, signal }
  const ofAccount = () => [
    found(async () => ({ fee: await estimateFee(foyer, { ...choice, to, asset: wanted, amount: exact.value }) })),
    found(async () => {
      if (wanted.type !== 'token') return { balance: await nativeBalance(foyer, choice) }
      const [held] = await tokenBalances(foyer, { ...choice, tokens: [wanted.address] })
      return { balance: held?.value ?? 0n }
    }),
  ]
  const priced = found(async () => {
    const placeholder = familyTraits(family).nativeToken
    const coin = `${networkId}:${placeholder}`
    const own = wanted.type === 'token' ? `${networkId}:${wanted.address}` : coin
    const server = await api?.()
    if (!server || placeholder === undefined) return {}
    const { prices } = await queries()
    const { fungibles } = await prices(
      { ...server, network: () => networkId },
      { addresses: [...new Set([own, coin])], signal },
    )
    const priceOf = (address: string) => fungibles.find((each) => each.address === address)?.price || undefined
    return { price: priceOf(own), coinPrice: priceOf(coin) }
  })
  await Promise.all(account === undefined ? [priced] : [priced, ...ofAccount()])
  if (!signal.aborted) emit({ ...terms, isReady: true })
}
