import { formatAmount } from '@foyer/core/chain'
import type { Fact, RequestSentence, ShownRequest, WalletNetwork, Words } from '@foyer/core/words'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Transaction } from '@scure/btc-signer'
import { mostWarnings } from '../nearlyAll.js'
import { code, words } from '../sentences.js'
import type { KnownAddress } from './accounts.js'
import { feeAtRate, isHighFee } from './fee.js'
import type { BitcoinParameters } from './networks.js'
import { type Offer, offerFacts, offerOf, offerWarnings } from './offer.js'
import { type Output, outputsOf, type Recipient, recipientOf } from './outputs.js'

/** An input as it is shown. */
export interface ReadInput {
  /** In satoshi, as the transaction says; undefined where it doesn’t. */
  readonly value: bigint | undefined
  /** The address whose key spends it, if it is the wallet’s. */
  readonly own: KnownAddress | undefined
  readonly isSigned: boolean
  /** Its signature binds every input and output. */
  readonly isBinding: boolean
  /** The outputs that its signature binds: every one, the one in its own place, or none. */
  readonly binds: 'all' | 'one' | 'none'
  /** Its signature binds no other input: it may be spent without them. */
  readonly isAlone: boolean
  /** Its value by the ledger; undefined where the ledger doesn't have it, or doesn't answer. */
  readonly onLedger: bigint | undefined
  /** The transaction holds the one before it whole, by whose id it spends: its value is what it says. */
  readonly isProven: boolean
  /** Spent by a Taproot key, as inscriptions are. */
  readonly isTaproot: boolean
}

export interface ReadPaymentParameters {
  readonly transaction: Transaction
  readonly inputs: readonly ReadInput[]
  /** Every address of the wallet’s on the network, by its script in hexadecimals. */
  readonly own: ReadonlyMap<string, KnownAddress>
  /** The account that signs: what goes to one of its addresses comes back. */
  readonly account: Readonly<Record<'payment' | 'ordinals', Pick<KnownAddress, 'address'>>>
  readonly network: WalletNetwork
  readonly parameters: BitcoinParameters
  /** The account's balance, in satoshi; undefined where the ledger doesn’t say. */
  readonly held: bigint | undefined
  /** The usual fee rate, in satoshi a virtual byte; undefined where the ledger doesn’t say. */
  readonly usualRate: number | undefined
  readonly isSent: boolean
  /** The time locks that it is still under. */
  readonly locks?: readonly Fact[]
  /** The script that gets what is left, where the request names one. */
  readonly rest?: Uint8Array | undefined
}

/** The outputs, recipients and sums of a payment. */
interface Sums {
  readonly outputs: readonly Output[]
  readonly others: readonly Output[]
  readonly recipients: readonly Recipient[]
  readonly foreign: readonly ReadInput[]
  /** Inputs that the ledger has with another value than the transaction says. */
  readonly misstated: readonly ReadInput[]
  readonly fee: bigint | undefined
  readonly isFeeHigh: boolean
  readonly isUnfixed: boolean
  /** The offer to any taker, where the signatures leave something open. */
  readonly offer: Offer | undefined
  /** Its inputs hold less than its outputs. */
  readonly isShort: boolean
  /** This wallet's coins that it spends, and those of them that come back, in satoshi. */
  readonly spent: bigint
  readonly back: bigint
  readonly coins: (amount: bigint) => string
}

/** Describes a payment as it will be signed: who gets what, what comes back, and the fee [F13]. */
export function readPayment(parameters: ReadPaymentParameters): ShownRequest {
  const { transaction, account, network, isSent, locks = [] } = parameters
  const sums = sumsOf(parameters)
  const { outputs, others, recipients, offer, foreign, spent, coins } = sums
  const back = sum(outputs.flatMap(({ whose, value }) => (whose === 'account' ? [value] : [])))
  const isJoint = foreign.length > 0 && !offer
  const warnings = warningsOf(parameters, sums)
  const isDeliberate =
    recipients.some((each) => each.isDeliberate) || warnings.some(({ name }) => decisive.includes(name))
  return {
    title: offer
      ? words('request.offer')
      : isJoint
        ? words('request.withOthers')
        : titleOf({ others, isSent, symbol: network.currency.symbol }),
    act: words(isSent ? 'request.act.send' : 'request.act.sign'),
    facts: [
      ...(offer ? offerFacts(offer, coins) : []),
      ...(isJoint ? jointFacts(sums) : []),
      ...recipients.flatMap(({ facts }) => facts),
      ...(back > 0n && !offer && sums.back < spent ? [{ label: words('request.comesBack'), value: coins(back) }] : []),
      ...foreignFacts(sums),
      // What an input doesn’t say it holds can't be counted.
      ...((back > 0n || sums.fee !== undefined) && sums.back < spent && !offer && !isJoint
        ? [{ label: words('request.leaves'), value: coins(spent - sums.back) }]
        : []),
      ...locks,
      ...sums.misstated.flatMap((input) => valueFacts(input, coins)),
      code('request.from', account.payment.address),
      { label: words('request.network'), value: network.name },
      // The taker of an offer pays for it.
      ...(offer ? [] : [feeFact(parameters, sums)]),
      ...(isSent ? [] : [{ label: words('request.sentBy'), value: words('request.theApplication') }]),
    ],
    ...(isDeliberate
      ? { content: { label: words('request.data'), text: bytesToHex(transaction.unsignedTx), isCode: true } }
      : {}),
    warnings,
    isDeliberate,
  }
}

function sumsOf(parameters: ReadPaymentParameters): Sums {
  const { inputs, network, transaction, usualRate } = parameters
  const coins = (amount: bigint) =>
    `${formatAmount({ value: amount, decimals: network.currency.decimals })} ${network.currency.symbol}`
  const outputs = outputsOf(parameters)
  const others = outputs.filter(({ whose }) => whose !== 'account')
  const fee = feeOf({ inputs, outputs })
  const isKnown = inputs.every((input) => heldBy(input) !== undefined)
  const isShort = isKnown && fee === undefined
  const offer = offerOf({ inputs, outputs, isShort })
  const foreign = inputs.filter((input) => !input.own)
  const isByOthers = foreign.length > 0 || offer !== undefined
  // Where nothing is sent, coins are moved within the account.
  const sent = sum(others.map(({ value }) => value)) || sum(outputs.map(({ value }) => value))
  return {
    ...{ outputs, others, fee, offer, foreign, isShort, coins },
    spent: sum(inputs.flatMap((input) => (input.own ? [heldBy(input) ?? 0n] : []))),
    back: sum(outputs.flatMap(({ whose, value }) => (whose === 'other' ? [] : [value]))),
    recipients: others.map((output) => recipientOf({ output, parameters: parameters.parameters, isByOthers, coins })),
    misstated: inputs.filter(({ value, onLedger }) => onLedger !== undefined && onLedger !== value),
    // What an offer's inputs hold more than its outputs is no fee yet: its taker decides that.
    isFeeHigh: fee !== undefined && !offer && isHighFee({ fee, sent, transaction, usualRate }),
    isUnfixed: inputs.some((input) => input.isSigned && !input.isBinding),
  }
}

const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n)

/** Returns an input's value: the ledger's before the transaction's. */
const heldBy = ({ value, onLedger }: ReadInput): bigint | undefined => onLedger ?? value

function titleOf({
  others,
  isSent,
  symbol,
}: {
  readonly others: readonly Output[]
  readonly isSent: boolean
  readonly symbol: string
}): Words {
  if (!others.some(({ value }) => value > 0n)) return words('request.moveWithin')
  return isSent ? words('request.send', { token: symbol }) : words('request.signTransaction')
}

/** Returns the facts of others' inputs in the same transaction: what comes of them isn't the visitor's to count. */
function foreignFacts({ foreign, coins }: Sums): readonly Fact[] {
  if (foreign.length === 0) return []
  const brought = sum(foreign.map((input) => heldBy(input) ?? 0n))
  return [
    { label: words('request.foreignInputs'), value: words('request.notSignedHere', { count: `${foreign.length}` }) },
    { label: words('request.othersBring'), value: coins(brought) },
  ]
}

/** Returns an input's value by the application, and by the ledger. */
const valueFacts = ({ value, onLedger }: ReadInput, coins: Sums['coins']): readonly Fact[] => [
  {
    label: words('request.inputSaid'),
    value: value === undefined ? words('request.unknown') : coins(value),
  },
  { label: words('request.inputReally'), value: coins(onLedger ?? 0n) },
]

/**
 * Returns what this wallet gives in a transaction with others: what of its own doesn’t come back; or all of it, where
 * more comes for it.
 */
const jointFacts = ({ spent, back, coins }: Sums): readonly Fact[] =>
  back < spent
    ? [{ label: words('request.give'), value: coins(spent - back) }]
    : [
        { label: words('request.give'), value: coins(spent) },
        { label: words('request.get'), value: coins(back) },
      ]

/** Returns the fee's fact. Others' inputs aren't checked: they change the fee, but not what leaves this wallet. */
function feeFact(
  { transaction, network }: ReadPaymentParameters,
  { fee, foreign, coins }: Pick<Sums, 'fee' | 'foreign' | 'coins'>,
): Fact {
  const label = words(foreign.length > 0 ? 'request.feeAsSaid' : 'request.fee')
  if (fee === undefined) return { label, value: words('request.unknown') }
  return {
    label,
    value: feeAtRate({ fee, transaction, coins }),
    priced: { contract: undefined, amount: fee, decimals: network.currency.decimals },
  }
}

/** Returns the inputs' sum less the outputs'; undefined where an input’s value isn’t known. */
function feeOf({
  inputs,
  outputs,
}: {
  readonly inputs: readonly ReadInput[]
  readonly outputs: readonly Output[]
}): bigint | undefined {
  const values = inputs.map(heldBy)
  if (values.some((value) => value === undefined)) return undefined
  const fee = sum(values.map((value = 0n) => value)) - sum(outputs.map(({ value }) => value))
  return fee < 0n ? undefined : fee
}

/** One in so many of what leaves. */
const largePart = 10n

/** The warnings that take a step of their own. */
const decisive: readonly RequestSentence[] = [
  'request.warn.unfixed',
  'request.warn.inputDiffers',
  'request.warn.inputUnknown',
  'request.warn.feeHigh',
  'request.warn.feePart',
  'request.warn.feeUnknown',
  'request.warn.fails',
]

function warningsOf(
  { inputs, account, held, network, locks = [] }: ReadPaymentParameters,
  { recipients, misstated, fee, isFeeHigh, isUnfixed, isShort, offer, spent, back, foreign, coins }: Sums,
): readonly Words[] {
  const signed = inputs.filter(({ isSigned }) => isSigned)
  const isOneAddress = account.payment.address === account.ordinals.address
  const gone = spent - back
  // What others bring pays for the fee too.
  const isPart = isFeeHigh && fee !== undefined && foreign.length === 0 && fee * largePart >= gone
  const says = (isTrue: boolean, warning: RequestSentence) => (isTrue ? [words(warning)] : [])
  return [
    ...says(
      signed.some(({ own }) => own?.intention === 'ordinal'),
      'request.warn.ordinals',
    ),
    // A wallet of one address keeps on it what is inscribed and what isn't.
    ...says(isOneAddress && signed.some(({ isTaproot }) => isTaproot), 'request.warn.mayBeInscribed'),
    ...says(locks.length > 0, 'request.warn.notYet'),
    ...says(isUnfixed, 'request.warn.unfixed'),
    ...says(misstated.length > 0, 'request.warn.inputDiffers'),
    ...says(
      signed.some(({ onLedger, isProven }) => onLedger === undefined && !isProven),
      'request.warn.inputUnknown',
    ),
    ...(offer ? offerWarnings(offer) : []),
    ...heldWarnings({ given: offer?.gives ?? gone, held, token: network.currency.symbol }),
    ...(isPart ? [words('request.warn.feePart', { fee: coins(fee), whole: coins(gone) })] : []),
    ...says(isFeeHigh && !isPart, 'request.warn.feeHigh'),
    ...says(isShort && !offer, 'request.warn.fails'),
    ...says(fee === undefined && !isShort && !offer, 'request.warn.feeUnknown'),
    ...recipients.flatMap(({ warnings }) => warnings),
  ]
}

/** Says that what is given, fee and all, is all that there is, or nearly all. */
export const heldWarnings = ({
  given,
  held,
  token,
}: {
  readonly given: bigint
  readonly held: bigint | undefined
  readonly token: string
}): readonly Words[] => (held !== undefined && given > held ? [] : mostWarnings({ part: given, whole: held, token }))
