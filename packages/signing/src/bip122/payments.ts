import { base64 } from '@scure/base'
import type { Transaction } from '@scure/btc-signer'
import * as v from 'valibot'
import type { PreparedRequest } from '../family.js'
import { stranger, unfit } from '../prepare.js'
import type { BitcoinAccount } from './accounts.js'
import { byScript } from './addresses.js'
import { buildTransfer, scriptOf, TransferError } from './buildTransfer.js'
import { broadcast, feeRate, unspentOf } from './chain.js'
import { accountNamed, type BitcoinContext } from './context.js'
import { locksOf } from './locks.js'
import { type InputToSign, inputsToSign, isComplete, openPsbt, readInputs, signInputs } from './psbt.js'
import { readPayment } from './readPayment.js'
import { PsbtParams, TransferParams } from './requestParams.js'

/** A payment that is about to be shown. */
interface Payment {
  readonly transaction: Transaction
  readonly signs: readonly InputToSign[]
  readonly account: BitcoinAccount
  readonly isSent: boolean
  /** The script that takes what is left, where the request names it. */
  readonly rest?: Uint8Array | undefined
}

/** `sendTransfer`: coins of the payment address, to one recipient. */
export async function transfer(context: BitcoinContext): Promise<PreparedRequest> {
  const { success, output } = v.safeParse(TransferParams, context.params)
  if (!success) return unfit()
  const { account: name, recipientAddress, amount, changeAddress = name, memo } = output
  const { network, parameters } = context
  const account = accountNamed(context, name)
  if (!account) return stranger
  const to = scriptOf({ address: recipientAddress, parameters })
  const change = scriptOf({ address: changeAddress, parameters })
  if (!to || !change) return unfit(`An address isn’t one of ${network.name}.`)
  const from = account.payment
  const [unspent, rate] = await Promise.all([unspentOf({ ...network, address: from.address }), feeRate(network)])
  const transaction = buildOrRefuse(() => buildTransfer({ unspent, from, to, change, amount, memo, rate }))
  if (!('getInput' in transaction)) return transaction
  const signs = inputsToSign({ transaction, signInputs: [], own: byScript([account]) })
  const { shown, sign } = await prepare({ context, transaction, signs, account, isSent: true, rest: change })
  return {
    kind: 'ask',
    shown,
    async perform() {
      sign()
      transaction.finalize()
      return { txid: await broadcast({ ...network, hex: transaction.hex }) }
    },
  }
}

function buildOrRefuse(build: () => Transaction): Transaction | PreparedRequest {
  try {
    return build()
  } catch (error) {
    if (error instanceof TransferError) return unfit(error.message)
    throw error
  }
}

/** `signPsbt`: the named inputs of the account’s, and on request the whole is sent. */
export async function psbt(context: BitcoinContext): Promise<PreparedRequest> {
  const { success, output } = v.safeParse(PsbtParams, context.params)
  if (!success) return unfit()
  const account = accountNamed(context, output.account)
  if (!account) return stranger
  const transaction = openPsbt(output.psbt)
  const signs = inputsToSign({ transaction, signInputs: output.signInputs, own: byScript([account]) })
  const isSent = output.broadcast
  if (isSent && !isComplete({ transaction, signs })) {
    return unfit('The PSBT lacks other signatures, so it can’t be sent.')
  }
  const { shown, sign } = await prepare({ context, transaction, signs, account, isSent })
  return {
    kind: 'ask',
    shown,
    async perform() {
      sign()
      if (!isSent) return { psbt: base64.encode(transaction.toPSBT()) }
      transaction.finalize()
      const signed = base64.encode(transaction.toPSBT())
      return { psbt: signed, txid: await broadcast({ ...context.network, hex: transaction.hex }) }
    },
  }
}

/** Compares a payment with the ledger, and describes it. */
async function prepare({
  context,
  transaction,
  signs,
  account,
  isSent,
  rest,
}: Payment & { readonly context: BitcoinContext }) {
  const { network, parameters, accounts } = context
  const own = byScript(accounts)
  const addresses = [...new Set([account.payment.address, ...signs.map(({ key }) => key.address)])]
  const now = BigInt(Math.floor(Date.now() / 1_000))
  const [usualRate, locks, ...lists] = await Promise.all([
    feeRate(network),
    locksOf({ transaction, network, now }),
    ...addresses.map((address) => unspentOf({ ...network, address })),
  ])
  const unspent = lists.flat()
  const inputs = readInputs({ transaction, signs, own, unspent })
  const held = unspent.reduce((sum, { value }) => sum + value, 0n)
  return {
    shown: readPayment({
      ...{ transaction, inputs, own, account, held, network, parameters, usualRate, isSent, rest, locks },
    }),
    // The very transaction that was shown [F13].
    sign: () => signInputs({ transaction, signs }),
  }
}
