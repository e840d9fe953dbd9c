import type { SimulationReply } from '@foyer/core/wire'
import type { WalletNetwork } from '@foyer/core/words'
import type { KeptBatch, PreparedRequest } from '../family.js'
import { isWorse, recheckOf } from '../readSimulation.js'
import { type Asking, keptOf, outsideOf, result, simulable } from './asking.js'
import type { AskedBatch } from './batchParams.js'
import { balanceOf, type FilledTransaction, feeOf, fillAnyway, hasSucceeded, isStillFit, nextOf } from './chain.js'
import { gasInTurn } from './gasInTurn.js'
import { signedTransaction, transactionPayload } from './payloads.js'
import { readBatch } from './readBatch.js'
import { sendSigned } from './sendSigned.js'
import { type SimulatedSteps, simulatedSteps } from './simulatedSteps.js'
import { askedAgain, freeNonce, hasToWait, inTurn, isOvertaken, reserved } from './turn.js'

/** So long one of them is waited for, and until then another page takes it that more of them may be sent, in milliseconds. */
const waitedMs = 600_000

/** Several calls as transactions of their own, each of them complete before the visitor approves all of them [F13]. */
export async function askInTurn(asking: Asking): Promise<PreparedRequest> {
  const { context, batch, from, anew } = asking
  const { network } = context
  const { simulate, descriptorsOf } = outsideOf(asking)
  const carriedOut = () => simulate?.({ calls: simulable(batch), isAtomic: false })
  const [{ transactions, isExpectedToFail }, balance, simulation] = await Promise.all([
    filledInTurn(asking),
    balanceOf({ network, address: from }),
    carriedOut(),
  ])
  const { nonce = 0 } = transactions[0] ?? {}
  const numbered = { network, from, nonce }
  const waits = await hasToWait(numbered)
  const fee = transactions.reduce((sum, each) => sum + feeOf(each), 0n)
  const shown = await readBatch({
    batch,
    from,
    network,
    balance,
    fee,
    waits,
    switchesTo: undefined,
    isInTurn: true,
    isExpectedToFail,
    simulation,
    descriptorsOf,
  })
  const recheck = recheckOf({ simulation, carriedOut, anew })
  return {
    kind: 'ask',
    shown,
    payloads: transactions.map(transactionPayload),
    recheck: async () => ((await isOvertaken(numbered)) ? askedAgain(await anew()) : recheck()),
    perform: () => performInTurn({ asking, transactions, waits, simulation }),
  }
}

/** The calls' transactions, one number after another. What a later one takes is known only after those before it: by the node's simulation, or else it has room. */
async function filledInTurn({ context: { network }, batch: { calls }, from }: Asking) {
  const [first, ...others] = calls
  if (!first) throw new TypeError('A batch has no calls.')
  const asked = ({ to, value, data }: AskedBatch['calls'][number]) => ({ from, to, value, data })
  const [filled, gas] = await Promise.all([
    fillAnyway({ network, asked: { ...asked(first), nonce: await freeNonce({ network, from }) } }),
    gasInTurn({ network, calls: calls.map(asked) }),
  ])
  const { transaction } = filled
  const later = others.map(
    (call, index): FilledTransaction => ({
      ...{
        ...transaction,
        ...asked(call),
        nonce: transaction.nonce + index + 1,
        gas: gas[index + 1] ?? transaction.gas,
      },
      price: roomyPrice(transaction.price),
    }),
  )
  return { transactions: [transaction, ...later], isExpectedToFail: filled.isExpectedToFail }
}

/** A block's own price may rise until the turn of a later one has come; nobody pays more than that price. */
const roomyPrice = (price: FilledTransaction['price']): FilledTransaction['price'] =>
  price.type === 'legacy' ? price : { ...price, maxFeePerGas: price.maxFeePerGas * 2n }

interface InTurn {
  readonly asking: Asking
  /** Those that were shown. */
  readonly transactions: readonly FilledTransaction[]
  readonly waits: boolean
  /** The simulation that was shown. */
  readonly simulation: SimulationReply | undefined
}

/**
 * Answers once the first is sent; each of the others is sent once the one before has taken effect, and is still what was shown. After one that has failed, isn't
 * sent, or would do something worse by then, none is.
 */
async function performInTurn({ asking, transactions, waits, simulation }: InTurn): Promise<unknown> {
  const { from, context, batches, account } = asking
  const { network, host } = context
  const [first, ...others] = transactions
  if (!first) throw new TypeError('A batch has no calls.')
  let kept: KeptBatch = {
    ...keptOf(asking),
    atomic: false,
    isOver: false,
    nonce: first.nonce,
    count: transactions.length,
  }
  const keep = async (more: Partial<KeptBatch>) => {
    kept = { ...kept, ...more, underwayUntil: Date.now() + 2 * waitedMs }
    await batches.set(kept)
  }
  const sendOne = async (
    transaction: FilledTransaction,
    turn: Pick<Parameters<typeof inTurn>[0], 'waits' | 'signal'>,
  ) => {
    const numbered = { network, from, nonce: transaction.nonce }
    const signed = signedTransaction({ transaction, signature: await account.sign(transactionPayload(transaction)) })
    const { hashes: before } = kept
    return inTurn({ ...numbered, ...turn }, () =>
      sendSigned({ ...numbered, signed }, ({ hashes }) => keep({ hashes: [...before, ...hashes] })),
    )
  }
  const numbers = reserved({ network, from, nonces: others.map(({ nonce }) => nonce) })
  // Whatever ends it, the status says what stands.
  const end = () => {
    numbers.release()
    return keep({ isOver: true })
  }
  const steps = simulatedSteps({ asking, simulation })
  const begun = steps.next().then(() => sendOne(first, { waits, signal: host.signal }))
  begun
    .then(async (hash) => {
      let last = { hash, nonce: first.nonce }
      for (const transaction of others) {
        if (!(await hasSucceeded({ network, from, ...last, mostMs: waitedMs }))) return
        if (!(await isAsShown({ network, transaction, steps }))) return
        await steps.next()
        last = { hash: await sendOne(transaction, { waits: false }), nonce: transaction.nonce }
      }
    })
    .then(end, end)
  await begun
  return result(asking)
}

/** Reads a later call again, after those before it: by its number, its account's balance, what it takes, and what it and those after it come to. */
async function isAsShown({
  network,
  transaction,
  steps,
}: {
  readonly network: WalletNetwork
  readonly transaction: FilledTransaction
  readonly steps: SimulatedSteps
}): Promise<boolean> {
  const next = await nextOf({ network, address: transaction.from })
  if (next !== undefined && next !== transaction.nonce) return false
  if (!(await isStillFit({ network, transaction }))) return false
  const { was, is } = await steps.left()
  return !was || !is || !isWorse({ was, is })
}
