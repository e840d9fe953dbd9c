import type { Receipt } from '@foyer/custody/signed'
import { readReceipt, readWalletWord } from '@foyer/login/keeperWords'
import type { Door, WalletAddresses } from '@foyer/login/loginCalls'
import type { Orm } from '@foyer/service/db/database'
import { UnconfirmedError } from '@foyer/service/errors/custodyRefusals'
import { and, count, eq, isNotNull, isNull } from 'drizzle-orm'
import { loginDoors, loginWallets } from '../db/schema/index.js'
import { closeWallet } from './closeWallet.js'
import { doorsThere, finishDoor, isSecuredByOwn } from './doors.js'
import { loginRooms } from './loginLimits.js'
import { type MovePersonParameters, movePerson } from './movePerson.js'
import {
  DoorUnknownError,
  orUnconfirmed,
  TooManyUnfinishedError,
  WalletOtherwiseError,
  WalletTakenError,
  WalletUnknownError,
} from './refusals.js'
import type { LoginSession } from './sessions.js'

/** A wallet as this server has it: nothing of it opens without a door's other part. */
export interface KeptWallet {
  readonly wallet: string
  readonly vault: string
  readonly addresses: WalletAddresses
}

export interface Wallets {
  /**
   * Keeps a new wallet with doors that were contributed to by the same device. The same again is no fault.
   * @throws {@link WalletTakenError} · {@link DoorUnknownError} · {@link TooManyUnfinishedError}
   */
  keep(request: KeptWallet & { readonly by: LoginSession; readonly doors: readonly Door[] }): Promise<void>
  /**
   * Makes a wallet the person's by the keeper's receipt, of which this server has no say: a new one, or one that was another mailbox's. The same again is no fault.
   * @throws {@link UnconfirmedError} for a receipt that isn't one · {@link WalletUnknownError} · {@link WalletTakenError}
   */
  claim(request: { readonly by: LoginSession; readonly receipt: Receipt }): Promise<void>
  /**
   * Agrees to the keeper's statement of what is kept here of a wallet that it has bound, and makes it so where the keeper is to end the binding.
   * @throws {@link UnconfirmedError} where it isn't the keeper's · {@link WalletOtherwiseError} where it isn't so
   */
  agree(request: { readonly receipt: Receipt }): Promise<void>
  /** The accounts of the person's wallet; none where they have no wallet. */
  addressesOf(by: LoginSession): Promise<WalletAddresses | readonly []>
  /** @throws {@link WalletUnknownError} for one that isn't the person's */
  read(request: {
    readonly by: LoginSession
    readonly wallet: string
  }): Promise<KeptWallet & { readonly doors: Door[] }>
}

export interface WalletsParameters
  extends Pick<MovePersonParameters, 'orm' | 'mails' | 'siteNames' | 'now' | 'origin'> {
  readonly keeperKey: string
}

export function createWallets(parameters: WalletsParameters): Wallets {
  const { orm } = parameters
  return {
    keep: (request) => keep({ ...parameters, ...request }),
    claim: (request) => claim({ ...parameters, ...request }),
    agree: (request) => agree({ ...parameters, ...request }),
    async addressesOf({ person }) {
      const isClaimed = and(eq(loginWallets.person, person), isNotNull(loginWallets.claimedAt))
      const [row] = await orm.select({ addresses: loginWallets.addresses }).from(loginWallets).where(isClaimed)
      return row?.addresses ?? []
    },
    async read({ by, wallet }) {
      const [row] = await orm.select().from(loginWallets).where(isTheirs({ by, wallet }))
      if (row === undefined) throw new WalletUnknownError()
      const { vault, addresses } = row
      return { wallet, vault, addresses, doors: await doorsOf({ orm, wallet }) }
    },
  }
}

/** A wallet that is a person's, by the keeper's word. */
export const isTheirs = ({ by, wallet }: { readonly by: Pick<LoginSession, 'person'>; readonly wallet: string }) =>
  and(eq(loginWallets.id, wallet), eq(loginWallets.person, by.person), isNotNull(loginWallets.claimedAt))

type Keep = WalletsParameters & Parameters<Wallets['keep']>[0]

function keep({ orm, by, wallet, vault, addresses, doors, now }: Keep): Promise<void> {
  const { person } = by
  return orm.transaction(async (transaction) => {
    const [there] = await transaction.select().from(loginWallets).where(eq(loginWallets.id, wallet))
    // A browser that was cut off from the answer asks again.
    if (there !== undefined) {
      if (there.person === person && there.vault === vault && there.closedAt === null) return
      throw new WalletTakenError()
    }
    const { claimedAt, closedAt } = loginWallets
    const isUnclaimed = and(eq(loginWallets.person, person), isNull(claimedAt), isNull(closedAt))
    const [unclaimed] = await transaction.select({ count: count() }).from(loginWallets).where(isUnclaimed)
    if ((unclaimed?.count ?? 0) >= loginRooms.unclaimedWallets.most)
      throw new TooManyUnfinishedError({ name: 'wallet' })
    for (const door of doors) {
      if (!(await finishDoor({ orm: transaction, by, wallet, ...door }))) throw new DoorUnknownError()
    }
    const made = await transaction
      .insert(loginWallets)
      .values({ id: wallet, person, vault, addresses, createdAt: new Date(now()) })
      .onConflictDoNothing()
      .returning({ id: loginWallets.id })
    if (made.length === 0) throw new WalletTakenError()
  })
}

type Claim = WalletsParameters & Parameters<Wallets['claim']>[0]

async function claim(request: Claim): Promise<void> {
  const { orm, by, receipt, keeperKey, now } = request
  const { person, device } = by
  const bound = await orUnconfirmed(readReceipt({ receipt, keeper: keeperKey, is: 'bound', now: now() }))
  // The device that has changed its person's mailbox shows the word for the new one.
  const isOwn = bound.person === person || bound.moved?.from === person
  if (!isOwn || bound.device !== device) throw new UnconfirmedError()
  if (bound.moved !== undefined && (await movePerson({ ...request, bound, moved: bound.moved }))) return
  const isTheirClaimed = and(eq(loginWallets.person, bound.person), isNotNull(loginWallets.claimedAt))
  const [claimed] = await orm.select({ id: loginWallets.id }).from(loginWallets).where(isTheirClaimed)
  if (claimed?.id === bound.wallet) return
  if (claimed !== undefined) throw new WalletTakenError()
  const made = await orm
    .update(loginWallets)
    .set({ receipt, claimedAt: new Date(now()) })
    .where(and(eq(loginWallets.id, bound.wallet), eq(loginWallets.person, bound.person), isNull(loginWallets.closedAt)))
    .returning({ id: loginWallets.id })
  if (made.length === 0) throw new WalletUnknownError()
}

type Word = Awaited<ReturnType<typeof readWalletWord>>
interface IsSo extends Pick<Word, 'wallet' | 'person'> {
  readonly orm: Orm
  readonly now: number
}

/**
 * A wallet counts as kept though it was never claimed: a device of its person's that comes later claims it by the keeper's word. The keeper asks no more once it was
 * answered so, and has the person bound to it for good: it is forgotten no more.
 */
async function isKept({ orm, wallet, person, now }: IsSo): Promise<boolean> {
  const isIts = and(eq(loginWallets.id, wallet), eq(loginWallets.person, person), isNull(loginWallets.closedAt))
  const kept = await orm
    .update(loginWallets)
    .set({ agreedAt: new Date(now) })
    .where(isIts)
    .returning()
  return kept.length > 0
}

/** Once the recovery door is gone here, no door of the visitor's own goes that leaves too few. */
async function isSecured({ orm, wallet, person }: IsSo): Promise<boolean> {
  const isClaimed = isTheirs({ by: { person }, wallet })
  if ((await orm.select({ id: loginWallets.id }).from(loginWallets).where(isClaimed)).length === 0) return false
  return isSecuredByOwn(await doorsThere({ orm, wallet }))
}

const isSo: Readonly<Record<Word['is'], (request: IsSo) => Promise<boolean>>> = {
  kept: isKept,
  secured: isSecured,
  unknown: (request) => closeWallet({ ...request, as: 'unknown' }),
  undone: (request) => closeWallet({ ...request, as: 'undone' }),
}

async function agree({ orm, receipt, keeperKey: keeper, now }: WalletsParameters & { readonly receipt: Receipt }) {
  const { is, ...of } = await orUnconfirmed(readWalletWord({ receipt, keeper, now: now() }))
  if (!(await isSo[is]({ orm, now: now(), ...of }))) throw new WalletOtherwiseError()
}

async function doorsOf({ orm, wallet }: { readonly orm: Orm; readonly wallet: string }): Promise<Door[]> {
  const { door, kind, wrap } = loginDoors
  const rows = await orm
    .select({ door, kind, wrap })
    .from(loginDoors)
    .where(eq(loginDoors.wallet, wallet))
    .orderBy(loginDoors.createdAt, door)
  return rows.flatMap(({ wrap, ...row }) => (wrap === null ? [] : [{ ...row, wrap }]))
}
