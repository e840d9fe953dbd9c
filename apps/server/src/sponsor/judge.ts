import { type LowerHex, lowerHex } from '@foyer/core/chain'
import type { Output } from '@foyer/core/wire'
import type { NotSponsored, quoteSponsoredCall, sendSponsoredCall } from '@foyer/login/sponsorCalls'
import type { Address, Hex, PrivateKeyAccount } from 'viem'
import type { Chain, Chains } from '../chains/chains.js'
import type { Delegates } from '../chains/delegates.js'
import type { KeptAuthorization } from '../db/schema/sponsor.js'
import type { LoginSession } from '../login/sessions.js'
import type { Wallets } from '../login/wallets.js'
import type { Project } from '../projects/project.js'
import type { Projects } from '../projects/projects.js'
import type { SponsoredNetwork } from '../projects/sponsorship.js'
import { readToken } from './dappToken.js'
import { costOf, feesAt } from './fees.js'
import { executedOf, gasFor, hashOf, isAuthorized, isSigned, numberOf, type Operation } from './operation.js'
import { refusalOf, sponsoredNetwork } from './policy.js'
import { type AccountState, estimateCalls, readAccount, readLowerFee, readPrices, tryOperation } from './readNetwork.js'

export type QuoteRequest = Output<(typeof quoteSponsoredCall)['payload']>
export type Sent = Output<(typeof sendSponsoredCall)['payload']>

/** The request that is judged, and everything that it is judged by. */
export interface Judging {
  readonly by: LoginSession
  readonly asked: QuoteRequest
  readonly account: PrivateKeyAccount
  readonly chains: Pick<Chains, 'find'>
  readonly delegates: Pick<Delegates, 'isOn'>
  readonly projects: Pick<Projects, 'find'>
  readonly wallets: Pick<Wallets, 'addressesOf'>
  readonly clock: { now(): number }
  readonly signal: AbortSignal
}

/** The gas that an operation is verified with: the account recovers one signature. */
const verificationGasLimit = 120_000

/** Bytes that a schema has let through, in their one form. */
const hex = (text: string): LowerHex => lowerHex(`0x${text.slice(2)}`)

/** The operation that a project pays for, as far as that can be judged without looking at the account. */
export interface Allowed {
  readonly chain: Chain
  readonly project: Project
  readonly policy: SponsoredNetwork
  readonly sender: Address
  readonly callData: Hex
  readonly tokenHash: string | null
}

/** Judges what can be judged without looking at the account: whose it is, what the project pays for and where, and what its backend has signed. */
async function allowed(request: Judging & { readonly gas: number | null }): Promise<Allowed | NotSponsored> {
  const { by, asked, chains, delegates, projects, wallets, clock, gas } = request
  const { projectId, chainId, token } = asked
  const project = await projects.find(projectId)
  const policy = sponsoredNetwork(project, chainId)
  const chain = chains.find(chainId)
  if (project === null || policy === undefined || chain === undefined) return 'project'
  if (!(await delegates.isOn(chain))) return 'network'
  const [sender, callData] = [hex(asked.sender), hex(asked.callData)]
  if (!(await isOwnAccount({ wallets, by, sender }))) return 'account'
  const refusal = refusalOf({ policy, sender, callData, gas, grantedBy: null })
  if (refusal !== null) return refusal
  const keys = project.sponsorship?.tokenKeys
  if (keys === undefined) return { chain, project, policy, sender, callData, tokenHash: null }
  const said = { keys, projectId, chainId, sender, callData, now: clock.now() }
  const tokenHash = token === undefined ? null : await readToken({ token, ...said })
  return tokenHash === null ? 'token' : { chain, project, policy, sender, callData, tokenHash }
}

/** Whether an account is one of a person's wallet. @param of.sender - in lower case */
export async function isOwnAccount({
  wallets,
  by,
  sender,
}: Pick<Judging, 'wallets' | 'by'> & { readonly sender: Address }): Promise<boolean> {
  const addresses: readonly { family: string; address: string }[] = await wallets.addressesOf(by)
  return addresses.some(({ family, address }) => family === 'eip155' && address.toLowerCase() === sender)
}

/** Calls that would be paid for now, and what is to be signed for it. */
export interface JudgedCalls {
  readonly policy: SponsoredNetwork
  readonly sender: Address
  /** in wei */
  readonly cost: bigint
  readonly quote: {
    readonly validUntil: number
    readonly nonce: string
    readonly verificationGasLimit: number
    readonly callGasLimit: number
    readonly authorizationNonce: number | null
  }
}

interface Asking extends Pick<Judging, 'account' | 'signal'> {
  /** in seconds since 1970: the end of what is to be signed */
  readonly validUntil: number
  /** whether an operation is kept, however it ended */
  readonly isKept: (hash: string) => Promise<boolean>
}

/** Judges calls before they are signed. @returns why they aren't paid for, where they aren't. @throws UpstreamError · the signal's reason */
export async function judgeCalls(request: Judging & Asking): Promise<JudgedCalls | NotSponsored> {
  const said = await allowed({ ...request, gas: null })
  return typeof said === 'string' ? said : judgeAllowedCalls({ ...request, ...said })
}

/** Why an operation isn't taken that a project pays for. */
export type Untaken = 'account' | 'authorization' | 'fee' | 'network' | 'operation' | 'simulation' | 'unfunded'

/** Judges such calls by the state of the account, the network and the operator. @throws UpstreamError · the signal's reason */
export async function judgeAllowedCalls(
  request: Omit<Allowed, 'tokenHash' | 'project'> & Asking,
): Promise<JudgedCalls | Untaken> {
  const { signal, account, isKept, chain, policy, sender, callData, validUntil } = request
  const reading = { chain, signal }
  const state = await readAccount({ ...reading, sender, key: 0n })
  const unfit = unfitFor(state)
  if (unfit !== null) return unfit
  const isSwitched = state.code === 'switched'
  const executed = executedOf({ callData, validUntil })
  const most = policy.mostGas - verificationGasLimit
  const estimated = await estimateCalls({ ...reading, sender, callData: executed, isSwitched, most })
  if (estimated === null) return 'simulation'
  const withGas = (callGasLimit: number): Operation => ({
    chain: numberOf(chain.id),
    sender,
    nonce: state.nonce,
    callData,
    validUntil,
    verificationGasLimit,
    callGasLimit,
    signature: unsigned,
    authorization: isSwitched ? null : unsignedAuthorization,
  })
  let operation = withGas(estimated)
  // The same calls asked for once more are another operation: a kept one counts once, however it ended.
  while (await isKept(hashOf(operation))) operation = withGas(operation.callGasLimit - 1)
  const { callGasLimit } = operation
  const cost = await costNow({ ...reading, operation, account, policy })
  if (typeof cost === 'string') return cost
  const authorizationNonce = isSwitched ? null : state.transactions
  return {
    policy,
    sender,
    cost,
    quote: { validUntil, nonce: String(state.nonce), verificationGasLimit, callGasLimit, authorizationNonce },
  }
}

/** As long as a real one. */
const unsigned: Hex = `0x${'ff'.repeat(65)}`
const word: Hex = `0x${'ff'.repeat(32)}`
const unsignedAuthorization: KeptAuthorization = { nonce: 0, yParity: 0, r: word, s: word }

/** An operation that is to be sent. */
export interface JudgedOperation {
  readonly operation: Operation
  readonly policy: SponsoredNetwork
  /** in wei */
  readonly cost: bigint
  /** of its transaction */
  readonly gas: number
  /** the newest block of when its nonce wasn't used */
  readonly block: number
  readonly tokenHash: string | null
}

interface JudgingOperation extends Judging {
  readonly asked: Sent
}

/** The operation that was signed. */
export function operationOf(
  asked: Pick<
    Sent,
    'chainId' | 'sender' | 'callData' | 'nonce' | 'verificationGasLimit' | 'callGasLimit' | 'signature'
  > &
    Pick<Sent, 'authorization' | 'validUntil'>,
): Operation {
  const { authorization, chainId, sender, callData, validUntil, nonce, signature } = asked
  const { verificationGasLimit, callGasLimit } = asked
  return {
    chain: numberOf(chainId),
    sender: hex(sender),
    callData: hex(callData),
    validUntil,
    nonce: BigInt(nonce),
    verificationGasLimit,
    callGasLimit,
    signature: hex(signature),
    authorization: authorization ? { ...authorization, r: hex(authorization.r), s: hex(authorization.s) } : null,
  }
}

/** Judges an operation that is signed. @returns why it isn't paid for, where it isn't. @throws UpstreamError · the signal's reason */
export async function judgeOperation(request: JudgingOperation): Promise<JudgedOperation | NotSponsored> {
  const operation = operationOf(request.asked)
  const said = await allowed({ ...request, gas: operation.verificationGasLimit + operation.callGasLimit })
  return typeof said === 'string' ? said : judgeAllowedOperation({ ...request, ...said, operation })
}

interface JudgingAllowed extends Omit<Allowed, 'callData' | 'project'>, Pick<Judging, 'account' | 'signal'> {
  readonly operation: Operation
}

/** Judges a signed operation by the state of the account, the network and the operator. @throws UpstreamError · the signal's reason */
export async function judgeAllowedOperation(request: JudgingAllowed): Promise<JudgedOperation | Untaken> {
  const { operation, signal, account, chain, policy, sender, tokenHash } = request
  if (!(await isSigned(operation))) return 'operation'
  const gas = gasFor(operation)
  const reading = { chain, signal }
  const state = await readAccount({ ...reading, sender, key: operation.nonce >> 64n })
  if (!state.hasDeadlines) return 'network'
  const refusal = await refusedAs({ operation, state })
  if (refusal !== null) return refusal
  const cost = await costNow({ ...reading, operation, account, policy })
  if (typeof cost === 'string') return cost
  const failing = await tryOperation({ ...reading, operation, account: account.address, gas })
  return failing ?? { operation, policy, gas, block: state.block, tokenHash, cost }
}

/** Whether the account can carry operations out, or can be switched to. Another delegate's code is replaced where the account's owner asks for that, and by nothing that is paid for here. */
const takesOperations = ({ code }: Pick<AccountState, 'code'>): boolean => code === 'plain' || code === 'switched'

/** Returns why calls of the account can't be paid for as it is now; null where they can be. */
export function unfitFor(state: AccountState): 'account' | 'authorization' | 'network' | null {
  if (!takesOperations(state)) return 'account'
  if (state.code !== 'switched' && !state.isIdle) return 'authorization'
  return state.hasDeadlines ? null : 'network'
}

/** Whether the account as it is now takes the operation. */
export async function refusedAs({
  operation: { chain, sender, nonce, authorization },
  state: { code, transactions, isIdle, nonce: next },
}: {
  readonly operation: Operation
  readonly state: AccountState
}): Promise<Untaken | null> {
  if (!takesOperations({ code })) return 'account'
  if (nonce !== next) return 'operation'
  // One that isn't needed would be paid for all the same.
  if (code === 'switched') return authorization === null ? null : 'authorization'
  // What waits of the account's own makes it void, and nodes refuse it meanwhile.
  if (authorization === null || authorization.nonce !== transactions || !isIdle) return 'authorization'
  return (await isAuthorized({ authorization, chain, sender })) ? null : 'authorization'
}

interface CostNow {
  readonly chain: Chain
  readonly signal: AbortSignal
  readonly operation: Operation
  readonly account: PrivateKeyAccount
  readonly policy: SponsoredNetwork
}

/** @returns what an operation may cost, in wei, or why it isn't paid for */
async function costNow({ policy, account, ...reading }: CostNow): Promise<bigint | 'fee' | 'unfunded'> {
  const prices = await readPrices({ ...reading, account: account.address })
  const fees = feesAt(prices, BigInt(policy.mostFeePerGas))
  if (fees === null) return 'fee'
  const gas = gasFor(reading.operation)
  const lowerFee = await readLowerFee({ ...reading, gas })
  const cost = costOf({ gas, fees, lowerFee })
  return prices.balance < cost ? 'unfunded' : cost
}
