/** Words for requests that some Bitcoin wallet is about to be asked for: read and described, and never signed here. */

import { formatAmount } from '@foyer/core/chain'
import type { DescribedRequest, RequestReader, ShownRequest } from '@foyer/core/words'
import { bytesToHex } from '@noble/hashes/utils.js'
import { SigHash, type Transaction } from '@scure/btc-signer'
import * as v from 'valibot'
import { readMessageText } from '../readMessageText.js'
import { isWorse } from '../readSimulation.js'
import { assertSize } from '../requestSize.js'
import { code, words } from '../sentences.js'
import { UnreadableRequestError } from '../unreadable.js'
import { withOutside } from '../withOutside.js'
import type { KnownAddress } from './accounts.js'
import { scriptOf } from './buildTransfer.js'
import { balanceOf, feeRate, unspentOf } from './chain.js'
import { locksOf } from './locks.js'
import { type BitcoinParameters, bitcoinChain } from './networks.js'
import { deadEnds, memoText } from './outputs.js'
import { binding, openPsbt, previousOutput, readInputs } from './psbt.js'
import { heldWarnings, readPayment } from './readPayment.js'
import { type AskedPsbt, type AskedTransfer, MessageParams, PsbtParams, TransferParams } from './requestParams.js'

export { type Level, levelOf } from '../level.js'
export { RequestTooLargeError } from '../requestSize.js'
export { sayRequestInEnglish, spokenRequest } from '../sentences.js'

/**
 * Describes what a Bitcoin wallet elsewhere is about to be asked for, by the data of the request and the ledger.
 * @returns undefined for a method that asks for nothing to be signed, and for data that can't be read: then nothing is known of it
 * @throws RequestTooLargeError for more than 128 kB
 */
export async function describeBitcoin(request: DescribedRequest): Promise<ShownRequest | undefined> {
  assertSize(request.params)
  const { outside = {} } = request
  const shown = await describe(request)
  return shown && withOutside({ ...request, shown, outside })
}

async function describe(request: DescribedRequest): Promise<ShownRequest | undefined> {
  const { method, params, network, peerUrl } = request
  const { parameters } = bitcoinChain(network.chainId) ?? {}
  switch (method) {
    case 'signMessage': {
      const { success, output } = v.safeParse(MessageParams, params)
      if (!success) return undefined
      const { account, address = account, message: text } = output
      return readMessageText({ text, data: '', address, network, peerUrl })
    }
    case 'sendTransfer':
      return describeTransfer(request)
    case 'signPsbt': {
      const { success, output } = v.safeParse(PsbtParams, params)
      return success && parameters ? describePsbt({ request, asked: output, parameters }) : undefined
    }
    default:
      return undefined
  }
}

/** Resolves to undefined where the ledger doesn't answer: it isn't known then. */
const reading = <Read>(read: Promise<Read>): Promise<Read | undefined> => read.catch(() => undefined)

/** The wallet itself chooses what is spent, and the fee. */
async function describeTransfer(request: DescribedRequest): Promise<ShownRequest | undefined> {
  const { params, network } = request
  const { success, output } = v.safeParse(TransferParams, params)
  if (!success) return undefined
  const { account: address, recipientAddress, amount, memo } = output
  const { symbol, decimals } = network.currency
  const coins = (value: bigint) => `${formatAmount({ value, decimals })} ${symbol}`
  const balance = await reading(balanceOf({ ...network, address }))
  const change = restOf({ ...output, balance, coins, request })
  const isLost = deadEnds.test(recipientAddress)
  return {
    title: words('request.send', { token: symbol }),
    act: words('request.act.send'),
    facts: [
      { label: words('request.give'), value: coins(amount), priced: { contract: undefined, amount, decimals } },
      code('request.to', recipientAddress),
      ...(memo === undefined ? [] : [{ label: words('request.memoPublic'), value: memoText(memo) }]),
      ...change.facts,
      code('request.from', address),
      { label: words('request.network'), value: network.name },
    ],
    warnings: [
      ...(isLost ? [words('request.warn.destroyed')] : []),
      ...change.warnings,
      ...(isTaproot(request, address) ? [words('request.warn.mayBeInscribed')] : []),
      ...heldWarnings({ given: amount, held: balance, token: symbol }),
      ...(balance !== undefined && amount > balance
        ? [words('request.warn.tooLittle', { balance: coins(balance) })]
        : []),
    ],
    isDeliberate: isLost || change.warnings.length > 0,
  }
}

/**
 * Describes what is left of a transfer, where it doesn't go to one of the wallet's own addresses: at most all that the
 * account has more.
 */
function restOf({
  account,
  changeAddress = account,
  amount,
  balance,
  coins,
  request: { others = [] },
}: Pick<AskedTransfer, 'account' | 'changeAddress' | 'amount'> & {
  readonly balance: bigint | undefined
  readonly coins: (value: bigint) => string
  readonly request: DescribedRequest
}): Pick<ShownRequest, 'facts' | 'warnings'> {
  if ([account, ...others.map(({ address }) => address)].includes(changeAddress)) return { facts: [], warnings: [] }
  const left = balance !== undefined && balance > amount ? coins(balance - amount) : words('request.unknown')
  return {
    facts: [{ label: words('request.restAtMost'), value: left }, code('request.to', changeAddress)],
    warnings: [words('request.warn.restElsewhere')],
  }
}

/** Whether a wallet pays from a Taproot address and has no other for what is inscribed. */
function isTaproot({ network, others = [] }: DescribedRequest, address: string): boolean {
  const { parameters } = bitcoinChain(network.chainId) ?? {}
  const script = parameters && scriptOf({ address, parameters })
  return script?.[0] === 0x51 && !others.some(({ type }) => type === 'ordinal')
}

async function describePsbt({
  request: { network, others = [], now },
  asked: { account, psbt, signInputs, broadcast: isSent },
  parameters,
}: {
  readonly request: DescribedRequest
  readonly asked: AskedPsbt
  readonly parameters: BitcoinParameters
}): Promise<ShownRequest | undefined> {
  const transaction = openedOrNone(psbt)
  const ordinals = others.find(({ type }) => type === 'ordinal')?.address ?? account
  const own = byScript([account, ...others.map(({ address }) => address)], { parameters, ordinals })
  const signs = transaction && signedInputs({ transaction, signInputs, own })
  if (!transaction || !signs) return undefined
  const addresses = [...new Set([account, ...signs.map(({ address }) => address)])]
  const [usualRate, locks, ...lists] = await Promise.all([
    reading(feeRate(network)),
    locksOf({ transaction, network, now }),
    ...addresses.map((address) => reading(unspentOf({ ...network, address }))),
  ])
  const unspent = lists.flatMap((list) => list ?? [])
  const isRead = lists.every((list) => list !== undefined)
  const held = isRead ? unspent.reduce((sum, { value }) => sum + value, 0n) : undefined
  const inputs = readInputs({ transaction, signs, own, unspent })
  const paid = { payment: { address: account }, ordinals: { address: ordinals } }
  return readPayment({ transaction, inputs, own, account: paid, held, network, parameters, usualRate, isSent, locks })
}

function openedOrNone(psbt: Uint8Array): Transaction | undefined {
  try {
    return openPsbt(psbt)
  } catch (error) {
    if (error instanceof UnreadableRequestError) return undefined
    throw error
  }
}

function byScript(
  addresses: readonly string[],
  { parameters, ordinals }: { readonly parameters: BitcoinParameters; readonly ordinals: string },
): ReadonlyMap<string, KnownAddress> {
  const [payment] = addresses
  return new Map(
    addresses.flatMap((address) => {
      const script = scriptOf({ address, parameters })
      const intention = address === ordinals && address !== payment ? 'ordinal' : 'payment'
      return script ? [[bytesToHex(script), { address, intention }] as const] : []
    }),
  )
}

interface SignedInput {
  readonly index: number
  readonly address: string
  readonly sighash: number
}

/** The inputs that are to be signed, with what each signature binds: what the PSBT itself asks for. None where one is named that isn't the wallet's. */
function signedInputs({
  transaction,
  signInputs,
  own,
}: Pick<AskedPsbt, 'signInputs'> & {
  readonly transaction: Transaction
  readonly own: ReadonlyMap<string, KnownAddress>
}): readonly SignedInput[] | undefined {
  const all = Array.from({ length: transaction.inputsLength }, (_, index) => {
    const spent = previousOutput({ transaction, index })
    const address = spent && own.get(bytesToHex(spent.script))?.address
    const { sighashType: sighash = SigHash.ALL } = transaction.getInput(index)
    return { index, address, sighash }
  })
  const found = all.flatMap(({ address, ...input }) => (address === undefined ? [] : [{ ...input, address }]))
  if (signInputs.length === 0) return found.length > 0 ? found : undefined
  const named = signInputs.flatMap(({ index, address, sighashTypes = [] }) => {
    // Wallets go by the PSBT, or by the request: what leaves something open in either is taken to do so.
    const open = sighashTypes.find((each) => !binding.includes(each))
    const asked = found.filter((each) => each.index === index && each.address === address)
    return asked.map((each) =>
      open === undefined || !binding.includes(each.sighash) ? each : { ...each, sighash: open },
    )
  })
  return named.length === signInputs.length ? named : undefined
}

export const bitcoinReader: RequestReader = {
  // No node carries a transaction of Bitcoin out without its signatures: what it moves stands in it.
  carriedOut: () => undefined,
  describe: describeBitcoin,
  isWorse,
}
