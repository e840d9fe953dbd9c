import type { WalletNetwork } from '@foyer/core/words'
import * as v from 'valibot'
import { isAddress } from 'viem'
import { numberOf } from '../contracts/chainNumber.js'
import type { Batches, KeptBatch, PreparedRequest } from '../family.js'
import { stranger, unfit } from '../prepare.js'
import { words } from '../sentences.js'
import { refused, without } from './batch.js'
import { BatchIdParams, CapabilitiesParams } from './batchParams.js'
import { rawReceipt } from './chain.js'
import { type Context, granted } from './context.js'
import { delegateOf, isOwnOrNone, standingOf } from './standing.js'

interface FoundBatch {
  readonly batch: KeptBatch
  readonly batches: Batches
  readonly network: WalletNetwork
}

/** The batch that a request names: one of this application's, for an account of its session. */
async function batchOf(context: Context): Promise<FoundBatch | PreparedRequest> {
  const { success, output: id } = v.safeParse(BatchIdParams, context.params)
  const { batches } = context.host
  if (!batches) return without
  if (!success) return unfit()
  const batch = await batches.get(id)
  const network = batch && context.host.network(batch.chainId)
  return batch && network && granted(context, batch.from) ? { batch, batches, network } : refused(5730)
}

/** `wallet_getCallsStatus` (EIP-5792). */
export async function callsStatus(context: Context): Promise<PreparedRequest> {
  const found = await batchOf(context)
  return 'kind' in found ? found : { kind: 'answer', result: await statusOf(found) }
}

async function statusOf({ batch, batches, network }: FoundBatch) {
  const { id, chainId, atomic, hashes, isOver } = batch
  const found = await Promise.all(hashes.map((hash) => rawReceipt({ network, hash })))
  const receipts = found.filter((receipt) => receipt !== undefined)
  const isIdle = await hadNoCode({ batch, batches, network, blockNumber: receipts[0]?.blockNumber })
  const reverted = isIdle ? receipts.length : receipts.filter(({ status }) => status !== '0x1').length
  const ended = hashes.length === 0 ? 400 : reverted === 0 ? 200 : reverted === receipts.length ? 500 : 600
  const status = isOver && receipts.length === hashes.length ? ended : 100
  return { version: '2.0.0', id, chainId: hexOf(chainId), atomic, status, receipts }
}

/** Whether a transaction was mined while its account hadn't the code that was to carry it out: it succeeds then, and nothing of it is done. Looked at once. */
async function hadNoCode({
  batch,
  batches,
  network,
  blockNumber,
}: FoundBatch & { readonly blockNumber: string | undefined }): Promise<boolean> {
  const { from: address, delegate, hadCode } = batch
  if (delegate === undefined || blockNumber === undefined || !isAddress(address)) return false
  if (hadCode !== undefined) return !hadCode
  const of = { network, address, delegate }
  // Of an old block a node may know nothing any more.
  const { is } = await standingOf({ ...of, blockNumber: BigInt(blockNumber) }).catch(() => standingOf(of))
  await batches.set({ ...batch, hadCode: is === 'switched' })
  return is !== 'switched'
}

const hexOf = (chainId: string): string => `0x${numberOf(chainId).toString(16)}`

/** `wallet_showCallsStatus` (EIP-5792): shown as a request is. */
export async function showCallsStatus(context: Context): Promise<PreparedRequest> {
  const found = await batchOf(context)
  if ('kind' in found) return found
  const { status } = await statusOf(found)
  const state = status === 100 ? 'pending' : status === 200 ? 'done' : status === 600 ? 'partly' : 'failed'
  return {
    kind: 'ask',
    shown: {
      title: words('request.batch'),
      act: words('request.act.close'),
      facts: [
        { label: words('request.what'), value: words(`request.batch.${state}`) },
        { label: words('request.network'), value: found.network.name },
        ...found.batch.hashes.map((hash, index) => ({
          label: words('request.transaction', { number: `${index + 1}` }),
          value: hash,
          isCode: true,
        })),
      ],
      warnings: [],
      isDeliberate: false,
    },
    payloads: [],
    perform: async () => null,
  }
}

/** `wallet_getCapabilities` (EIP-5792): calls are carried out as one where the network has the code for it, which the account may have to get first. */
export async function capabilities(context: Context): Promise<PreparedRequest> {
  const { success, output } = v.safeParse(CapabilitiesParams, context.params)
  if (!success) return unfit()
  const { address = context.addresses[0] ?? '', chains } = output
  if (!granted(context, address)) return stranger
  const asked = context.host
    .networks()
    .filter(({ chainId }) => chainId.startsWith('eip155:') && (chains?.includes(chainId) ?? true))
  const entries = asked.map(async (network) => {
    const status = await atomicOn({ context, network, address })
    return [hexOf(network.chainId), { atomic: { status } }] as const
  })
  return { kind: 'answer', result: Object.fromEntries(await Promise.all(entries)) }
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
}): Promise<'supported' | 'ready' | 'unsupported'> {
  const delegate = context.host.batches?.asOne ? delegateOf(network) : undefined
  if (!delegate || !isAddress(address)) return 'unsupported'
  const standing = await standingOf({ network, address, delegate }).catch(() => undefined)
  if (standing?.is === 'switched') return 'supported'
  return standing && isOwnOrNone(standing) ? 'ready' : 'unsupported'
}
