import { type FamilyWallet, type Network, onDemand, type Replacement, type ReplacementKind } from '@foyer/core'
import { AbortedError, TransactionNotPendingError } from '@foyer/core/errors'
import { hex } from '@scure/base'
import { isOnNetwork, type ReadAddress, readAddress } from '../addresses/readAddress.js'
import { type Payer, payerOf } from '../coins/coins.js'
import { InvalidBitcoinTransferError, MethodNotSupportedError, NotReplaceableError } from '../errors.js'
import { type LedgerTransaction, Spender, WholeTransaction } from '../esplora/answers.js'
import type { Esplora } from '../esplora/esplora.js'
import { coinsAt, feeRates } from './fees.js'
import { planReplacement } from './replacementPlan.js'
import { sourcesOf } from './sources.js'

const psbts = onDemand({ chunk: 'bitcoin.psbt', load: () => import('../psbt/psbt.js') })

interface Reading {
  readonly esplora: Esplora
  readonly hash: string
  readonly signal?: AbortSignal | undefined
}

/**
 * Another transaction that spends the same coins of the same address: with the same payments and less change, or with everything back.
 *
 * @returns undefined where the ledger doesn't have it as pending
 * @throws NotReplaceableError · InsufficientCoinsError · NoEsploraError, and what reading throws
 * @see BIP-125
 */
export async function prepareReplacement({
  network,
  kind,
  ...reading
}: Reading & { readonly network: Network; readonly kind: ReplacementKind }): Promise<
  Replacement<'bip122'> | undefined
> {
  const { esplora, hash, signal } = reading
  const sent = await pendingOf(reading)
  if (!sent) return undefined
  const { from, payer } = payerIn({ sent, hash, network })
  const back = changeIn({ sent, from })
  await refuseSpent({ ...reading, sent, from })
  const [coins, { usual }] = await Promise.all([
    coinsAt({ esplora, address: from.address, signal }),
    feeRates({ esplora, signal }),
  ])
  const paid = sent.outputs.filter((_, index) => index !== back)
  const plan = planReplacement({
    inputs: sent.inputs.map(({ txid, index, spent: { value } }) => ({ txid, index, value })),
    paid: kind === 'cancel' ? [] : paid.map(({ script, value }) => ({ script: hex.decode(script), value })),
    coins,
    payer,
    own: from.script,
    former: sent,
    rate: usual,
  })
  const sources = from.type === 'p2pkh' ? await sourcesOf({ inputs: plan.inputs, esplora, signal }) : undefined
  const { spendingPsbt } = await psbts()
  const psbt = spendingPsbt({ ...plan, from, publicKey: keyIn({ sent, from }), sources })
  const inputs = plan.inputs.map((_, index) => ({ index, address: from.address }))
  return { kind, hash, address: from.address, formerFee: sent.fee, fee: plan.fee, transaction: { psbt, inputs } }
}

/**
 * Has the wallet sign what was prepared, checks that it is that, and broadcasts it.
 *
 * @throws TransactionNotPendingError before the wallet is asked · UnsafePsbtError · MethodNotSupportedError · InvalidBitcoinTransferError for another account, and what wallets throw
 */
export async function replaceTransaction({
  wallet: { account, provider },
  replacement: { hash, address, fee, transaction },
  esplora,
  signal,
}: Omit<Reading, 'hash'> & {
  readonly wallet: FamilyWallet<'bip122'>
  readonly replacement: Replacement<'bip122'>
}): Promise<{ readonly hash: string }> {
  if (!provider.signPsbt) throw new MethodNotSupportedError({ method: 'signPsbt' })
  if (account.type !== 'payment' || account.address !== address)
    throw new InvalidBitcoinTransferError({ field: 'account' })
  if (!(await pendingOf({ esplora, hash, signal }))) throw new TransactionNotPendingError({ hash })
  if (signal?.aborted) throw new AbortedError({ cause: signal.reason })
  const { finalTransaction } = await psbts()
  const { psbt: agreed, inputs } = transaction
  const named = inputs.map((input) => (typeof input === 'number' ? { index: input, address } : input))
  const { psbt: signed } = await provider.signPsbt({ psbt: agreed, inputs: named, signal })
  const final = finalTransaction({ agreed, signed, fee, isOwn: true })
  await esplora.broadcast({ hex: final.hex, signal })
  return { hash: final.txid }
}

async function pendingOf({ esplora, hash, signal }: Reading): Promise<LedgerTransaction | undefined> {
  const path = `/tx/${encodeURIComponent(hash)}`
  const sent = await esplora.find({ path, schema: WholeTransaction, expected: 'a transaction', signal })
  return sent?.isConfirmed ? undefined : sent
}

/** BIP-125: an input with a sequence below says that the transaction may be replaced. */
const final = 0xffff_fffe

/** The one address that a transaction spends from. @throws NotReplaceableError */
function payerIn({
  sent: { inputs },
  hash,
  network,
}: {
  readonly sent: LedgerTransaction
  readonly hash: string
  readonly network: Network
}): { readonly from: ReadAddress; readonly payer: Payer } {
  if (!inputs.some(({ sequence }) => sequence < final)) throw new NotReplaceableError({ hash, reason: 'unsignalled' })
  const from = readAddress(inputs[0]?.spent.address ?? '')
  const payer = from && payerOf({ type: from.type, scriptLength: from.script.length })
  const isOwn = inputs.every(({ spent }) => from && spent.script === hex.encode(from.script))
  if (!from || !payer || !isOwn || !isOnNetwork(from, network.caipNetworkId))
    throw new NotReplaceableError({ hash, reason: 'inputs' })
  return { from, payer }
}

interface Sent {
  readonly sent: LedgerTransaction
  readonly from: ReadAddress
}

const isBackAt = ({ from }: Pick<Sent, 'from'>, script: string): boolean => script === hex.encode(from.script)

/** The output that brings back what was left: the last that goes to the payer. -1 for none */
const changeIn = ({ sent, from }: Sent): number =>
  sent.outputs.map(({ script }) => isBackAt({ from }, script)).lastIndexOf(true)

/** A transaction that spends what came back would be undone with the former, whomever it pays. @throws NotReplaceableError */
async function refuseSpent({ sent, from, esplora, hash, signal }: Sent & Reading): Promise<void> {
  const own = sent.outputs.flatMap(({ script }, index) => (isBackAt({ from }, script) ? [index] : []))
  const spenders = await Promise.all(
    own.map((index) =>
      esplora.find({
        path: `/tx/${encodeURIComponent(hash)}/outspend/${index}`,
        schema: Spender,
        expected: 'what spends a coin',
        signal,
      }),
    ),
  )
  if (spenders.some((spender) => spender !== undefined)) throw new NotReplaceableError({ hash, reason: 'spent' })
}

/** The public key, which stands in the witness of all but Taproot's. */
const keyIn = ({ sent, from }: Sent): string | undefined =>
  from.type === 'p2tr' ? undefined : sent.inputs[0]?.witness[1]
