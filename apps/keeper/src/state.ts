import { decodeBytes, encodeBytes } from '@foyer/custody/bytes'
import { boxUses, type CeremonyState } from '@foyer/custody/keeperCalls'
import { openBox, sealBox } from '@foyer/custody/sealedBox'
import { type Receipt, type Statement, signReceipt } from '@foyer/custody/signed'
import { sleep } from '@foyer/service/clock'
import type { KeeperBase } from './base.js'
import { type Binding, type Ceremony, partIn, seconds, times } from './ceremony.js'
import { settle } from './opening.js'
import { CeremonyOverError } from './refusals.js'
import { findBinding, findCeremony } from './store.js'

export interface AskState {
  readonly ceremony: string
  readonly device: string
  readonly known: CeremonyState['status'] | null
  readonly client: string
  readonly signal: AbortSignal
}

/** Between two looks while a device waits; another node may have changed the row. */
const lookEveryMs = 1_000

/**
 * Returns a ceremony's state as soon as it is another than what is known, or after 20 seconds; at once where the client's network has its share of those
 * that wait. @throws CeremonyOverError
 */
export async function ceremonyState(
  base: KeeperBase,
  { known, signal, client, ...asked }: AskState,
): Promise<CeremonyState> {
  return whileWaiting({ base, client, signal }, async (mayWait) => {
    const ceremony = await ownCeremony(base, asked, base.look)
    const isNew = stateNameOf(ceremony) !== (known === 'secured' ? 'released' : known)
    return isNew || !mayWait() ? stateOf(base, ceremony) : null
  })
}

interface WhileWaiting {
  readonly base: Pick<KeeperBase, 'clock' | 'waits'>
  readonly client: string
  readonly signal: AbortSignal
}

/** Looks until there is an answer. All look in the same moments, so that they are looked up together. */
export async function whileWaiting<Answer>(
  { base: { clock, waits }, client, signal }: WhileWaiting,
  look: (mayWait: () => boolean) => Promise<Answer | null>,
): Promise<Answer> {
  const until = clock.now() + times.pollMs
  const waiting = waits.take({ owner: client })
  const mayWait = () => typeof waiting === 'object' && !signal.aborted && clock.now() < until
  try {
    for (;;) {
      const answer = await look(mayWait)
      if (answer !== null) return answer
      await sleep({ clock, ms: lookEveryMs - (clock.now() % lookEveryMs) })
    }
  } finally {
    if (typeof waiting === 'object') waiting.release()
  }
}

/** A device's own ceremony as it stands now. @throws CeremonyOverError for another's, too */
export async function ownCeremony(
  base: KeeperBase,
  { ceremony: id, device }: { readonly ceremony: string; readonly device: string },
  find: KeeperBase['look'] = (id) => findCeremony(base.orm, id),
): Promise<Ceremony> {
  const found = await find(id)
  if (found === null || found.device !== device) throw new CeremonyOverError()
  return settle(base, found)
}

const stateNameOf = ({ status }: Ceremony): Exclude<CeremonyState['status'], 'secured'> =>
  status === 'confirmed' ? 'unbound' : status

async function stateOf(base: KeeperBase, ceremony: Ceremony): Promise<CeremonyState> {
  const { status, endedReason, opensAt, person } = ceremony
  if (status === 'waiting') return { status }
  if (status === 'ended') return { status, reason: endedReason ?? 'expired' }
  if (status === 'held') {
    if (opensAt === null) throw new CeremonyOverError()
    return { status, opensAt: seconds(opensAt) }
  }
  if (status === 'confirmed') {
    const receipt = await receiptOf(base, ceremony, { is: 'unbound' })
    return { status: 'unbound', confirmation: await confirmationOf(base, { ceremony, binding: null }), receipt }
  }
  const binding = await findBinding(base.orm, person)
  if (binding === null) throw new CeremonyOverError() // deleted meanwhile
  const part = await partFor(base, { ceremony, binding })
  if (part === null) return { status: 'secured' }
  return { status, ...(await releasedTo(base, { ceremony, binding })), part }
}

/** Returns what lets a device in, and says whose wallet it is: nothing of it is said before that opens, and of a wallet without a recovery door. */
export async function releasedTo(base: Pick<KeeperBase, 'clock' | 'secrets'>, of: Bound) {
  return { confirmation: await confirmationOf(base, of), receipt: await boundReceipt(base, of) }
}

/** @throws CeremonyOverError for one that no one has confirmed */
function confirmationOf(
  base: Pick<KeeperBase, 'clock' | 'secrets'>,
  { ceremony, binding }: Pick<Bound, 'ceremony'> & { readonly binding: Binding | null },
): Promise<Receipt> {
  if (ceremony.actsAt === null) throw new CeremonyOverError()
  const wallet = binding?.wallet ?? null
  return receiptOf(base, ceremony, { is: 'confirmed', actsFrom: seconds(ceremony.actsAt), wallet })
}

type Own<Of> = Of extends unknown ? Omit<Of, 'person' | 'device' | 'ceremony' | 'expiresAt'> : never
type Stated = Own<Statement>

/** A statement about a ceremony's device under the keeper's key; each question gives a new one, which counts for ten minutes. */
export async function receiptOf(
  { clock, secrets }: Pick<KeeperBase, 'clock' | 'secrets'>,
  { id: ceremony, person, device }: Pick<Ceremony, 'id' | 'person' | 'device'>,
  stated: Stated,
): Promise<Receipt> {
  const expiresAt = seconds(clock.now() + times.receiptMs)
  return signReceipt(secrets.signing, { ...stated, person, device, ceremony, expiresAt })
}

interface Bound {
  readonly ceremony: Ceremony
  readonly binding: Binding
}

export const boundReceipt = (base: Pick<KeeperBase, 'clock' | 'secrets'>, { ceremony, binding }: Bound) =>
  receiptOf(base, ceremony, statedOf(binding))

/** Returns what the keeper states of a wallet: whose mailbox's it was before, too. */
export const statedOf = ({ wallet, sealedHash, movedFrom, movedAt }: Binding) => {
  const moved = movedFrom === null || movedAt === null ? undefined : { from: movedFrom, at: seconds(movedAt) }
  return { is: 'bound', wallet, sealedHash, moved } as const
}

/** The recovery door's part, opened with the keeper's key and sealed to the device's: it is in clear in this function alone. @returns null once it was deleted */
export async function partFor(
  { secrets, sealedRows }: KeeperBase,
  { ceremony, binding }: Bound,
): Promise<string | null> {
  if (ceremony.key === null) throw new CeremonyOverError()
  const { person, wallet } = binding
  const sealed = partIn(binding)
  if (sealed === null) return null
  const box = new Uint8Array(sealedRows.open({ row: [person, wallet], sealed }))
  const part = await openBox({ keys: secrets.sealing, box, use: boxUses.toKeeper, of: [wallet] })
  try {
    const to = decodeBytes(ceremony.key)
    return encodeBytes(await sealBox({ to, bytes: part, use: boxUses.toDevice, of: [ceremony.id] }))
  } finally {
    part.fill(0)
  }
}
