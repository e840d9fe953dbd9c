import { formatAmount } from '@foyer/core/chain'
import type { Fact, RequestSentence, ShownRequest, WalletNetwork, Words } from '@foyer/core/words'
import { base64 } from '@scure/base'
import { code, words } from '../sentences.js'
import { allowedSums } from './allowedSums.js'
import type { AllowedPart, Given, ReadInstruction } from './described.js'
import { coinsIn, givenFacts, givenWarnings } from './given.js'
import { eachInTurn, filledIn } from './inTurn.js'
import { readInstruction } from './readInstruction.js'
import type { ResolvedTransaction } from './resolve.js'
import { usesNonce } from './systemStep.js'

/** A transaction and what it costs, in lamports. */
export interface PricedTransaction extends ResolvedTransaction {
  readonly fee: bigint
}

export interface ReadTransactionsParameters {
  readonly transactions: readonly PricedTransaction[]
  /** The account that signs. */
  readonly address: string
  readonly network: WalletNetwork
  /** The account's balance of the network's coin, in lamports; undefined where the node doesn't say. */
  readonly balance: bigint | undefined
  /** They are sent at once; else the page receives them signed. */
  readonly isSent: boolean
}

/** Describes the transactions of a request as they will be signed [F13]. */
export function readTransactions({
  transactions,
  address,
  network,
  balance,
  isSent,
}: ReadTransactionsParameters): ShownRequest {
  const { symbol, decimals } = network.currency
  const coins = (amount: bigint) => `${formatAmount({ value: amount, decimals })} ${symbol}`
  const read = transactions.map((transaction) => readOne({ transaction, address, network }))
  const steps = read.flatMap(({ main }) => main)
  const isUnread = read.some(({ unread }) => unread.length > 0)
  const [only] = steps
  const isAlone = only !== undefined && steps.length === 1 && !isUnread
  const spent = sum(read)
  const fees = transactions.reduce((sum, { fee, message }) => sum + (message.keys[0] === address ? fee : 0n), 0n)
  const isLasting = read.some((each) => each.isLasting)
  const gives = read.flatMap((each) => each.gives)
  const coinsGiven = coinsIn(gives)
  const tokenAccounts = new Map(transactions.flatMap((each) => [...each.tokenAccounts, ...each.before.tokenAccounts]))
  const filled = new Set(transactions.flatMap(({ instructions }) => instructions.flatMap(filledIn)))
  const allows = read.flatMap((each) => each.allows)
  const allowed = allowedSums({ allows, gives, network, address, tokenAccounts, filled })
  const isFeeHigh = fees > mostUsualFee || (fees > fewLamports && coinsGiven > 0n && fees * 10n > coinsGiven)
  const facts = isAlone
    ? read.flatMap((each) => [...each.main.flatMap((step) => step.facts), ...each.minorFacts])
    : factsInSteps(read)
  return {
    title: isAlone ? only.title : titleOf({ count: read.length, isUnread }),
    act: words(isSent ? 'request.act.send' : 'request.act.sign'),
    facts: [
      ...(isAlone ? [] : givenFacts({ gives, network })),
      ...allowed.facts,
      ...facts,
      code('request.from', address),
      { label: words('request.network'), value: network.name },
      ...feeFacts({
        ...{ transactions, address },
        fee: {
          ...{ label: words('request.fee'), value: coins(fees) },
          priced: { contract: undefined, amount: fees, decimals },
        },
      }),
    ],
    ...(isUnread ? { content: dataOf(transactions) } : {}),
    warnings: [
      ...read.flatMap(({ warnings }) => warnings),
      ...says(isUnread, 'request.warn.unreadProgram'),
      ...says(isUnread && transactions.some(({ isPartly }) => isPartly), 'request.warn.accountUnknown'),
      ...givenWarnings({ gives, network, fees, balance, tokenAccounts }),
      ...allowed.warnings,
      ...says(isFeeHigh, 'request.warn.feeHigh'),
      ...says(isLasting, 'request.warn.never'),
      ...(balance !== undefined && spent + fees > balance
        ? [words('request.warn.tooLittle', { balance: coins(balance) })]
        : []),
      ...says(!isSent && !isLasting, 'request.warn.laterMinute'),
    ],
    // What doesn't expire may be sent by its holder long after.
    isDeliberate:
      isUnread ||
      isFeeHigh ||
      (isLasting && !isSent) ||
      allowed.warnings.length > 0 ||
      read.some((each) => each.isDeliberate),
  }
}

const dataOf = (transactions: readonly PricedTransaction[]) => ({
  label: words('request.data'),
  text: transactions.map(({ messageBytes }) => base64.encode(messageBytes)).join('\n\n'),
  isCode: true,
})

/** In lamports: what a visitor pays for a transaction is a thousandth of this, and in a crowd a tenth. */
const mostUsualFee = 20_000_000n
/** In lamports: less than this is no matter, whatever is given for it. */
const fewLamports = 1_000_000n

const says = (isTrue: boolean, warning: RequestSentence): readonly Words[] => (isTrue ? [words(warning)] : [])

const sum = (steps: readonly Pick<ReadInstruction, 'spends'>[]): bigint =>
  steps.reduce((all, { spends }) => all + spends, 0n)

/** Of several transactions, or of one with several steps: which is of which. */
function factsInSteps(read: readonly ReadOne[]): readonly Fact[] {
  return read.flatMap((each, index) => [
    ...(read.length > 1
      ? [numbered('request.transaction', index, words('request.ofCount', { count: `${read.length}` }))]
      : []),
    ...each.main.flatMap((step, place) => [numbered('request.step', place, step.title), ...step.facts]),
    ...each.unread.map((program) => code('request.calls', program)),
    ...each.minorFacts,
  ])
}

function titleOf({ count, isUnread }: { readonly count: number; readonly isUnread: boolean }): Words {
  if (count > 1) return words('request.signTransactions', { count: `${count}` })
  return words(isUnread ? 'request.callProgram' : 'request.severalSteps')
}

const numbered = (label: RequestSentence, index: number, value: Words): Fact => ({
  ...{ label: words(label, { number: `${index + 1}` }), value },
})

interface ReadOne {
  readonly main: readonly ReadInstruction[]
  readonly minorFacts: readonly Fact[]
  /** Programs whose instructions couldn't be read. */
  readonly unread: readonly string[]
  readonly warnings: readonly Words[]
  readonly isDeliberate: boolean
  readonly spends: bigint
  readonly gives: readonly Given[]
  readonly allows: readonly AllowedPart[]
  /** It holds until the nonce that it begins with is used, and no other transaction but one with that nonce ends it. */
  readonly isLasting: boolean
}

function readOne({
  transaction,
  address,
  network,
}: Pick<ReadTransactionsParameters, 'address' | 'network'> & { readonly transaction: PricedTransaction }): ReadOne {
  const { instructions } = transaction
  const [first] = instructions
  const isLasting = first !== undefined && usesNonce(first)
  const all = eachInTurn(transaction, (instruction, owners) => ({
    program: instruction.program,
    read: readInstruction({ ...transaction, ...owners, instruction, address, network }),
  }))
  const read = all.flatMap((each) => each.read ?? [])
  const isOnlyMinor = read.every(({ isMinor }) => isMinor)
  const isMain = (each: ReadInstruction) => isOnlyMinor || !each.isMinor
  const main = read.filter(isMain)
  const shown = new Set(main.flatMap(({ facts }) => facts.flatMap(({ value, isCode }) => (isCode ? [value] : []))))
  return {
    main,
    minorFacts: [
      // An account is shown once.
      ...read
        .filter((each) => !isMain(each))
        .flatMap(({ facts }) =>
          facts.filter(({ label, value }) => label.name !== 'request.tokenAccount' || !shown.has(value)),
        ),
      ...(isLasting ? [{ label: words('request.until'), value: words('request.untilNonce') }] : []),
    ],
    unread: [...new Set(all.flatMap((each) => (each.read ? [] : [each.program])))],
    warnings: read.flatMap(({ warnings }) => warnings),
    isDeliberate: read.some((each) => each.isDeliberate),
    spends: sum(read),
    gives: read.flatMap(({ gives }) => gives),
    allows: read.flatMap(({ allows }) => allows),
    isLasting,
  }
}

/** Returns the facts of who pays the fee and who else signs. */
function feeFacts({
  transactions,
  address,
  fee,
}: Pick<ReadTransactionsParameters, 'transactions' | 'address'> & { readonly fee: Fact }): readonly Fact[] {
  const others = new Set(
    transactions.flatMap(({ message: { keys, signerCount } }) =>
      keys.slice(0, signerCount).filter((key) => key !== address),
    ),
  )
  const payers = new Set(transactions.map(({ message }) => message.keys[0] ?? ''))
  return [
    ...(payers.has(address) ? [fee] : []),
    ...[...payers].filter((payer) => payer !== address).map((payer) => code('request.feePayer', payer)),
    ...[...others].filter((other) => !payers.has(other)).map((other) => code('request.cosigner', other)),
  ]
}
