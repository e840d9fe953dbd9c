import { InvalidAmountError, parseAmount, typedAmount } from '../chain/amount.js'
import { looksLike } from '../chain/lookAlike.js'
import type { Asset, TokenBalance } from '../connector/family.js'
import type { SendAsset } from '../state/viewParams.js'

export type { SendAsset }

/** An asset with what is known of it. */
export interface Holding {
  readonly asset: Asset
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  /** In the smallest unit; undefined where it isn't known. */
  readonly value: bigint | undefined
  /** US dollars for one whole token. */
  readonly price?: number | undefined
  readonly iconUrl?: string | undefined
}

/** Returns a listed token as an asset. */
export const assetOf = ({ address }: Pick<TokenBalance, 'address'>): Asset =>
  address === undefined ? { type: 'coin' } : { type: 'token', address }

/** Only what the chain needs to know of it. */
function bareAsset(asset: SendAsset): Asset {
  if (asset.type !== 'nft') return asset
  const { type, address, tokenId, standard } = asset
  return { type, address, tokenId, ...(standard === undefined ? {} : { standard }) }
}

/** A comparison of two texts that may name one address. */
export type SameAddress = (one: string, other: string) => boolean

/**
 * Finds what is known of an asset: by its list, and of the coin at least what the network says.
 *
 * @returns undefined for a token that isn't known
 */
export function holdingOf({
  asset,
  tokens,
  coin,
  isSame,
}: {
  readonly asset: SendAsset
  readonly tokens: readonly TokenBalance[]
  readonly coin: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly isSame: SameAddress
}): Holding | undefined {
  if (asset.type === 'nft') {
    const { name = '', imageUrl, balance } = asset
    const value = asset.standard === 'erc1155' ? wholeNumber(balance) : 1n
    return { asset: bareAsset(asset), symbol: '', name, decimals: 0, value, iconUrl: imageUrl }
  }
  const listed = tokens.find(({ address }) =>
    asset.type === 'coin' ? address === undefined : address !== undefined && isSame(address, asset.address),
  )
  if (listed) {
    const { symbol, name, decimals, value, price, iconUrl } = listed
    return { asset, symbol, name, decimals, value, price, iconUrl }
  }
  return asset.type === 'coin' ? { asset, ...coin, value: undefined } : undefined
}

const wholeNumber = (text: string | undefined): bigint | undefined =>
  text !== undefined && /^\d{1,78}$/.test(text) ? BigInt(text) : undefined

/** Does an amount of it stand for itself, so that it isn't asked for? */
const isSingle = (asset: Asset): boolean => asset.type === 'nft' && asset.standard !== 'erc1155'

/** Why a text leads to no recipient. */
export type RecipientFault =
  /** It is neither an address nor a name. */
  | 'address'
  /** One letter of the address is probably another. */
  | 'checksum'
  /** Characters of the address are missing, or there are more than it has. */
  | 'length'
  /** No account has the name. */
  | 'name'
  /** Names couldn't be asked for. */
  | 'unreached'
  /** The payment link is for another network. */
  | 'network'
  /** The payment link is for a token that isn't held. */
  | 'token'

export type Recipient =
  | { readonly status: 'empty'; readonly text: '' }
  /** Being read, or looked up. */
  | { readonly status: 'reading'; readonly text: string; readonly lookup: number }
  | ({ readonly status: 'found'; readonly text: string } & FoundRecipient)
  /** Keeps what was typed. */
  | { readonly status: 'unknown'; readonly text: string; readonly fault: RecipientFault }

/** The recipient. */
export interface FoundRecipient {
  readonly address: string
  /** Theirs by the operator's server, as it came: cleaned where it's shown. */
  readonly name?: string | undefined
  readonly avatar?: string | undefined
}

/** The visitor's entries [S3.17]. */
export interface SendForm {
  readonly asset: SendAsset | undefined
  /** As it was typed. */
  readonly amount: string
  readonly recipient: Recipient
  /** The address whose warning was read and agreed to. */
  readonly accepted: string | undefined
}

export const emptyForm: SendForm = {
  asset: undefined,
  amount: '',
  recipient: { status: 'empty', text: '' },
  accepted: undefined,
}

export type AmountReading =
  | { readonly status: 'empty' }
  | { readonly status: 'zero' }
  /** `precision`: the asset has fewer decimals. */
  | { readonly status: 'faulty'; readonly fault: 'notation' | 'precision' }
  | { readonly status: 'ready'; readonly value: bigint; readonly exceeds: boolean }

/** The most that any chain counts: a 256-bit number. */
const mostUnits = 2n ** 256n - 1n

/** Reads an amount exactly, in the asset's smallest unit [F27]; a single NFT is always one. */
export function readAmount({ text, holding }: { readonly text: string; readonly holding: Holding }): AmountReading {
  if (isSingle(holding.asset)) return { status: 'ready', value: 1n, exceeds: false }
  if (text.trim() === '') return { status: 'empty' }
  const typed = typedAmount(text)
  if (typed === undefined) return { status: 'faulty', fault: 'notation' }
  try {
    const { value } = parseAmount({ text: typed, decimals: holding.decimals })
    if (value > mostUnits) return { status: 'faulty', fault: 'notation' }
    if (value === 0n) return { status: 'zero' }
    return { status: 'ready', value, exceeds: holding.value !== undefined && value > holding.value }
  } catch (error) {
    if (!(error instanceof InvalidAmountError)) throw error
    return { status: 'faulty', fault: error.facts.fault === 'precision' ? 'precision' : 'notation' }
  }
}

/** The step that the main button asks for. */
export type SendStep =
  | 'preview'
  | 'invalidAddress'
  | 'addAddress'
  | 'insufficientFunds'
  | 'addAmount'
  | 'incorrectValue'
  | 'selectToken'

/** Returns what is missing next: of all rules that apply, the last one's. */
export function nextStep({
  amount,
  recipient: { status },
}: {
  /** Undefined while no asset is chosen, or not known yet. */
  readonly amount: AmountReading | undefined
  readonly recipient: Pick<Recipient, 'status'>
}): SendStep {
  const rules: readonly (readonly [SendStep, boolean])[] = [
    ['invalidAddress', status === 'unknown'],
    ['addAddress', status === 'empty'],
    ['insufficientFunds', amount?.status === 'ready' && amount.exceeds],
    ['addAmount', amount?.status === 'empty'],
    ['incorrectValue', amount?.status === 'zero' || amount?.status === 'faulty'],
    ['selectToken', amount === undefined],
  ]
  return rules.reduce<SendStep>((last, [step, applies]) => (applies ? step : last), 'preview')
}

/** A warning to the visitor about a recipient before anything is sent there. */
export type SendWarning =
  /** It looks like an address that was used before, and is another [F14]. */
  | { readonly type: 'lookalike'; readonly known: string }
  /** The sender's own. */
  | { readonly type: 'own' }
  /** A token's contract: what is sent there is mostly lost. */
  | { readonly type: 'contract'; readonly symbol: string }

/** The warnings about a recipient, the gravest first. */
export function warningsOf({
  to,
  own,
  paid,
  met,
  asset,
  tokens,
  isSame,
}: {
  readonly to: string
  /** The sender's accounts. */
  readonly own: readonly string[]
  /** Whom the account itself has paid. */
  readonly paid: readonly string[]
  /** Any other address of its history: a stranger can put one there. */
  readonly met: readonly string[]
  readonly asset: SendAsset | undefined
  readonly tokens: readonly TokenBalance[]
  readonly isSame: SameAddress
}): readonly SendWarning[] {
  const trusted = [...own, ...paid]
  const alike = trusted.some((each) => isSame(each, to))
    ? undefined
    : [...trusted, ...met].find((known) => looksLike({ address: to, known, isSame }))
  const token = tokens.find(({ address }) => address !== undefined && isSame(address, to))
  const isCollection = asset?.type === 'nft' && isSame(asset.address, to)
  return [
    ...(alike === undefined ? [] : [{ type: 'lookalike', known: alike } as const]),
    ...(token || isCollection ? [{ type: 'contract', symbol: token?.symbol ?? '' } as const] : []),
    ...(own.some((each) => isSame(each, to)) ? [{ type: 'own' } as const] : []),
  ]
}
