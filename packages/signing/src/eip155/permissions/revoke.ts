import type { ShownRequest, WalletNetwork } from '@foyer/core/words'
import * as v from 'valibot'
import { bytesToHex } from 'viem'
import { numberOf } from '../../contracts/chainNumber.js'
import { delegationManager } from '../../delegate.js'
import type { PreparedRequest, SigningAccount } from '../../family.js'
import { stranger, unfit } from '../../prepare.js'
import { restated } from '../../restated.js'
import { code, words } from '../../sentences.js'
import { sendCalls, without } from '../batch.js'
import { callsStatus } from '../batchStatus.js'
import { type Context, granted } from '../context.js'
import { messagePayload } from '../payloads.js'
import { contextOf, delegationHash, disabling, readContext, type SignedDelegation } from './delegation.js'
import { isDisabled } from './granted.js'
import { isEndedBy, readOlderEnding } from './olderPermission.js'

const Ending = v.object({ permissionContext: v.unknown() })

/** `wallet_revokeExecutionPermission` (ERC-7715): answered once nobody can use the permission any more. */
export async function revokePermission(context: Context): Promise<PreparedRequest> {
  const { host, params } = context
  if (!host.grants || !host.batches) return without
  const { success, output } = v.safeParse(Ending, Array.isArray(params) ? params[0] : params)
  const delegation = success ? readContext(output.permissionContext) : undefined
  if (!success || !delegation) return unfit()
  const kept = (await host.grants.list()).find((each) => each.context === contextOf(delegation))
  return end({ context: onChain(context, kept?.chainId), delegation })
}

/** `wallet_revokePermissions`, as AppKit 1.7.6 asks: answered by the account’s signature of the session’s id, which ends it at the server that keeps it. */
export async function revokePermissions(context: Context): Promise<PreparedRequest> {
  const { host, params } = context
  if (!host.grants || !host.batches) return without
  const ending = readOlderEnding(params)
  if (!ending) return unfit()
  const kept = (await host.grants.list()).find(({ answer }) => isEndedBy(ending, answer))
  const delegation = readContext(kept?.context)
  if (!kept || !delegation) return unfit('The wallet has granted no such permission here.')
  return end({ context: onChain(context, kept.chainId), delegation, session: ending.pci })
}

const onChain = (context: Context, chainId: string | undefined): Context => {
  const network: WalletNetwork | undefined = chainId === undefined ? undefined : context.host.network(chainId)
  return network ? { ...context, network } : context
}

interface Ended {
  readonly context: Context
  readonly delegation: SignedDelegation
  /** A session that the account signs the end of beside. */
  readonly session?: string | undefined
}

/** Ends a permission on chain: for free where the account’s transactions are paid for, else with its own fee. */
async function end({ context, delegation, session }: Ended): Promise<PreparedRequest> {
  const { network } = context
  const account = granted(context, delegation.delegator)
  if (!account) return stranger
  const hash = delegationHash(delegation)
  const payloads = session === undefined ? [] : [messagePayload(session)]
  const shownAs = (shown: Pick<ShownRequest, 'act' | 'facts' | 'warnings' | 'isDeliberate'>): ShownRequest => ({
    title: words('request.endGrant'),
    act: shown.act,
    facts: [
      code('request.grantedTo', delegation.delegate),
      ...(session === undefined ? [] : [{ label: words('request.endsSession'), value: session, isCode: true }]),
      ...shown.facts.filter(({ label }) => told.includes(label.name)),
    ],
    warnings: shown.warnings.filter(({ name }) => warned.includes(name)),
    isDeliberate: shown.warnings.some(({ name }) => name === 'request.warn.fails'),
  })
  const written = () => answerOf({ account, payloads, isOlder: session !== undefined })
  if (await isDisabled(context, hash)) {
    if (session === undefined) return { kind: 'answer', result: {} }
    const facts = [code('request.from', delegation.delegator), { label: words('request.network'), value: network.name }]
    const shown = shownAs({ act: words('request.act.sign'), facts, warnings: [], isDeliberate: false })
    return { kind: 'ask', shown, payloads, perform: written }
  }
  const batch = {
    ...{ version: '2.0.0', chainId: `0x${numberOf(network.chainId).toString(16)}`, from: delegation.delegator },
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
        await untilEnded({ context, id, hash })
        return written()
      },
    }),
  })
}

const Sent = v.object({ id: v.string() })

const told: readonly string[] = ['request.cost', 'request.feeAtMost', 'request.from', 'request.network']
const warned: readonly string[] = [
  ...['request.warn.fails', 'request.warn.feeHigh', 'request.warn.sentMeanwhile'],
  ...['request.warn.tooLittle', 'request.warn.waits'],
]

async function answerOf({
  account,
  payloads: [payload],
  isOlder,
}: {
  readonly account: SigningAccount
  readonly payloads: readonly Uint8Array[]
  readonly isOlder: boolean
}): Promise<unknown> {
  return isOlder && payload ? bytesToHex(await account.sign(payload)) : {}
}

/** How often it is looked whether a permission has ended, and how long at most, in milliseconds. */
const lookEveryMs = 500
const waitedMs = 600_000

const Status = v.object({ status: v.number() })

/** Waits until the manager redeems a permission no more. @throws where what was to end it failed, or isn’t in a block after ten minutes, or the application waits no longer */
async function untilEnded({
  context,
  id,
  hash,
}: {
  readonly context: Context
  readonly id: string
  readonly hash: `0x${string}`
}): Promise<void> {
  const until = Date.now() + waitedMs
  for (;;) {
    const status = await callsStatus({ ...context, params: [id] })
    const read = v.safeParse(Status, status.kind === 'answer' ? status.result : undefined)
    if (await isDisabled(context, hash)) return
    if (read.success && read.output.status !== 100) throw new Error('The permission stands: it wasn’t ended on chain.')
    if (context.host.signal?.aborted || Date.now() > until)
      throw new Error('What ends the permission was sent, and isn’t in a block yet.')
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}
