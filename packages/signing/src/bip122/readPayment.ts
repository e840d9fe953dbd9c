import { formatAmount } from '@foyer/core/chain'
import { bytesToHex } from '@noble/hashes/utils.js'
import { Address, OutScript, Script, type Transaction } from '@scure/btc-signer'
import type { Fact, ShownRequest } from '../family.js'
import type { WalletNetwork } from '../network.js'
import { code, type RequestSentence, type Words, words } from '../sentences.js'
import { shownText } from '../shownText.js'
import type { KnownAddress } from './accounts.js'
import type { BitcoinParameters } from './networks.js'

/** An input as it is shown. */
export interface ReadInput {
  /** In satoshi; undefined where the transaction doesn’t say. */
  readonly value: bigint | undefined
  /** Whose key spends it, if it is the wallet’s. */
  readonly own: KnownAddress | undefined
  readonly isSigned: boolean
  /** Its signature binds every input and output. */
  readonly isBinding: boolean
  /** The ledger has it, with the same value. */
  readonly isConfirmed: boolean
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
  /** What is usual, in satoshi a virtual byte; undefined where the ledger doesn’t say. */
  readonly usualRate: number | undefined
  readonly isSent: boolean
}

interface Output {
  readonly value: bigint
  readonly script: Uint8Array
  /** Whose address it pays to: the signing account's, another of the wallet's, or somebody else's. */
  readonly whose: 'account' | 'wallet' | 'other'
}

/** Describes a payment as it will be signed: who gets what, what comes back, and the fee [F13]. */
export function readPayment(parameters: ReadPaymentParameters): ShownRequest {
  const { transaction, inputs, own, account, network, isSent } = parameters
  const coins = (amount: bigint) =>
    `${formatAmount({ value: amount, decimals: network.currency.decimals })} ${network.currency.symbol}`
  const outputs = Array.from({ length: transaction.outputsLength }, (_, index): Output => {
    const { script = new Uint8Array(), amount = 0n } = transaction.getOutput(index)
    return { script, value: amount, whose: whoseIs({ script, own, account }) }
  })
  const valueTo = (...kinds: readonly Output['whose'][]) =>
    sum(outputs.filter(({ whose }) => kinds.includes(whose)).map(({ value }) => value))
  const back = valueTo('account')
  const ownSpent = sum(inputs.flatMap((input) => (input.own ? [input.value ?? 0n] : [])))
  const others = outputs.filter(({ whose }) => whose !== 'account')
  const recipients = others.map((output) => recipientOf({ output, parameters, coins }))
  const foreign = inputs.filter((input) => !input.own).length
  const fee = feeOf({ inputs, outputs })
  const isUnfixed = inputs.some((input) => input.isSigned && !input.isBinding)
  const isDeliberate = recipients.some(({ isReadable }) => !isReadable) || fee === undefined || isUnfixed
  return {
    title: titleOf({ others, isSent, symbol: network.currency.symbol }),
    act: words(isSent ? 'request.act.send' : 'request.act.sign'),
    facts: [
      ...recipients.flatMap(({ facts }) => facts),
      ...(back > 0n ? [{ label: words('request.comesBack'), value: coins(back) }] : []),
      ...(foreign > 0
        ? [{ label: words('request.foreignInputs'), value: words('request.notSignedHere', { count: `${foreign}` }) }]
        : []),
      ...(foreign > 0 || back > 0n ? [netFact({ net: valueTo('account', 'wallet') - ownSpent, coins })] : []),
      code('request.from', account.payment.address),
      { label: words('request.network'), value: network.name },
      // What others spend isn't checked: it changes the fee, but not what leaves this wallet.
      {
        label: words(foreign > 0 ? 'request.feeAsSaid' : 'request.fee'),
        ...(fee === undefined
          ? { value: words('request.unknown') }
          : {
              value: feeAtRate({ fee, transaction, coins }),
              priced: { contract: undefined, amount: fee, decimals: network.currency.decimals },
            }),
      },
      ...(isSent ? [] : [{ label: words('request.sentBy'), value: words('request.theApplication') }]),
    ],
    ...(isDeliberate
      ? { content: { label: words('request.data'), text: bytesToHex(transaction.unsignedTx), isCode: true } }
      : {}),
    warnings: warningsOf({ parameters, fee, others, isUnfixed, isDeliberate }),
    isDeliberate,
  }
}

function whoseIs({
  script,
  own,
  account: { payment, ordinals },
}: Pick<ReadPaymentParameters, 'own' | 'account'> & { readonly script: Uint8Array }): Output['whose'] {
  const found = own.get(bytesToHex(script))?.address
  if (found === undefined) return 'other'
  return found === payment.address || found === ordinals.address ? 'account' : 'wallet'
}

const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n)

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

const netFact = ({ net, coins }: { readonly net: bigint; readonly coins: (amount: bigint) => string }): Fact =>
  net < 0n
    ? { label: words('request.leaves'), value: coins(-net) }
    : { label: words('request.comes'), value: coins(net) }

/** What the inputs hold more than the outputs; undefined where an input’s value isn’t known. */
function feeOf({
  inputs,
  outputs,
}: {
  readonly inputs: readonly ReadInput[]
  readonly outputs: readonly Output[]
}): bigint | undefined {
  if (inputs.some(({ value }) => value === undefined)) return undefined
  const fee = sum(inputs.map(({ value = 0n }) => value)) - sum(outputs.map(({ value }) => value))
  return fee < 0n ? undefined : fee
}

interface Recipient {
  readonly facts: readonly Fact[]
  readonly isReadable: boolean
}

function recipientOf({
  output: { value, script, whose },
  parameters: { parameters },
  coins,
}: {
  readonly output: Output
  readonly parameters: ReadPaymentParameters
  readonly coins: (amount: bigint) => string
}): Recipient {
  const amount = { label: words('request.amount'), value: coins(value) }
  const memo = memoIn(script)
  if (memo !== undefined) {
    return {
      facts: [...(value > 0n ? [amount] : []), { label: words('request.memoPublic'), value: memo }],
      isReadable: true,
    }
  }
  const address = addressOf({ script, parameters })
  return address === undefined
    ? {
        facts: [amount, code('request.toScript', bytesToHex(script))],
        isReadable: false,
      }
    : {
        facts: [
          amount,
          { label: words(whose === 'wallet' ? 'request.toOwn' : 'request.to'), value: address, isCode: true },
        ],
        isReadable: true,
      }
}

function addressOf({
  script,
  parameters,
}: {
  readonly script: Uint8Array
  readonly parameters: BitcoinParameters
}): string | undefined {
  try {
    const decoded = OutScript.decode(script)
    return decoded.type === 'unknown' || decoded.type === 'pk' || decoded.type === 'ms'
      ? undefined
      : Address(parameters).encode(decoded)
  } catch {
    return undefined // a script without an address
  }
}

/** The data of an output that holds nothing else: as text, or in hexadecimals. */
function memoIn(script: Uint8Array): string | undefined {
  if (script[0] !== 0x6a) return undefined
  try {
    const [, ...parts] = Script.decode(script)
    const bytes = parts.flatMap((part) => (part instanceof Uint8Array ? [...part] : []))
    return shownText(new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes)))
  } catch {
    return bytesToHex(script.slice(1)) // data that is no text
  }
}

/** In virtual bytes: with its signature an input comes to about 68. */
const sizeOf = (transaction: Transaction): number => transaction.unsignedTx.length + 28 * transaction.inputsLength

/** In coins, in satoshi, and by what a virtual byte costs, to a tenth. */
function feeAtRate({
  fee,
  transaction,
  coins,
}: {
  readonly fee: bigint
  readonly transaction: Transaction
  readonly coins: (amount: bigint) => string
}): Words {
  const tenths = (fee * 10n + BigInt(sizeOf(transaction)) / 2n) / BigInt(sizeOf(transaction))
  const rate = tenths % 10n === 0n ? `${tenths / 10n}` : `${tenths / 10n}.${tenths % 10n}`
  return words('request.feeAtRate', { fee: coins(fee), sats: `${fee}`, rate })
}

/** What nodes of a network would call absurd: several times the usual rate, and a tenth of what is sent. */
function isHighFee({
  fee,
  sent,
  transaction,
  usualRate,
}: {
  readonly fee: bigint
  readonly sent: bigint
  readonly transaction: Transaction
  readonly usualRate: number | undefined
}): boolean {
  return (
    Number(fee) > 5 * (usualRate ?? Number.POSITIVE_INFINITY) * sizeOf(transaction) ||
    (fee > 10_000n && fee * 10n > sent)
  )
}

function warningsOf({
  parameters: { transaction, inputs, usualRate },
  fee,
  others,
  isUnfixed,
  isDeliberate,
}: {
  readonly parameters: ReadPaymentParameters
  readonly fee: bigint | undefined
  readonly others: readonly Output[]
  readonly isUnfixed: boolean
  readonly isDeliberate: boolean
}): Words[] {
  const signed = inputs.filter(({ isSigned }) => isSigned)
  const sent = sum(others.map(({ value }) => value))
  const says = (isTrue: boolean, warning: RequestSentence) => (isTrue ? [words(warning)] : [])
  return [
    ...says(
      signed.some(({ own }) => own?.intention === 'ordinal'),
      'request.warn.ordinals',
    ),
    ...says(isUnfixed, 'request.warn.unfixed'),
    ...says(
      signed.some(({ isConfirmed }) => !isConfirmed),
      'request.warn.inputUnknown',
    ),
    ...says(fee !== undefined && isHighFee({ fee, sent, transaction, usualRate }), 'request.warn.feeHigh'),
    ...says(fee === undefined, 'request.warn.feeUnknown'),
    ...says(isDeliberate && fee !== undefined && !isUnfixed, 'request.warn.noScriptAddress'),
  ]
}
