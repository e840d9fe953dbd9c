import * as v from 'valibot'
import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  isAddress,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import type { Batches, KeptBatch, PreparedRequest, SigningAccount } from '../family.js'
import { refuse, stranger, unfit } from '../prepare.js'
import { words } from '../sentences.js'
import {
  balanceOf,
  type FilledTransaction,
  fillAnyway,
  isDelegatedTo,
  numberOf,
  rawReceipt,
  send,
  untilMined,
} from './chain.js'
import { type Context, granted, isOfOwnCode, ownCode } from './context.js'
import { authorizationPayload, signedTransaction, transactionPayload } from './payloads.js'
import { readBatch } from './readBatch.js'
import { type AskedBatch, type BatchCall, BatchIdParams, CapabilitiesParams, SendCallsParams } from './requestParams.js'

/** More calls than these nobody reads. */
const mostCalls = 20

const messages = {
  5700: 'The wallet doesn’t have a capability that is required.',
  5710: 'The batch is for another chain than the request.',
  5720: 'There is a batch with this id already.',
  5730: 'There is no batch with this id.',
  5740: `A batch has at most ${mostCalls} calls here.`,
  5760: 'The wallet can’t carry the calls out as one on this network.',
} as const

const refused = (code: keyof typeof messages): PreparedRequest => refuse({ code, message: messages[code] })

/** This wallet takes no batches. */
const without: PreparedRequest = refuse({ code: 4200, message: 'The wallet doesn’t have this method.' })

/** `wallet_sendCalls` (EIP-5792): as one where the network has a contract for it, else one after the other, up to the first that is reverted. */
export async function sendCalls(context: Context): Promise<PreparedRequest> {
  const { network, host, addresses } = context
  const { success, output: batch } = v.safeParse(SendCallsParams, context.params)
  if (!host.batches) return without
  if (!success) return unfit()
  const account = granted(context, batch.from ?? addresses[0] ?? '')
  if (!account) return stranger
  const refusal = refusalOf({ batch, batches: host.batches, context })
  if (refusal) return refused(refusal)
  if (batch.calls.some((call) => isOfOwnCode(call, account.address))) return unfit(ownCode)
  const from = addressOf(account.address)
  const executor = batch.calls.length > 1 ? executorOf(context) : undefined
  const balance = balanceOf({ network, address: from })
  const common = { batch, from, network, batches: host.batches, account, id: batch.id ?? newId() }
  const { simulate, descriptorsOf } = host.outside?.({ network, address: from }) ?? {}
  const simulated = simulate?.({
    calls: batch.calls.map(({ to, value, data }) => ({ to, value: `${value}`, data })),
    isAtomic: executor !== undefined,
  })
  if (!executor) {
    const told = { whole: undefined, executor: undefined, isExpectedToFail: false, descriptorsOf }
    const shown = await readBatch({ ...common, ...told, balance: await balance, simulation: await simulated })
    return { kind: 'ask', shown, perform: () => performInTurn(common) }
  }
  const isUpgraded = await isDelegatedTo({ network, address: from, contract: executor })
  const filled = await fillBatch({ ...common, executor })
  const shown = await readBatch({
    ...{ batch, from, network, balance: await balance, whole: filled.transaction },
    ...{ executor: isUpgraded ? undefined : executor, isExpectedToFail: filled.isExpectedToFail },
    ...{ simulation: await simulated, descriptorsOf },
  })
  const { transaction } = filled
  return {
    kind: 'ask',
    shown,
    perform: () => performAsOne({ ...common, transaction, executor: isUpgraded ? undefined : executor }),
  }
}

function refusalOf({
  batch: { id, chainId, calls, capabilities, atomicRequired },
  batches,
  context,
}: {
  readonly batch: AskedBatch
  readonly batches: Batches
  readonly context: Context
}): keyof typeof messages | undefined {
  if (chainId !== undefined && chainId !== context.network.chainId) return 5710
  if (calls.length > mostCalls) return 5740
  if (id !== undefined && batches.get(id)) return 5720
  // It has none but `atomic`, which nobody asks for by name.
  const asked = [capabilities, ...calls.map((call) => call.capabilities)].flatMap((each) => Object.values(each))
  if (asked.some((value) => !v.is(v.object({ optional: v.literal(true) }), value))) return 5700
  if (atomicRequired && calls.length > 1 && !executorOf(context)) return 5760
  return undefined
}

const executorOf = ({ network }: Context): Address | undefined => {
  const { batchExecutor = '' } = network
  return isAddress(batchExecutor, { strict: false }) ? batchExecutor : undefined
}

const addressOf = (text: string): Address => {
  if (!isAddress(text)) throw new TypeError('An account has no address.')
  return text
}

const newId = (): string => `0x${crypto.randomUUID().replaceAll('-', '')}${crypto.randomUUID().replaceAll('-', '')}`

const executorAbi = parseAbi(['function execute(bytes32 mode, bytes executionData) payable'])
/** ERC-7821: a single batch without further data. */
const batchMode = `0x01${'00'.repeat(31)}` as const

interface Carrying {
  readonly batch: AskedBatch
  readonly from: Address
  readonly network: Context['network']
  readonly batches: Batches
  readonly account: SigningAccount
  readonly id: string
}

/** The batch as one transaction of the account to itself, as if it had the executor's code already. */
async function fillBatch({
  batch: { calls },
  from,
  network,
  executor,
}: Carrying & { readonly executor: Address }): Promise<{
  readonly transaction: FilledTransaction
  readonly isExpectedToFail: boolean
}> {
  const plain = calls.map(({ to, value, data }: BatchCall) => ({ to, value, data }))
  const executionData = encodeAbiParameters(parseAbiParameters('(address to, uint256 value, bytes data)[]'), [plain])
  const data = encodeFunctionData({ abi: executorAbi, functionName: 'execute', args: [batchMode, executionData] })
  return fillAnyway({ network, asked: { from, to: from, data }, code: executor })
}

const result = ({ version }: AskedBatch, id: string) => (version === '1.0' ? id : { id })

async function performAsOne({
  batch,
  network,
  batches,
  account,
  id,
  transaction,
  executor,
}: Carrying & { readonly transaction: FilledTransaction; readonly executor: Address | undefined }): Promise<unknown> {
  const authorization = executor && {
    address: executor,
    signature: await account.sign(authorizationPayload({ ...transaction, address: executor })),
  }
  const whole = { ...transaction, authorization }
  const signed = signedTransaction({ transaction: whole, signature: await account.sign(transactionPayload(whole)) })
  const hash = await send({ network, signed })
  batches.set({ id, chainId: network.chainId, atomic: true, hashes: [hash], isOver: true })
  return result(batch, id)
}

/** Answers once the first is sent; each of the others is sent once the one before has taken effect. */
async function performInTurn({ batch, from, network, batches, account, id }: Carrying): Promise<unknown> {
  let kept: KeptBatch = { id, chainId: network.chainId, atomic: false, hashes: [], isOver: false }
  const keep = (more: Partial<KeptBatch>) => {
    kept = { ...kept, ...more }
    batches.set(kept)
  }
  const sendOne = async ({ to, value, data }: BatchCall) => {
    const { transaction } = await fillAnyway({ network, asked: { from, to, value, data } })
    const signature = await account.sign(transactionPayload(transaction))
    const hash = await send({ network, signed: signedTransaction({ transaction, signature }) })
    keep({ hashes: [...kept.hashes, hash] })
    return hash
  }
  // Whatever ends it, the status says what stands.
  const end = () => keep({ isOver: true })
  const [first, ...others] = batch.calls
  if (!first) throw new TypeError('A batch has no calls.')
  const begun = sendOne(first)
  begun.then((hash) => sendOthers({ hash, others, network, sendOne })).then(end, end)
  await begun
  return result(batch, id)
}

async function sendOthers({
  hash,
  others,
  network,
  sendOne,
}: {
  readonly hash: Hex
  readonly others: readonly BatchCall[]
  readonly network: Context['network']
  readonly sendOne: (call: BatchCall) => Promise<Hex>
}): Promise<void> {
  let last = hash
  for (const call of others) {
    if ((await untilMined({ network, hash: last })) !== 'success') return
    last = await sendOne(call)
  }
}

/** `wallet_getCallsStatus` (EIP-5792). */
export async function callsStatus(context: Context): Promise<PreparedRequest> {
  const { success, output: id } = v.safeParse(BatchIdParams, context.params)
  if (!context.host.batches) return without
  if (!success) return unfit()
  const batch = context.host.batches.get(id)
  const network = batch && context.host.network(batch.chainId)
  if (!batch || !network) return refused(5730)
  return { kind: 'answer', result: await statusOf(batch, network) }
}

async function statusOf({ id, chainId, atomic, hashes, isOver }: KeptBatch, network: Context['network']) {
  const found = await Promise.all(hashes.map((hash) => rawReceipt({ network, hash })))
  const receipts = found.filter((receipt) => receipt !== undefined)
  const reverted = receipts.filter(({ status }) => status !== '0x1').length
  const ended = hashes.length === 0 ? 400 : reverted === 0 ? 200 : reverted === receipts.length ? 500 : 600
  const status = isOver && receipts.length === hashes.length ? ended : 100
  return { version: '2.0.0', id, chainId: hexOf(chainId), atomic, status, receipts }
}

const hexOf = (chainId: string): string => `0x${numberOf(chainId).toString(16)}`

/** `wallet_showCallsStatus` (EIP-5792): shown as a request is. */
export async function showCallsStatus(context: Context): Promise<PreparedRequest> {
  const { success, output: id } = v.safeParse(BatchIdParams, context.params)
  if (!context.host.batches) return without
  if (!success) return unfit()
  const batch = context.host.batches.get(id)
  const network = batch && context.host.network(batch.chainId)
  if (!batch || !network) return refused(5730)
  const { status } = await statusOf(batch, network)
  const state = status === 100 ? 'pending' : status === 200 ? 'done' : status === 600 ? 'partly' : 'failed'
  return {
    kind: 'ask',
    shown: {
      title: words('request.batch'),
      act: words('request.act.close'),
      facts: [
        { label: words('request.what'), value: words(`request.batch.${state}`) },
        { label: words('request.network'), value: network.name },
        ...batch.hashes.map((hash, index) => ({
          label: words('request.transaction', { number: `${index + 1}` }),
          value: hash,
          isCode: true,
        })),
      ],
      warnings: [],
      isDeliberate: false,
    },
    perform: async () => null,
  }
}

/** `wallet_getCapabilities` (EIP-5792): calls are carried out as one where the network has a contract for it, whose code the account may have to get first. */
export async function capabilities(context: Context): Promise<PreparedRequest> {
  const { success, output } = v.safeParse(CapabilitiesParams, context.params)
  if (!success) return unfit()
  const [address, chains] = output
  if (!granted(context, address)) return stranger
  const asked = context.host
    .networks()
    .filter(({ chainId }) => chainId.startsWith('eip155:') && (chains?.includes(chainId) ?? true))
  const entries = asked.map(async (network) => {
    const contract = context.host.batches && executorOf({ ...context, network })
    const isUpgraded = contract && (await isDelegatedTo({ network, address, contract }))
    const status = isUpgraded ? 'supported' : contract ? 'ready' : 'unsupported'
    return [hexOf(network.chainId), { atomic: { status } }] as const
  })
  return { kind: 'answer', result: Object.fromEntries(await Promise.all(entries)) }
}
