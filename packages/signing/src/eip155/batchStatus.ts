import type { WalletNetwork } from '@foyer/core/words'
import * as v from 'valibot'
import { isAddress, isHash, type RpcTransactionReceipt } from 'viem'
import { numberOf } from '../contracts/chainNumber.js'
import type { Batches, KeptBatch, PreparedRequest } from '../family.js'
import { stranger, unfit } from '../prepare.js'
import { words } from '../sentences.js'
import type { Sponsoring } from '../sponsoring.js'
import { refused, without } from './batch.js'
import { BatchIdParams, CapabilitiesParams } from './batchParams.js'
import { blockNumberOf, isKnownTo, minedOf, rawReceipt } from './chain.js'
import { type Context, granted } from './context.js'
import { paymasterService } from './paymaster.js'
import { ableStanding, addressOf, delegateOf, standingOf } from './standing.js'

/** The result of `wallet_getCallsStatus`. */
interface BatchStatus {
  readonly version: string
  readonly id: string
  readonly chainId: string
  readonly atomic: boolean
  readonly status: number
  readonly receipts: readonly RpcTransactionReceipt[]
}

interface FoundBatch {
  readonly batch: KeptBatch
  readonly sponsoring: Sponsoring | undefined
  readonly batches: Batches
  readonly network: WalletNetwork
}

/** The batch that a request names: one of this application's, for an account of its session. */
async function batchOf(context: Context): Promise<FoundBatch | PreparedRequest> {
  const { success, output: id } = v.safeParse(BatchIdParams, context.params)
  const { batches, sponsoring } = context.host
  if (!batches) return without
  if (!success) return unfit()
  const batch = await batches.get(id)
  const network = batch && context.host.network(batch.chainId)
  return batch && network && granted(context, batch.from) ? { batch, batches, network, sponsoring } : refused(5730)
}

/** `wallet_getCallsStatus` (EIP-5792). */
export async function callsStatus(context: Context): Promise<PreparedRequest> {
  const found = await batchOf(context)
  return 'kind' in found ? found : { kind: 'answer', result: await statusOf(found) }
}

async function statusOf(found: FoundBatch): Promise<BatchStatus> {
  const { batch, network } = found
  const { hashes, isOver, operation, underwayUntil, count = hashes.length } = batch
  const of = headOf(batch)
  if (operation !== undefined) return sponsoredStatus(found, operation)
  const all = await Promise.all(hashes.map((hash) => rawReceipt({ network, hash })))
  const receipts = all.filter((receipt) => receipt !== undefined)
  const isIdle = await hadNoCode({ ...found, blockNumber: receipts[0]?.blockNumber })
  // Until the node says what stood there, it isn't known whether anything was done.
  if (isIdle === undefined) return { ...of, status: 100, receipts }
  const reverted = isIdle ? receipts.length : receipts.filter(({ status }) => status !== '0x1').length
  // Of calls in turn another page sends no more by then, if it is there at all.
  const isEnded = isOver || (underwayUntil !== undefined && Date.now() >= underwayUntil)
  const isWhole = isEnded && receipts.length === hashes.length
  if (!isWhole && !(await isReplaced(found))) return { ...of, status: 100, receipts }
  return { ...of, status: statusBy({ receipts: receipts.length, reverted, count }), receipts }
}

/** The end of a batch of which nothing more comes. */
function statusBy({
  receipts,
  reverted,
  count,
}: Readonly<Record<'receipts' | 'reverted' | 'count', number>>): 200 | 400 | 500 | 600 {
  if (receipts === 0) return 400
  if (reverted === receipts) return 500
  return reverted === 0 && receipts === count ? 200 : 600
}

/** Whether another transaction of the account has the number of its last one, and no node will have that one any more. */
async function isReplaced({ batch: { hashes, nonce, from }, network }: FoundBatch): Promise<boolean> {
  const hash = hashes.at(-1)
  if (nonce === undefined || !hash || !isHash(hash)) return false
  const mined = await minedOf({ network, address: addressOf(from) })
  return mined >= nonce + hashes.length && !(await isKnownTo({ network, hash }))
}

/** Of an operation that others pay for: its calls may fail in a transaction that doesn't. */
async function sponsoredStatus({ batch, network, sponsoring }: FoundBatch, operation: string): Promise<BatchStatus> {
  const outcome = (await sponsoring?.read(operation, network.chainId)) ?? { is: 'pending' }
  const receipt = outcome.is === 'mined' ? await rawReceipt({ network, hash: outcome.transaction }) : undefined
  const of = headOf(batch)
  const isDropped = outcome.is === 'dropped' || (outcome.is === 'unknown' && (await isOver({ batch, network })))
  if (outcome.is !== 'mined' || !receipt) return { ...of, status: isDropped ? 400 : 100, receipts: [] }
  const { succeeded } = outcome
  return { ...of, status: succeeded ? 200 : 500, receipts: [succeeded ? receipt : { ...receipt, status: '0x0' }] }
}

/** Whether an operation that isn't known to who was to send it won't be carried out: it may be on its way, or in others' hands, until its own time is over. */
async function isOver({ batch, network }: Pick<FoundBatch, 'batch' | 'network'>): Promise<boolean> {
  const { underwayUntil = 0 } = batch
  if (Date.now() < underwayUntil) return false
  const { isOperationOver } = await import('./operationOver.js')
  return isOperationOver({ batch, network, after: underwayUntil })
}

/** Of so many blocks every node knows what stood where; of older ones not each does. */
const keptBlocks = 120n

/** Whether a transaction was mined while its account hadn't the code that was to carry it out: it succeeds then, and nothing of it is done. Looked at once; undefined where the node doesn't say yet. */
async function hadNoCode({
  batch,
  batches,
  network,
  blockNumber,
}: FoundBatch & { readonly blockNumber: string | undefined }): Promise<boolean | undefined> {
  const { from: address, delegate, hadCode } = batch
  if (delegate === undefined || blockNumber === undefined || !isAddress(address)) return false
  if (hadCode !== undefined) return !hadCode
  const of = { network, address, delegate, blockNumber: BigInt(blockNumber) }
  const then = await standingOf(of).catch(() => undefined)
  if (!then) {
    // Of an old block a node may know nothing any more, and what stands there now says nothing of then.
    const head = await blockNumberOf(network).catch(() => undefined)
    return head !== undefined && head - of.blockNumber > keptBlocks ? false : undefined
  }
  await batches.set({ ...batch, hadCode: then.is === 'switched' })
  return then.is !== 'switched'
}

const headOf = ({ id, chainId, atomic }: KeptBatch) => ({ version: '2.0.0', id, chainId: hexOf(chainId), atomic })

const hexOf = (chainId: string): string => `0x${numberOf(chainId).toString(16)}`

/** `wallet_showCallsStatus` (EIP-5792): shown as a request is. */
export async function showCallsStatus(context: Context): Promise<PreparedRequest> {
  const found = await batchOf(context)
  if ('kind' in found) return found
  const { status, receipts } = await statusOf(found)
  const state = status === 100 ? 'pending' : status === 200 ? 'done' : status === 600 ? 'partly' : 'failed'
  return {
    kind: 'ask',
    shown: {
      title: words('request.batch'),
      act: words('request.act.close'),
      facts: [
        { label: words('request.what'), value: words(`request.batch.${state}`) },
        { label: words('request.network'), value: found.network.name },
        ...(found.batch.operation ? receipts.map((each) => each.transactionHash) : found.batch.hashes).map(
          (hash, index) => ({
            label: words('request.transaction', { number: `${index + 1}` }),
            value: hash,
            isCode: true,
          }),
        ),
      ],
      warnings: [],
      isDeliberate: false,
      isNotice: true,
    },
    payloads: [],
    perform: async () => null,
  }
}

/** `wallet_getCapabilities` (EIP-5792): calls are carried out as one where the network has the code for it, which the account may have to get first; elsewhere there is no entry of that. */
export async function capabilities(context: Context): Promise<PreparedRequest> {
  const { success, output } = v.safeParse(CapabilitiesParams, context.params)
  if (!success) return unfit()
  const { address = context.addresses[0] ?? '', chains } = output
  if (!granted(context, address)) return stranger
  const asked = context.host
    .networks()
    .filter(({ chainId }) => chainId.startsWith('eip155:') && (chains?.includes(chainId) ?? true))
  const isPaid = paidOn({ context, asked })
  const entries = asked.map(async (network) => {
    const status = await atomicOn({ context, network, address })
    if (!status) return [hexOf(network.chainId), {}] as const
    const isFree = (await isPaid).includes(network.chainId)
    const paid = isFree ? { [paymasterService]: { supported: true } } : {}
    return [hexOf(network.chainId), { atomic: { status }, ...paid }] as const
  })
  return { kind: 'answer', result: Object.fromEntries(await Promise.all(entries)) }
}

/** The networks of those that were asked about on which others pay; where no account can be smart no server is asked. */
async function paidOn({
  context: { host },
  asked,
}: {
  readonly context: Context
  readonly asked: readonly WalletNetwork[]
}): Promise<readonly string[]> {
  const isSmart = host.batches?.asOne === true && asked.some((network) => delegateOf(network) !== undefined)
  return isSmart ? ((await host.sponsoring?.networks()) ?? []) : []
}

/** A network whose node doesn't answer carries nothing out as things stand, and the others are said all the same. */
async function atomicOn({
  context,
  network,
  address,
}: {
  readonly context: Context
  readonly network: WalletNetwork
  readonly address: string
}): Promise<'supported' | 'ready' | undefined> {
  const delegate = context.host.batches?.asOne ? delegateOf(network) : undefined
  if (!delegate || !isAddress(address)) return undefined
  const standing = await ableStanding({ network, address, delegate }).catch(() => undefined)
  if (!standing) return undefined
  return standing.is === 'switched' ? 'supported' : 'ready'
}
