import { type LowerHex, lowerHex } from '@foyer/core/chain'
import type { Output, quoteRedeemingCall, RedeemingQuote, readRedeemingCall, redeemCall } from '@foyer/core/wire'
import { consentTypedData, redeemingCallData } from '@foyer/evm/redeeming'
import type { Budgets } from '@foyer/service/budget/budget'
import { networkOf } from '@foyer/service/budget/clientAddress'
import { createWindows, hourMs, type Limit } from '@foyer/service/budget/limit'
import type { Orm } from '@foyer/service/db/database'
import { refuseAt } from '@foyer/service/errors/refusals'
import type { OwnerOf } from '@foyer/service/owners/ownerOf'
import { type Hex, type PrivateKeyAccount, recoverTypedDataAddress } from 'viem'
import type { Chains } from '../chains/chains.js'
import type { Delegates } from '../chains/delegates.js'
import { orUnavailable } from '../chains/orUnavailable.js'
import type { Projects } from '../projects/projects.js'
import type { AccountOnNetwork, SmartSessions } from '../sessions/smartSessions.js'
import { hasRoom } from './budgets.js'
import { type Allowed, judgeAllowedCalls, judgeAllowedOperation, operationOf } from './judge.js'
import type { KeptRow, Ledger } from './ledger.js'
import { hashOf, isIts, type Operation } from './operation.js'
import { policyOf, refusalOf } from './policy.js'
import type { SponsorQueue } from './queue.js'
import { NotRedeemedError, OperationUnknownError } from './refusals.js'
import { accept, lateness, outcomeOf } from './take.js'

type Quoted = Output<(typeof quoteRedeemingCall)['body']>
type Sent = Output<(typeof redeemCall)['body']>
type NotRedeemed = Extract<RedeemingQuote, { readonly sponsored: false }>['because']

interface Asking<Said> {
  readonly account: AccountOnNetwork
  readonly projectId: string
  /** as `clientKey` gives it */
  readonly client: string
  readonly asked: Said
  readonly signal: AbortSignal
}

/**
 * Pays for what the keys of sessions redeem, from the operator's own account and within projects' budgets. The key's own account makes the call to the delegation manager, by an
 * operation without a fee, so that each bound of the permission sees the key that it was granted to.
 */
export interface Redeeming {
  /** Says whether it would be paid for, and what is to be signed for that. @throws RateLimitedError · ChainUnavailableError */
  quote(request: Asking<Quoted>): Promise<RedeemingQuote>
  /** Takes it to be sent. The same again is no fault. @throws {@link NotRedeemedError} · RateLimitedError · ChainUnavailableError */
  send(request: Asking<Sent>): Promise<Output<(typeof redeemCall)['reply']>>
  /** @throws {@link OperationUnknownError} for one that isn't the account's in the project's name */
  read(
    request: Pick<Asking<unknown>, 'account' | 'projectId'> & { readonly operation: string },
  ): Promise<Output<(typeof readRedeemingCall)['reply']>>
}

export interface RedeemingParameters {
  readonly orm: Orm
  readonly ledger: Ledger
  readonly queue: Pick<SponsorQueue, 'pass'>
  /** the operator's account */
  readonly payer: PrivateKeyAccount
  readonly chains: Pick<Chains, 'find'>
  readonly delegates: Pick<Delegates, 'isOn'>
  readonly projects: Pick<Projects, 'find'>
  readonly sessions: Pick<SmartSessions, 'findGranted' | 'isUsable'>
  readonly budgets: Budgets
  readonly ownerOf: OwnerOf
  readonly now: () => number
}

/** As often as one plays a game, from each of a few pages behind one network. What it costs has budgets of its own. */
const limits = {
  quotes: { name: 'quotes of redeemed sessions', of: 'client', most: 600, withinMs: hourMs },
  sends: { name: 'redeemed sessions', of: 'client', most: 400, withinMs: hourMs },
  sendsOfNetwork: { name: 'redeemed sessions of a network', of: 'network', most: 1_200, withinMs: hourMs },
} as const satisfies Readonly<Record<string, Limit>>

/** So long may what a key redeems be carried out from its quote on, in seconds: nobody reads it before it is signed. */
const validSeconds = 300

export function createRedeeming(parameters: RedeemingParameters): Redeeming {
  const { orm, ledger, queue, payer, budgets, ownerOf, now } = parameters
  const windowOf = createWindows(budgets)
  const windows = {
    quotes: windowOf(limits.quotes),
    sends: windowOf(limits.sends),
    sendsOfNetwork: windowOf(limits.sendsOfNetwork),
  }
  const payersOf = ({ account: of, projectId, client }: Asking<unknown>, sender: string) => ({
    ...{ projectId, chainId: of.chainId, sender, grantedBy: of.address, person: '', network: ownerOf(client) },
    day: new Date(now()).toISOString().slice(0, 10),
  })
  const isOf = (row: KeptRow | undefined, { account: of, projectId }: Pick<Asking<unknown>, 'account' | 'projectId'>) =>
    row?.grantedBy === of.address && row.chainId === of.chainId && row.projectId === projectId
  return {
    async quote(request) {
      const { client, projectId, account: of } = request
      refuseAt(await windows.quotes.take({ key: `${client} ${projectId}` }))
      const isKept = async (hash: string) => (await ledger.find(hash)) !== undefined
      // By this clock, as a visitor's own may be wrong.
      const validUntil = Math.floor(now() / 1_000) + validSeconds
      const judge = async () => {
        const said = await allowed({ ...parameters, ...request, gas: null })
        if (typeof said === 'string') return said
        return judgeAllowedCalls({ ...request, ...said, account: payer, isKept, validUntil })
      }
      const judged = await orUnavailable(of.chainId, judge())
      if (typeof judged === 'string') return refused(judged)
      const { policy, cost: amount, quote, sender } = judged
      const payers = payersOf(request, sender)
      const isHeld = await hasRoom({ rows: orm, payers, most: policy.budget, amount })
      return isHeld ? { sponsored: true, ...quote } : refused('budget')
    },
    async send(request) {
      const { asked, client, projectId, account: of } = request
      refuseAt(await windows.sends.take({ key: `${client} ${projectId}` }))
      refuseAt(await windows.sendsOfNetwork.take({ key: `${networkOf(client)} ${projectId}` }))
      const gas = asked.verificationGasLimit + asked.callGasLimit
      const said = await orUnavailable(of.chainId, allowed({ ...parameters, ...request, gas }))
      if (typeof said === 'string') throw new NotRedeemedError({ because: said })
      const operation = operationOf({ ...asked, chainId: of.chainId, sender: said.sender, callData: said.callData })
      const hash = hashOf(operation)
      const because = await accept({
        ...{ ledger, queue, hash, payers: () => payersOf(request, said.sender) },
        isOf: (row) => isOf(row, request),
        judge: async () =>
          (await unconsented({ ...request, operation, hash, now: now() })) ??
          orUnavailable(of.chainId, judgeAllowedOperation({ ...request, ...said, account: payer, operation })),
      })
      if (because !== null) throw new NotRedeemedError({ because: because === 'token' ? 'operation' : because })
      return { operation: hash }
    },
    async read(request) {
      const row = await ledger.find(request.operation.toLowerCase())
      if (row === undefined || !isOf(row, request)) throw new OperationUnknownError()
      return outcomeOf(row)
    },
  }
}

type Allow = RedeemingParameters & Asking<Quoted> & { readonly gas: number | null }

/** Judges what doesn't depend on the key's account: that the project pays for it, and that the session is one that the account's permission holds for now. */
async function allowed(request: Allow): Promise<Omit<Allowed, 'project'> | NotRedeemed> {
  const { account, projectId, asked, gas, chains, delegates, projects, sessions, signal } = request
  const { chainId, address: grantedBy } = account
  const project = await projects.find(projectId)
  const policy = policyOf(project, { chainId, grantedBy })
  const chain = chains.find(chainId)
  if (policy === undefined || chain === undefined) return 'project'
  if (!(await delegates.isOn(chain))) return 'network'
  const session = await sessions.findGranted({ account, projectId, pci: asked.pci })
  if (session === null) return 'session'
  const { context } = session
  const sender = lowerHex(session.grantee)
  const { to, value, data } = asked.call
  const callData = lowerHex(redeemingCallData(context, { to: hex(to), value: BigInt(value), data: hex(data) }))
  // Before anything is asked on chain: a stranger's contract isn't run for a call that nobody pays for.
  const refusal = refusalOf({ policy, sender, grantedBy: lowerHex(grantedBy), callData, gas })
  if (refusal !== null) return refusal
  const callable = project?.callable ?? []
  if (!(await sessions.isUsable({ account, session, to, callable, signal }))) return 'session'
  return { chain, policy, sender, callData, tokenHash: null }
}

interface Consent extends Asking<Sent> {
  readonly operation: Operation
  readonly hash: Hex
  /** milliseconds since 1970 */
  readonly now: number
}

/** Whether the session's key hasn't said that this project is to pay for this operation, and until when. @returns why it hasn't */
async function unconsented(request: Consent): Promise<'operation' | 'late' | null> {
  const { asked, projectId, operation, hash, now } = request
  const { pci: session, validUntil, consent } = asked
  if (lateness({ validUntil, now }) !== null) return 'late'
  const data = consentTypedData({ chainId: operation.chain, operation: hash, projectId, session, validUntil })
  const isSigned = await isIts(operation.sender, () => recoverTypedDataAddress({ ...data, signature: hex(consent) }))
  return isSigned ? null : 'operation'
}

/** Bytes that a schema has let through. */
const hex = (text: string): LowerHex => lowerHex(`0x${text.slice(2)}`)

const refused = (because: NotRedeemed): RedeemingQuote => ({ sponsored: false, because })
