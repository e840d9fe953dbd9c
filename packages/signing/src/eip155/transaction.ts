import { isEmptyHex, noBytes, readTypedAmount } from '@foyer/core/chain'
import type { WalletNetwork } from '@foyer/core/words'
import * as v from 'valibot'
import { numberOf } from '../contracts/chainNumber.js'
import { readGasPrice } from '../contracts/nodeReads.js'
import type { PreparedRequest, SigningAccount } from '../family.js'
import { stranger, unfit } from '../prepare.js'
import { knowing, recheckOf, withSimulation } from '../readSimulation.js'
import { remembering } from '../reads.js'
import { words } from '../sentences.js'
import { balanceOf, feeOf, fillAnyway } from './chain.js'
import { type Context, granted } from './context.js'
import { gasOf, judgeFee, namesFee } from './fees.js'
import { promisedBy, sending } from './flow.js'
import { forbiddenCall } from './forbiddenCall.js'
import { mostGivenWarnings } from './mostGiven.js'
import { signedTransaction, transactionPayload } from './payloads.js'
import { readOne } from './readCalls.js'
import { readTransaction } from './readTransaction.js'
import { type AskedTransaction, TransactionParams } from './requestParams.js'
import { type Keep, sendSigned } from './sendSigned.js'
import { approvalOf } from './tokenCalls.js'
import { askedAgain, freeNonce, hasToWait, inTurn, isOvertaken, takesPlace } from './turn.js'

/** `eth_sendTransaction`, and `eth_signTransaction`. */
export async function transaction(context: Context, isSent: boolean): Promise<PreparedRequest> {
  const { network } = context
  const { success, output } = v.safeParse(TransactionParams, context.params)
  if (!success) return unfit()
  const [asked] = output
  const account = granted(context, asked.from)
  if (!account) return stranger
  if (asked.chainId !== undefined && Number(asked.chainId) !== numberOf(network.chainId)) {
    return unfit(`The transaction is for the chain ${asked.chainId}, not for ${network.name}.`)
  }
  const forbidden = forbiddenCall(asked, account.address)
  if (forbidden) return unfit(forbidden)
  return prepareTransaction({ context, account, asked, isSent })
}

export const secondsNow = (): bigint => BigInt(Math.floor(Date.now() / 1_000))

export interface Sending {
  readonly context: Context
  readonly account: SigningAccount
  readonly asked: AskedTransaction
  readonly isSent: boolean
  /** Keeps what is about to be sent. */
  readonly keep?: Keep | undefined
}

/** A transaction as it is shown, and sent. */
export async function prepareTransaction({ context, account, asked, isSent, keep }: Sending): Promise<PreparedRequest> {
  const network = remembering(context.network)
  // What the account has pending changes meanwhile, and isn't remembered.
  const turns = { network: context.network, from: asked.from }
  const { carriedOut, find } = createFinding({ context, asked, network })
  const [filling, balance, first] = await Promise.all([
    fillAnyway({ network, asked: { ...asked, nonce: asked.nonce ?? (await freeNonce(turns)) } }),
    balanceOf({ network, address: asked.from }),
    find(),
  ])
  const anew = (other: AskedTransaction) => prepareTransaction({ context, account, asked: other, isSent, keep })
  const filled = filling.transaction
  const payload = transactionPayload(filled)
  const { nonce } = filled
  const [waits, replaces] = await Promise.all([
    isSent && hasToWait({ ...turns, nonce }),
    asked.nonce !== undefined && takesPlace({ ...turns, nonce }),
  ])
  const shownBy = (found: Found) => sayTransaction(found, { asked, isSent, network, filling, balance, waits, replaces })
  const recheckBy = ({ simulation }: Found) => recheckOf({ simulation, carriedOut, anew: () => anew(asked) })
  // A slow node may say only later what there is to take.
  let limitless = first.call?.limitless
  let recheck = recheckBy(first)
  return {
    kind: 'ask',
    shown: shownBy(first),
    // The same transaction, by what is answered by then.
    async describe() {
      const found = await find()
      if (found.simulation !== first.simulation) recheck = recheckBy(found)
      limitless = found.call?.limitless ?? limitless
      return shownBy(found)
    },
    payloads: [payload],
    async recheck() {
      // A number that the page gave is its own.
      const isOther = asked.nonce === undefined && (await isOvertaken({ ...turns, nonce }))
      return isOther ? askedAgain(await anew(asked)) : recheck()
    },
    // The visitor's own choice: it is shown, and approved, as any other request is [F13].
    async limitTo(amount: string) {
      if (!limitless) return anew(asked)
      const { spender, decimals } = limitless
      const read = readTypedAmount({ text: amount, decimals })
      return anew(read ? { ...asked, data: approvalOf(spender, read.value) } : asked)
    },
    // The very transaction that was shown, with its fee and its nonce [F13].
    async perform() {
      const signed = signedTransaction({ transaction: filled, signature: await account.sign(payload) })
      if (!isSent) return signed
      const numbered = { ...turns, nonce }
      return inTurn({ ...numbered, waits, signal: context.host.signal }, () =>
        sendSigned({ ...numbered, signed }, keep),
      )
    },
  }
}

interface Finding extends Pick<Sending, 'context' | 'asked'> {
  /** With what was read of it already. */
  readonly network: WalletNetwork
}

type Found = Awaited<ReturnType<ReturnType<typeof createFinding>['find']>>

/** The findings about a transaction: more of them each time, where a node is slow. */
function createFinding({ context: { host }, asked, network }: Finding) {
  const { to, from, value = 0n, data = noBytes } = asked
  const { simulate, descriptorsOf } = host.outside?.({ network, address: from }) ?? {}
  const carriedOut = () => simulate?.({ calls: [{ to, value: `${value}`, data }], isAtomic: true })
  const reading = (on: WalletNetwork) =>
    to && !isEmptyHex(data)
      ? readOne({ to, from, value, data, network: on, descriptorsOf, now: secondsNow() })
      : undefined
  const find = async () => {
    const [read, simulation, gasPrice] = await Promise.all([
      reading(network),
      carriedOut(),
      namesFee(asked) ? readGasPrice(network) : undefined,
    ])
    const on = knowing(network, simulation)
    const call = on === network ? read : await reading(on)
    const moves = isEmptyHex(data) ? sending({ value, to, from, network }) : call?.flow
    // What a contract is created with is given, whatever its code does.
    const given = to ? moves : sending({ value, to, from, network })
    return { call, moves, most: await mostGivenWarnings({ moves: given, from, network }), simulation, gasPrice }
  }
  return { carriedOut, find }
}

interface Said extends Pick<Sending, 'asked' | 'isSent'> {
  readonly network: WalletNetwork
  readonly filling: Awaited<ReturnType<typeof fillAnyway>>
  readonly balance: Awaited<ReturnType<typeof balanceOf>>
  /** Another one of the account's goes before it. */
  readonly waits: boolean
  /** It takes another one's place. */
  readonly replaces: boolean
}

/** Says what a transaction does, by what is found out about it. */
function sayTransaction({ call, moves, most, simulation, gasPrice }: Found, of: Said) {
  const { asked, isSent, network, filling, balance, waits, replaces } = of
  const { transaction: filled, isExpectedToFail, estimate } = filling
  const { decimals } = network.currency
  const { isHigh } = judgeFee({ asked, gas: gasOf(simulation) ?? estimate, gasPrice, decimals })
  const shown = readTransaction({
    ...{ transaction: filled, fee: feeOf(filled), isFeeHigh: isHigh, isExpectedToFail, network, balance },
    ...{ call, isSent },
  })
  return withSimulation({
    shown: {
      ...shown,
      warnings: [
        ...shown.warnings,
        ...most,
        ...(waits ? [words('request.warn.waits')] : []),
        ...(replaces ? [words('request.warn.replaces')] : []),
      ],
    },
    ...{ simulation, network, isRead: isEmptyHex(asked.data ?? noBytes) || call !== undefined },
    promised: moves && promisedBy(moves),
  })
}
