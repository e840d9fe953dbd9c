import type { RequestSentence, ShownRequest } from '@foyer/core/words'
import * as v from 'valibot'
import { bytesToHex } from 'viem'
import { numberOf } from '../../contracts/chainNumber.js'
import { delegationManager } from '../../delegate.js'
import type { PreparedRequest, SigningAccount } from '../../family.js'
import { refuse, stranger, unfit } from '../../prepare.js'
import { restated } from '../../restated.js'
import { code, words } from '../../sentences.js'
import { sendCalls, without } from '../batch.js'
import { callsStatus } from '../batchStatus.js'
import { type Context, granted } from '../context.js'
import { messagePayload } from '../payloads.js'
import { untilFact } from '../signature.js'
import { secondsNow } from '../transaction.js'
import { delegationHash, disabling, type SignedDelegation } from './delegation.js'
import { type Ending, endingOf } from './ending.js'
import { isDisabled, isOver } from './granted.js'
import { endOf } from './grantState.js'
import { isMisfit } from './misfit.js'

/** `wallet_revokeExecutionPermission` (ERC-7715): answered once the permission can be used no more. */
export const revokePermission = (context: Context): Promise<PreparedRequest> =>
  revoke(context, 'wallet_revokeExecutionPermission')

/** `wallet_revokePermissions`, as AppKit 1.7.6 asks: answered by the account’s signature of the session’s id, which ends it at the server that keeps it. */
export const revokePermissions = (context: Context): Promise<PreparedRequest> =>
  revoke(context, 'wallet_revokePermissions')

async function revoke(
  context: Context,
  method: 'wallet_revokeExecutionPermission' | 'wallet_revokePermissions',
): Promise<PreparedRequest> {
  const { host, params } = context
  if (!host.grants || !host.batches) return without
  const ending = await endingOf({ method, params, host })
  if (isMisfit(ending)) return refuse(ending)
  const { network } = ending
  // Prepared on the permission's own network, which is the one that the request is read on.
  if (network.chainId !== context.network.chainId)
    return unfit(`The permission is of ${network.name}, and can’t be ended on ${context.network.name}.`)
  return end(context, ending)
}

/** Ends a permission on chain: for free where the account’s transactions are paid for, else with its own fee. */
async function end(context: Context, { delegation, session }: Ending): Promise<PreparedRequest> {
  const { network } = context
  const account = granted(context, delegation.delegator)
  if (!account) return stranger
  const payloads = session === undefined ? [] : [messagePayload(session)]
  const shownAs = endingAs({ delegation, session })
  const written = () => answerOf({ account, payloads })
  if (await isOver({ network, delegation })) {
    if (session === undefined) return { kind: 'answer', result: {} }
    const facts = [code('request.from', delegation.delegator), { label: words('request.network'), value: network.name }]
    const shown = shownAs({ act: words('request.act.sign'), facts, warnings: [], isDeliberate: false })
    return { kind: 'ask', shown, payloads, perform: written }
  }
  const batch = {
    version: '2.0.0',
    chainId: `0x${numberOf(network.chainId).toString(16)}`,
    from: delegation.delegator,
    calls: [{ to: delegationManager, data: disabling(delegation) }],
    capabilities: { paymasterService: { optional: true } },
  }
  return restated(await sendCalls({ ...context, params: [batch] }), {
    shown: shownAs,
    asked: (asked) => ({
      ...asked,
      payloads: asked.payloads && [...asked.payloads, ...payloads],
      async perform() {
        const { id } = v.parse(Sent, await asked.perform())
        await untilEnded({ context, id, delegation })
        return written()
      },
    }),
  })
}

const Sent = v.object({ id: v.string() })

/**
 * The facts that stay: what else is carried out, and what it costs; the call that this wallet has written
 * itself is said in words of its own.
 */
const keptFacts: readonly RequestSentence[] = [
  ...(['request.cost', 'request.from', 'request.network', 'request.newCode', 'request.oldCode'] as const),
  ...(['request.fee', 'request.feeAbout', 'request.feeAsSaid', 'request.feeAtMost', 'request.feeAtRate'] as const),
  ...(['request.feeNow', 'request.feePayer', 'request.feeTip', 'request.tokenFee', 'request.delegateTo'] as const),
  ...(['request.balanceAfter', 'request.balanceAfterLeast', 'request.balanceKept'] as const),
  ...(['request.simulatedAt', 'request.simulatedComes', 'request.simulatedLeaves'] as const),
]
const ofOwnCall: readonly RequestSentence[] = [
  ...(['request.warn.unreadCall', 'request.warn.described', 'request.warn.ownWord'] as const),
]

function endingAs({ delegation, session }: Pick<Ending, 'delegation' | 'session'>) {
  let wasFree = false
  return (shown: Pick<ShownRequest, 'act' | 'facts' | 'warnings' | 'isDeliberate'>): ShownRequest => {
    const until = endOf(delegation)
    wasFree ||= shown.facts.some(({ label }) => label.name === 'request.cost')
    // The wallet itself asked whether it is paid for: what was never shown as free isn't said to be free no more.
    const isSaid = (name: RequestSentence) => !ofOwnCall.includes(name) && (wasFree || name !== 'request.warn.notFree')
    const warnings = shown.warnings.filter(({ name }) => isSaid(name))
    return {
      title: words('request.endGrant'),
      act: shown.act,
      facts: [
        code('request.grantedTo', delegation.delegate),
        code('request.grantHash', delegationHash(delegation)),
        ...(until === undefined ? [] : [untilFact({ until, now: secondsNow() })]),
        ...(session === undefined ? [] : [code('request.endsSession', session)]),
        ...shown.facts.filter(({ label }) => keptFacts.includes(label.name)),
      ],
      warnings,
      isDeliberate: warnings.some(({ name }) => name === 'request.warn.fails'),
    }
  }
}

async function answerOf({
  account,
  payloads: [payload],
}: {
  readonly account: SigningAccount
  readonly payloads: readonly Uint8Array[]
}): Promise<unknown> {
  return payload ? bytesToHex(await account.sign(payload)) : {}
}

/** How often it is looked whether a permission has ended, and how long at most, in milliseconds. */
const lookEveryMs = 500
const waitedMs = 600_000

const Status = v.object({ status: v.number() })

/** Waits until the manager redeems a permission no more. @throws where what was to end it failed, or isn’t in a block after ten minutes, or the application waits no longer */
async function untilEnded({
  context,
  id,
  delegation,
}: {
  readonly context: Context
  readonly id: string
  readonly delegation: SignedDelegation
}): Promise<void> {
  const until = Date.now() + waitedMs
  for (;;) {
    const status = await callsStatus({ ...context, params: [id] })
    const read = v.safeParse(Status, status.kind === 'answer' ? status.result : undefined)
    if (await isDisabled({ network: context.network, delegation })) return
    if (read.success && read.output.status !== 100) throw new Error('The permission stands: it wasn’t ended on chain.')
    if (context.host.signal?.aborted || Date.now() > until)
      throw new Error('What ends the permission was sent, and isn’t in a block yet.')
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}
