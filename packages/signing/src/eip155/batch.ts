import * as v from 'valibot'
import type { Address, Hex } from 'viem'
import { executing } from '../executing.js'
import type { Batches, PreparedRequest, SigningAccount } from '../family.js'
import { refuse, stranger, unfit } from '../prepare.js'
import { recheckOf } from '../readSimulation.js'
import type { Unpaid } from '../sponsoring.js'
import type { Switching } from '../switching.js'
import { type Asking, keptOf, outsideOf, result, simulable } from './asking.js'
import { type AskedBatch, type BatchCall, SendCallsParams } from './batchParams.js'
import { balanceOf, type FilledTransaction, feeOf, fillAnyway } from './chain.js'
import { type Context, granted } from './context.js'
import { forbiddenCall } from './forbiddenCall.js'
import { signedSwitching, signedTransaction, switchingOf, transactionPayload } from './payloads.js'
import { type Paymaster, paymasterOf, paymasterService } from './paymaster.js'
import { readBatch } from './readBatch.js'
import { type Keep, sendSigned } from './sendSigned.js'
import { ableStanding, addressOf, delegateOf, type Standing } from './standing.js'
import { prepareTransaction } from './transaction.js'
import { askedAgain, freeNonce, hasToWait, inTurn, isOvertaken } from './turn.js'

/** More calls than these aren't read. */
const mostCalls = 20

const messages = {
  5700: 'The wallet doesn’t have a capability that is required.',
  5710: 'The batch is for another chain than the request.',
  5720: 'There is a batch with this id already.',
  5730: 'There is no batch with this id.',
  5740: `A batch has at most ${mostCalls} calls here.`,
  5760: 'The wallet can’t carry the calls out as one on this network.',
} as const

export const refused = (code: keyof typeof messages): PreparedRequest => refuse({ code, message: messages[code] })

/** This wallet takes no batches. */
export const without: PreparedRequest = refuse({ code: 4200, message: 'The wallet doesn’t have this method.' })

/** `wallet_sendCalls` (EIP-5792): as others pay for the calls, where the application asks for that and they do; else with the account's own fee. */
export async function sendCalls(context: Context): Promise<PreparedRequest> {
  const { host, addresses } = context
  const { batches } = host
  const { success, output: batch } = v.safeParse(SendCallsParams, context.params)
  if (!batches) return without
  if (!success) return unfit()
  const account = granted(context, batch.from ?? addresses[0] ?? '')
  if (!account) return stranger
  const refusal = await refusalOf({ batch, batches, context })
  if (refusal) return refused(refusal)
  const forbidden = batch.calls.flatMap((call) => forbiddenCall(call, account.address) ?? [])[0]
  if (forbidden) return unfit(forbidden)
  const asking: Asking = {
    ...{ context, batch, from: addressOf(account.address), batches, account, id: batch.id ?? newId() },
    anew: () => sendCalls(context),
  }
  return once(asking, await inItsWay(asking))
}

/** A batch of one id is carried out once, however often it is asked for at a time. */
function once({ batch: { id }, batches }: Asking, prepared: PreparedRequest): PreparedRequest {
  if (prepared.kind !== 'ask' || id === undefined) return prepared
  return {
    ...prepared,
    recheck: async () => ((await batches.get(id)) ? refused(5720) : prepared.recheck?.()),
  }
}

async function inItsWay(asking: Asking): Promise<PreparedRequest> {
  const paymaster = paymasterOf(asking.batch)
  if (!paymaster) return byOwnFee(asking)
  const sponsored = await bySponsor(asking, paymaster)
  if (typeof sponsored !== 'string') return sponsored
  if (sponsored !== 'absent') return inItsPlace(asking)
  return paymaster.isOptional ? byOwnFee(asking) : refused(5700)
}

/** The calls as others pay for them; or that they don't. */
async function bySponsor(asking: Asking, { token, named: paymaster }: Paymaster): Promise<PreparedRequest | Unpaid> {
  const { context, batches, from: address } = asking
  const { network, host } = context
  const delegate = batches.asOne ? delegateOf(network) : undefined
  if (!host.sponsoring || !delegate) return 'absent'
  const standing = await ableStanding({ network, address, delegate })
  if (!standing) return 'absent'
  const { askSponsored } = await import('./askSponsored.js')
  const { sponsoring } = host
  return askSponsored({
    ...{ ...asking, sponsoring, token, paymaster, delegate, standing },
    byOwnFee: () => inItsPlace(asking),
  })
}

/** Asks once more, with the account's own fee, which is said, for a request that was to be free. */
async function inItsPlace(asking: Asking): Promise<PreparedRequest> {
  const { saysOwnFee } = await import('./askSponsored.js')
  const anew = () => byOwnFee({ ...asking, anew })
  return saysOwnFee(await anew())
}

/** One call is a transaction; several are one where the network has the code for it, else they go one after the other, where they needn't be one. */
async function byOwnFee(asking: Asking): Promise<PreparedRequest> {
  const { context, batch, batches, from: address } = asking
  const { network } = context
  const [first, ...others] = batch.calls
  if (first && others.length === 0) return askAlone(asking, first)
  const delegate = batches.asOne ? delegateOf(network) : undefined
  const standing = delegate && (await ableStanding({ network, address, delegate }))
  if (delegate && standing) return askAsOne({ ...asking, delegate, standing })
  if (batch.atomicRequired) return refused(5760)
  const { askInTurn } = await import('./askInTurn.js')
  return askInTurn(asking)
}

async function refusalOf({
  batch: { id, chainId, calls, capabilities },
  batches,
  context,
}: {
  readonly batch: AskedBatch
  readonly batches: Batches
  readonly context: Context
}): Promise<keyof typeof messages | undefined> {
  if (chainId !== undefined && chainId !== context.network.chainId) return 5710
  if (calls.length > mostCalls) return 5740
  if (id !== undefined && (await batches.get(id))) return 5720
  // It has `atomic`, which isn't asked for by name, and for a batch as a whole `paymasterService`.
  const { [paymasterService]: _paymaster, ...ofBatch } = capabilities
  const unread =
    Object.hasOwn(capabilities, paymasterService) && !paymasterOf({ capabilities })
      ? [capabilities[paymasterService]]
      : []
  const others = [ofBatch, ...calls.map((call) => call.capabilities)].flatMap((each) => Object.values(each))
  const asked = [...unread, ...others]
  return asked.some((value) => !v.is(v.object({ optional: v.literal(true) }), value)) ? 5700 : undefined
}

const newId = (): string => `0x${crypto.randomUUID().replaceAll('-', '')}${crypto.randomUUID().replaceAll('-', '')}`

/** One call, as the transaction that it is. */
async function askAlone(asking: Asking, { to, value, data }: BatchCall): Promise<PreparedRequest> {
  const { context, account, from, batches } = asking
  const keeping = (prepared: PreparedRequest): PreparedRequest => {
    if (prepared.kind !== 'ask') return prepared
    const { recheck, limitTo, perform } = prepared
    return {
      ...prepared,
      async recheck() {
        const again = await recheck?.()
        return again && keeping(again)
      },
      ...(limitTo && { limitTo: async (amount: string) => keeping(await limitTo(amount)) }),
      async perform() {
        await perform()
        return result(asking)
      },
    }
  }
  const keep: Keep = (sent) => batches.set({ ...keptOf(asking), ...sent })
  return keeping(await prepareTransaction({ context, account, asked: { from, to, value, data }, isSent: true, keep }))
}

interface AskingAsOne extends Asking {
  readonly delegate: Address
  readonly standing: Standing
}

/** Several calls as one transaction of the account to itself, which switches it to the delegate's code where it isn't yet. */
async function askAsOne(asking: AskingAsOne): Promise<PreparedRequest> {
  const { context, batch, from, delegate, standing } = asking
  const { network, host } = context
  const isSwitched = standing.is === 'switched'
  const { simulate, descriptorsOf } = outsideOf(asking)
  const carriedOut = () => simulate?.({ calls: simulable(batch), isAtomic: true })
  const data = executing(batch.calls)
  const [filled, balance, simulation] = await Promise.all([
    fillAnyway({
      network,
      asked: { from, to: from, data, nonce: await freeNonce({ network, from }) },
      ...(isSwitched ? {} : { code: delegate }),
    }),
    balanceOf({ network, address: from }),
    carriedOut(),
  ])
  const { transaction } = filled
  const { nonce } = transaction
  const waits = await hasToWait({ network, from, nonce, isSwitching: !isSwitched })
  const shown = await readBatch({
    ...{ batch, from, network, balance, fee: feeOf(transaction), waits },
    switchesTo: isSwitched ? undefined : delegate,
    ...{ isExpectedToFail: filled.isExpectedToFail, simulation, descriptorsOf },
  })
  const { anew } = asking
  const recheck = recheckOf({ simulation, carriedOut, anew })
  return {
    kind: 'ask',
    shown,
    payloads: [payloadOf({ transaction, delegate, isSwitched })],
    async recheck() {
      const [isOther, now] = await Promise.all([
        isOvertaken({ network, from, nonce }),
        ableStanding({ network, address: from, delegate }),
      ])
      return isOther || now?.is !== standing.is ? askedAgain(await anew()) : recheck()
    },
    async perform() {
      const signed = await signedAsOne({ transaction, delegate, isSwitched, account: asking.account })
      const numbered = { network, from, nonce }
      const keep: Keep = (sent) => asking.batches.set({ ...keptOf(asking), delegate, ...sent })
      await inTurn({ ...numbered, waits, signal: host.signal }, () => sendSigned({ ...numbered, signed }, keep))
      return result(asking)
    },
  }
}

interface AsOne {
  readonly transaction: FilledTransaction
  readonly delegate: Address
  readonly isSwitched: boolean
}

const payloadOf = ({ transaction, delegate, isSwitched }: AsOne): Uint8Array | Switching =>
  isSwitched ? transactionPayload(transaction) : switchingOf({ transaction, delegate })

async function signedAsOne({ account, ...of }: AsOne & { readonly account: SigningAccount }): Promise<Hex> {
  const { transaction } = of
  const payload = payloadOf(of)
  if (!(payload instanceof Uint8Array)) return signedSwitching(payload, account)
  return signedTransaction({ transaction, signature: await account.sign(payload) })
}
