import type { DrawnRequest } from '@foyer/core/messages'
import type { NodeReads, RequestSentence } from '@foyer/core/words'
import { encodeBytes, sha256 } from '@foyer/custody/bytes'
import { isSent, type RpcRequest } from '@foyer/embedded/protocol'
import {
  type Batches,
  cameBy,
  type FamilyHost,
  failureOf,
  type PreparedRequest,
  payeesIn,
  type SigningAccount,
} from '@foyer/signing'
import { type Payload, partsOf } from '@foyer/signing/switching'
import * as v from 'valibot'
import {
  type ApprovalReceipt,
  type ApprovedPayload,
  type AskedApproval,
  type Came,
  requestHash,
} from '../approval/approvals.js'
import { WalletError } from '../errors.js'
import { createSponsoring } from '../login/createSponsoring.js'
import { sayRequest } from '../messages/sayRequest.js'
import { paidBy, rememberPaid } from '../vault/paid.js'
import { RpcFailure } from './answering.js'
import { batchesIn } from './batches.js'
import { signerOf } from './familySigners.js'
import { grantsIn } from './grants.js'
import { networkOf } from './networks.js'
import { outsideByApi } from './outside.js'
import { notThere, type RpcParameters } from './rpc.js'

export { readAssets } from './assets.js'

type Approved = RpcParameters & { readonly request: RpcRequest; readonly signal: AbortSignal }

/** Reads and describes a request, asks the visitor, and does exactly what was shown. */
export async function approved(parameters: Approved): Promise<unknown> {
  const { networks, addressOn, site, store, request } = parameters
  const { family, prepare, readParams, writeResult } = signerOf(request.method)
  const address = addressOn(family)
  const chainId = chainFor({ ...parameters, family })
  const payloads: ApprovedPayload[] = []
  const account = signingOnly({ ...{ family, address, payloads }, sign: parameters.sign })
  const late = lateAnswers()
  const batches = batchesIn(parameters)
  const host = hostFor({ ...parameters, address, batches, onLate: late.notify })
  const asked = {
    method: request.method,
    params: readParams(request.params),
    chainId,
    addresses: [address],
    peerUrl: site,
  }
  const first = asking(await prepare(asked, { accounts: [account], host }))
  if (first.kind === 'answer') return first.result
  const identity = await requestHash({ ...request, params: request.params, chainId, address, site })
  const screen = screenOf({ ...parameters, late, identity, signer: { family, address } })
  try {
    let prepared: Asking = first
    let said: unknown
    for (let again: PreparedRequest | undefined = first; again; ) {
      prepared = asking(again)
      if (prepared.kind === 'answer') return prepared.result
      const answer = await screen.ask(prepared)
      payloads.splice(0, payloads.length, ...('limitTo' in answer ? [] : answer))
      // With another limit it is another request; and what was shown may be too old by now: what would be worse than it is shown again.
      again = 'limitTo' in answer ? await prepared.limitTo?.(answer.limitTo) : await prepared.recheck?.()
      if (!again) ({ said, again } = await carriedOut(prepared))
    }
    const goesOut = isSent(request.method)
    // What this device can't keep is no reason to fail what is sent.
    if (goesOut) rememberPaid(store, payeesIn(prepared.shown.facts)).catch(console.warn)
    const result = writeResult(said)
    // What signs nothing leaves nothing to be shown.
    if (prepared.payloads?.length === 0) return result
    const hash = goesOut ? await hashIn(result, batches) : undefined
    const isFollowed = family === 'eip155' && hash !== undefined && isExchange(prepared.shown) && parameters.isSeen()
    const coming = isFollowed ? whatCame({ network: networkOf(networks, chainId), hash, address }) : undefined
    await screen.finish({ kind: goesOut ? 'sent' : 'signed', hash }, coming)
    return result
  } finally {
    await screen.finish()
  }
}

/** Returns the wallet's networks, servers and records, as a family reads a request with them. */
function hostFor({
  address,
  batches,
  onLate,
  ...parameters
}: Approved & {
  readonly address: string
  readonly batches: Batches
  readonly onLate: () => void
}): FamilyHost {
  const { networks, site, store, fetch, signal } = parameters
  const reads = perKey<NodeReads>(() => ({ answers: new Map(), unread: new Map(), onLate }))
  const outside = perKey((of) =>
    outsideByApi({ fetch, network: networkOf(networks, of), address, paid: paidBy(store), onLate }),
  )
  return {
    ...{ batches, signal, grants: grantsIn(parameters) },
    sponsoring: parameters.asking && createSponsoring({ ...parameters.asking, site }),
    networks: () => networks,
    network(chainId) {
      const network = networks.find((each) => each.chainId === chainId)
      return network && { ...network, reads: reads(chainId) }
    },
    addNetwork: () => Promise.reject(notThere('error.network')),
    switchNetwork: () => Promise.reject(notThere('error.network')),
    // What it was asked already it isn't asked again, whoever asks.
    outside: ({ network }) => outside(network.chainId),
  }
}

/** The place of a request on the screen: what it asks next stands in the place of what it asked before, until it is finished. */
function screenOf({
  approvals,
  signal,
  late,
  identity,
  signer,
}: Pick<Approved, 'approvals' | 'signal'> & {
  readonly late: ReturnType<typeof lateAnswers>
  readonly identity: string
  readonly signer: AskedApproval['signer']
}) {
  let shown: DrawnRequest | undefined
  return {
    async ask(prepared: Extract<Asking, { readonly kind: 'ask' }>) {
      const approval: AskedApproval = {
        ...{ request: identity, shown: sayRequest(prepared.shown), payloads: prepared.payloads },
        ...{ signer, replaces: shown },
      }
      let now = approval.shown
      const fill = filling(prepared, (is) => {
        if (approvals.fillIn(now, is)) now = is
      })
      const whenShown = () => late.follow(fill)
      const answer = await approvals.ask({ ...approval, whenShown }, signal).finally(late.leave)
      shown = now
      return answer
    },
    async finish(receipt?: ApprovalReceipt, coming?: Promise<Came>) {
      const finished = shown
      // One that stays isn't put away by its end here.
      if (coming) shown = undefined
      if (finished) await approvals.finish(finished, receipt, coming)
    },
  }
}

/** Does what was approved. @returns what came of it, or what is asked for in its place. @throws WalletError · RpcFailure */
async function carriedOut(
  prepared: Extract<PreparedRequest, { readonly kind: 'ask' }>,
): Promise<{ readonly said?: unknown; readonly again?: PreparedRequest | undefined }> {
  try {
    return { said: await prepared.perform() }
  } catch (error) {
    const again = await prepared.instead?.(error)
    if (again) return { again }
    throw error instanceof WalletError ? error : new RpcFailure(failureOf(error))
  }
}

/** Follows answers that come when they are no longer waited for, and before what they belong to is shown. */
function lateAnswers() {
  let onLate: (() => void) | undefined
  let isMissed = false
  return {
    notify() {
      if (onLate) onLate()
      else isMissed = true
    },
    follow(next: () => void) {
      onLate = next
      if (isMissed) next()
      isMissed = false
    },
    leave() {
      onLate = undefined
    },
  }
}

/** Something of its own for each key, made once. */
function perKey<Made>(make: (key: string) => Made): (key: string) => Made {
  const all = new Map<string, Made>()
  return (key) => {
    const made = all.get(key) ?? make(key)
    all.set(key, made)
    return made
  }
}

/** Describes what is asked anew, by what is known by then. One that comes after a later one says less, and isn't shown. */
function filling(prepared: Asking, show: (is: DrawnRequest) => void): () => void {
  if (prepared.kind === 'answer') return () => {}
  const { describe } = prepared
  let [begun, taken] = [0, 0]
  return () => {
    begun += 1
    const number = begun
    describe?.().then((is) => {
      if (number < taken) return
      taken = number
      show(sayRequest(is))
      // What was shown before stands, with what it says is missing.
    }, console.warn)
  }
}

/** An account that signs what was approved: in its order, nothing twice, and nothing but the bytes and fields that were shown [F13]. */
function signingOnly({
  family,
  address,
  payloads,
  sign,
}: Pick<RpcParameters, 'sign'> & {
  readonly family: string
  readonly address: string
  readonly payloads: ApprovedPayload[]
}): SigningAccount {
  const signed = async (payload: Payload): Promise<readonly Uint8Array[]> => {
    const parts = partsOf(payload)
    const approved = payloads.splice(0, parts.length)
    const hashes = await Promise.all(parts.map(async (part) => encodeBytes(await sha256(Uint8Array.from(part)))))
    if (approved.length < hashes.length || hashes.some((hash, index) => hash !== approved[index]?.hash))
      throw new WalletError({ sentence: 'error.rejected', rpcCode: 4001 })
    const given = approved.flatMap(({ signature }) => signature ?? [])
    if (given.length === parts.length) return given // of the wallet's own window
    return sign({ family, address, payloads: [payload], approved: hashes })
  }
  return {
    address,
    async sign(bytes) {
      // As they are now: what comes of a hash comes later.
      const [signature] = await signed(Uint8Array.from(bytes))
      return signature ?? new Uint8Array()
    },
    async signSwitching(switching) {
      const [authorization = new Uint8Array(), transaction = new Uint8Array()] = await signed({ ...switching })
      return [authorization, transaction]
    },
    signSponsored: (operation) => signed({ ...operation }),
  }
}

const Sent = v.union([
  v.pipe(
    v.string(),
    v.transform((id) => ({ id })),
  ),
  v.object({ id: v.string() }),
  v.pipe(
    v.object({ signature: v.string() }),
    v.transform(({ signature }) => ({ id: signature })),
  ),
])

/** Returns the hash of a sent transaction on its chain; of a batch the first one's. */
async function hashIn(result: unknown, batches: Batches): Promise<string | undefined> {
  const { success, output } = v.safeParse(Sent, result)
  if (!success) return undefined
  const batch = await batches.get(output.id)
  return batch ? batch.hashes[0] : output.id
}

/** The labels of what is to come. */
const coming: readonly RequestSentence[] = [
  ...(['request.get', 'request.getAtLeast', 'request.mayGet', 'request.promised', 'request.simulatedComes'] as const),
  ...(['request.borrowed', 'request.takenOut', 'request.fromOthers'] as const),
]

/** Whether something is to come for what is given. */
const isExchange = ({ facts }: Extract<PreparedRequest, { readonly kind: 'ask' }>['shown']): boolean =>
  facts.some(({ label }) => coming.includes(label.name))

/** Returns what has come of a transaction, as the visitor's language writes it. */
async function whatCame(of: Parameters<typeof cameBy>[0]): Promise<Came> {
  const { status, facts } = await cameBy(of)
  const title = { name: 'request.get', values: {} } as const
  const { sums } = sayRequest({ title, act: title, facts, warnings: [], isDeliberate: false })
  return { status, amounts: sums.map(({ value }) => value) }
}

type Asking = Exclude<PreparedRequest, { readonly kind: 'refuse' }>

/** @throws RpcFailure for a request that is refused */
function asking(prepared: PreparedRequest): Asking {
  if (prepared.kind === 'refuse') throw new RpcFailure(prepared.failure)
  return prepared
}

/** The network that a request is for: the one in use, where it is of the family; else the family's first. */
function chainFor({
  networks,
  chainId,
  family,
}: Pick<RpcParameters, 'networks' | 'chainId'> & { readonly family: string }): string {
  const current = chainId()
  if (current.startsWith(`${family}:`)) return networkOf(networks, current).chainId
  const first = networks.find((each) => each.chainId.startsWith(`${family}:`))
  if (!first) throw notThere('error.network', 4901)
  return first.chainId
}
