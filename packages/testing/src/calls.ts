import {
  createClient,
  custom,
  encodeAbiParameters,
  encodeFunctionData,
  hexToBigInt,
  isAddress,
  isHex,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { estimateGas, getCode, getTransactionReceipt, sendTransaction, signAuthorization } from 'viem/actions'
import { accountOf } from './accountMethods.js'
import { hexOf } from './chainMethods.js'
import { invalidParams, ProviderError, unsupportedMethod } from './providerError.js'
import { createRpc, isRecord } from './rpc.js'
import { type TestBatch, visibleTo, type WalletContext } from './state.js'
import type { Hex, TestCalls } from './testWallet.js'

type Question = { readonly origin: string; readonly method: string; readonly params: readonly unknown[] }

interface Call {
  readonly to: Hex
  readonly value: bigint
  readonly data: Hex
}

const refusals = {
  5700: 'The wallet does not have a capability that is required',
  5710: 'The wallet does not know the chain',
  5720: 'There is a batch with this id already',
  5730: 'There is no batch with this id',
  5740: 'These are too many calls',
  5750: 'The user rejected the upgrade of the account',
  5760: 'The wallet cannot carry the calls out as one',
} as const

const refusal = (code: keyof typeof refusals): ProviderError => new ProviderError({ code, message: refusals[code] })

/** `wallet_getCapabilities` (EIP-5792): by chain, what the test says and how calls are taken. */
export async function getCapabilities(context: WalletContext): Promise<Record<string, object>> {
  const { capabilities = {}, calls, state } = context
  if (!context.capabilities && !calls)
    throw new ProviderError({ code: 4200, message: 'The wallet has no capabilities.' })
  const chainIds = new Set([...Object.keys(capabilities).map(Number), ...(calls ? state.chains.keys() : [])])
  const entries = [...chainIds].map(
    async (chainId): Promise<[string, object]> => [
      hexOf(chainId),
      {
        ...(calls && state.chains.has(chainId) ? await ofCalls({ context, calls, chainId }) : {}),
        ...capabilities[chainId],
      },
    ],
  )
  return Object.fromEntries(await Promise.all(entries))
}

async function ofCalls({
  context,
  calls: { version, executor },
  chainId,
}: {
  readonly context: WalletContext
  readonly calls: TestCalls
  readonly chainId: number
}): Promise<object> {
  if (version === '1.0') return { atomicBatch: { supported: executor !== undefined } }
  if (executor === undefined) return { atomic: { status: 'unsupported' } }
  const [account] = context.state.accounts
  const isUpgraded = account && (await isDelegated({ context, chainId, account }))
  return { atomic: { status: isUpgraded ? 'supported' : 'ready' } }
}

/** `wallet_sendCalls` (EIP-5792): all as one where the wallet has code for that, else one after the other, up to the first that is reverted. */
export async function sendCalls(context: WalletContext, question: Question): Promise<unknown> {
  const { calls: own } = context
  if (!own) throw unsupportedMethod(question.method)
  const [asked] = question.params
  if (!isRecord(asked)) throw invalidParams('Expected a batch.')
  if (asked.version !== own.version)
    throw invalidParams(`Version not supported: got ${String(asked.version)}, expected ${own.version}.`)
  const [first] = visibleTo(context.state, question.origin)
  const account = accountOf(context, { origin: question.origin, address: asked.from ?? first })
  const calls = callsIn(asked.calls)
  const chainId = isHex(asked.chainId) ? Number(asked.chainId) : Number.NaN
  const id = typeof asked.id === 'string' ? asked.id : newId()
  refuseImpossible({ context, own, asked, calls, chainId, id })
  await context.prompts.ask(question)
  const atomic = own.executor !== undefined && (asked.atomicRequired === true || calls.length > 1)
  const batch: TestBatch = { id, chainId, atomic, hashes: [], isOver: false }
  if (atomic) await carryOutAsOne({ context, question, account, calls, batch, executor: own.executor })
  context.batches.set(id, batch)
  if (!atomic) void carryOutInTurn({ context, account, calls, batch })
  return own.version === '1.0' ? id : { id }
}

interface Impossible {
  readonly context: WalletContext
  readonly own: TestCalls
  readonly asked: Record<string, unknown>
  readonly calls: readonly Call[]
  readonly chainId: number
  readonly id: string
}

function refuseImpossible({ context, own, asked, calls, chainId, id }: Impossible): void {
  if (!context.state.chains.has(chainId)) throw refusal(5710)
  if (calls.length > (own.most ?? 100)) throw refusal(5740)
  if (context.batches.has(id)) throw refusal(5720)
  const wanted = [asked, ...(Array.isArray(asked.calls) ? asked.calls : [])].flatMap((each: unknown) =>
    isRecord(each) && isRecord(each.capabilities) ? Object.entries(each.capabilities) : [],
  )
  const known = context.capabilities?.[chainId] ?? {}
  if (wanted.some(([name, value]) => !(name in known) && !(isRecord(value) && value.optional === true)))
    throw refusal(5700)
  if (asked.atomicRequired === true && calls.length > 1 && own.executor === undefined) throw refusal(5760)
}

function callsIn(value: unknown): readonly Call[] {
  if (!Array.isArray(value) || value.length === 0) throw invalidParams('Expected at least one call.')
  return value.map((each: unknown): Call => {
    if (!isRecord(each) || 'calls' in each) throw invalidParams('Expected calls, and no batch in a batch.')
    const { to, data = '0x', value: sent = '0x0' } = each
    if (typeof to !== 'string' || !isAddress(to, { strict: false }) || !isHex(data) || !isHex(sent))
      throw invalidParams('Expected calls with to, data and value in hex.')
    return { to, data, value: hexToBigInt(sent) }
  })
}

const newId = (): string => `0x${crypto.randomUUID().replaceAll('-', '')}`

const executorAbi = parseAbi(['function execute(bytes32 mode, bytes executionData) payable'])
/** ERC-7821: a single batch without further data. */
const batchMode = `0x01${'00'.repeat(31)}` as const

/** Calls as the account's own code takes them (ERC-7821). */
const executeData = (calls: readonly Call[]): Hex =>
  encodeFunctionData({
    abi: executorAbi,
    functionName: 'execute',
    args: [batchMode, encodeAbiParameters(parseAbiParameters('(address to, uint256 value, bytes data)[]'), [calls])],
  })

interface Sending {
  readonly context: WalletContext
  readonly account: PrivateKeyAccount
  readonly calls: readonly Call[]
  readonly batch: TestBatch
}

function clientOf({ state, fetch }: WalletContext, chainId: number) {
  const chain = state.chains.get(chainId)
  if (!chain) throw refusal(5710)
  return createClient({ transport: custom({ request: createRpc({ url: chain.rpcUrl, fetch }) }, { retryCount: 0 }) })
}

/** Has an account the wallet's own code (EIP-7702)? */
async function isDelegated({
  context,
  chainId,
  account,
}: Pick<Sending, 'context' | 'account'> & { readonly chainId: number }): Promise<boolean> {
  const code = await getCode(clientOf(context, chainId), { address: account.address })
  return code?.toLowerCase() === `0xef0100${context.calls?.executor?.slice(2).toLowerCase()}`
}

/** One transaction of the account to itself; where its code isn't there yet, it is the same transaction that puts it there. */
async function carryOutAsOne({
  context,
  question,
  account,
  calls,
  batch,
  executor = '0x',
}: Sending & { readonly question: Question; readonly executor: Hex | undefined }): Promise<void> {
  const client = clientOf(context, batch.chainId)
  const isUpgraded = await isDelegated({ context, chainId: batch.chainId, account })
  if (!isUpgraded)
    await context.prompts.ask({ ...question, method: 'upgrade' }).catch(() => {
      throw refusal(5750)
    })
  const authorizationList = isUpgraded
    ? undefined
    : [
        await signAuthorization(client, {
          account,
          contractAddress: executor,
          chainId: batch.chainId,
          executor: 'self',
        }),
      ]
  const transaction = {
    account,
    to: account.address,
    data: executeData(calls),
    ...(authorizationList ? { authorizationList } : {}),
  }
  const gas = await gasOf(client, transaction)
  batch.hashes.push(await sendTransaction(client, { chain: null, ...transaction, gas }))
  batch.isOver = true
}

/**
 * Estimates the gas; a transaction that would be reverted is sent all the same, as the chain may think otherwise by
 * then.
 */
async function gasOf(
  client: ReturnType<typeof clientOf>,
  transaction: Parameters<typeof estimateGas>[1],
): Promise<bigint> {
  try {
    return ((await estimateGas(client, transaction)) * 3n) / 2n
  } catch {
    return 1_000_000n
  }
}

async function carryOutInTurn({ context, account, calls, batch }: Sending): Promise<void> {
  const client = clientOf(context, batch.chainId)
  try {
    for (const call of calls) {
      const hash = await sendTransaction(client, {
        account,
        chain: null,
        ...call,
        gas: await gasOf(client, { account, ...call }),
      })
      batch.hashes.push(hash)
      if ((await untilMined(client, hash)) !== 'success') return
    }
  } catch {
    // What was sent before stands, and the status says that no more is.
  } finally {
    batch.isOver = true
  }
}

async function untilMined(client: ReturnType<typeof clientOf>, hash: Hex): Promise<'success' | 'reverted'> {
  for (;;) {
    const receipt = await getTransactionReceipt(client, { hash }).catch(() => undefined)
    if (receipt) return receipt.status
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const batchOf = (context: WalletContext, { method, params: [id] }: Question): TestBatch => {
  if (!context.calls) throw unsupportedMethod(method)
  const batch = typeof id === 'string' ? context.batches.get(id) : undefined
  if (!batch) throw refusal(5730)
  return batch
}

/** `wallet_getCallsStatus` (EIP-5792). */
export async function getCallsStatus(context: WalletContext, question: Question): Promise<object> {
  const { id, chainId, atomic, hashes, isOver } = batchOf(context, question)
  const { rpcUrl: url = '' } = context.state.chains.get(chainId) ?? {}
  const rpc = createRpc({ url, fetch: context.fetch })
  const read = await Promise.all(hashes.map((hash) => rpc({ method: 'eth_getTransactionReceipt', params: [hash] })))
  const receipts = read.filter(isRecord)
  const isPending = !isOver || receipts.length < hashes.length
  if (context.calls?.version === '1.0') return { status: isPending ? 'PENDING' : 'CONFIRMED', receipts }
  const reverted = receipts.filter(({ status }) => status !== '0x1').length
  const ended = reverted === 0 ? 200 : reverted === receipts.length ? 500 : 600
  const status = isPending ? 100 : hashes.length === 0 ? 400 : ended
  return { version: '2.0.0', id, chainId: hexOf(chainId), status, atomic, receipts }
}

/** `wallet_showCallsStatus` (EIP-5792): what a visitor sees is a prompt. */
export async function showCallsStatus(context: WalletContext, question: Question): Promise<null> {
  batchOf(context, question)
  await context.prompts.ask(question)
  return null
}
