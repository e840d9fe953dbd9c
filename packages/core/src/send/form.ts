import { InvalidAmountError, parseAmount, typedAmount } from '../chain/amount.js'
import type { Holding, SendAsset } from './asset.js'
import { isSingle } from './asset.js'

/** Why a text leads to no recipient. */
export type RecipientFault =
  /** It is neither an address nor a name. */
  | 'address'
  /** One letter of the address is probably another. */
  | 'checksum'
  /** Nobody has the name. */
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

/** Who receives it. */
export interface FoundRecipient {
  readonly address: string
  /** Theirs by the operator's server, as it came: cleaned where it's shown. */
  readonly name?: string | undefined
  readonly avatar?: string | undefined
}

/** What the visitor filled in [S3.17]. */
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

/** What the main button asks for. */
export type SendStep =
  | 'preview'
  | 'invalidAddress'
  | 'addAddress'
  | 'insufficientFunds'
  | 'addAmount'
  | 'incorrectValue'
  | 'selectToken'

/** What is missing next: of all that applies, the rule that stands last. */
export function nextStep({
  amount,
  recipient: { status },
}: {
  /** Undefined while no asset is chosen, or not known yet. */
  readonly amount: AmountReading | undefined
  readonly recipient: Pick<Recipient, 'status'>
}): SendStep {
  const rules: readonly (readonly [SendStep, boolean])[] = [
    ['preview', true],
    ['invalidAddress', status === 'unknown'],
    ['addAddress', status === 'empty'],
    ['insufficientFunds', amount?.status === 'ready' && amount.exceeds],
    ['addAmount', amount?.status === 'empty'],
    ['incorrectValue', amount?.status === 'zero' || amount?.status === 'faulty'],
    ['selectToken', amount === undefined],
  ]
  return rules.reduce((last, [step, applies]) => (applies ? step : last), rules[0]?.[0] ?? 'preview')
}
