import { askDeletionCall } from '@foyer/custody/deletionCalls'
import { cancelCeremonyCall, ceremonyStateCall } from '@foyer/custody/keeperCalls'
import { forgetDeviceCall, refuseLinkCall } from '@foyer/custody/keeperPageCalls'
import type { Receipt } from '@foyer/custody/signed'
import { ask, begin, confirm, createDevice, signed, site } from '@foyer/keeper/test/keeperWorld'
import { readWalletCall, renewSessionCall, Session } from '@foyer/login/loginCalls'
import { allowDeletionCall } from '@foyer/login/loginDeletionCalls'
import pg from 'pg'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { reasonOf, signStatement } from '../../login/test/openLogin.js'
import {
  type BothProcesses,
  comeIn,
  deathOf,
  deviceAt,
  linkTo,
  soon,
  startProcesses,
  type Who,
} from './bothProcesses.js'

/** The actions of an owner on a device, theirs or not: a wait is cancelled, a device removed, one that has opened denied, the wallet deleted. */
const endings = ['cancelled', 'removed', 'denied', 'deleted'] as const
type Ending = (typeof endings)[number]
/**
 * The points where a process is killed: while the owner asks the keeper, once it has answered, and before, while or after the login server gets the
 * keeper's word, whose answer is lost each time.
 */
const points = ['pressed', 'answered', 'before word', 'within word', 'after word'] as const
interface Round {
  readonly ending: Ending
  readonly killed: Who
  readonly at: (typeof points)[number]
}

/** The rounds on the word for the devices: the keeper's own asking for a deletion has rounds of its own. */
const everywhere: readonly Round[] = endings.flatMap((ending) =>
  points
    .filter((at) => ending !== 'deleted' || at.endsWith('word'))
    .flatMap((at) => (['keeper', 'login'] as const).map((killed): Round => ({ ending, killed, at }))),
)
/** FOYER_FULL=1: each point of each ending, in both processes: 36 rounds. */
const rounds: readonly Round[] = process.env.FOYER_FULL
  ? everywhere
  : [
      { ending: 'cancelled', killed: 'keeper', at: 'after word' },
      { ending: 'removed', killed: 'keeper', at: 'answered' },
      { ending: 'denied', killed: 'login', at: 'within word' },
      { ending: 'deleted', killed: 'keeper', at: 'before word' },
    ]

let both: BothProcesses
let rows: Record<Who, pg.Pool>
beforeAll(async () => {
  both = await startProcesses({ kind: 'postgres', waitHours: 24 })
  const poolOf = (who: Who) => {
    const location = both.locations[who]
    return new pg.Pool({ connectionString: location.kind === 'postgres' ? location.url : '', max: 1 })
  }
  rows = { keeper: poolOf('keeper'), login: poolOf('login') }
})
afterAll(async () => {
  await Promise.all([rows?.keeper.end(), rows?.login.end()])
  await both?.stop()
})

/** As if the time had passed until the keeper says again what wasn't heard. */
const untilTold = async () => {
  await rows.keeper.query('update keeper_ceremonies set next_tell_at = to_timestamp(0) where next_tell_at is not null')
}

/** As if two days had passed. */
const twoDaysPass = async (person: string) => {
  await rows.keeper.query("update keeper_bindings set bound_at = bound_at - interval '2 days' where person = $1", [
    person,
  ])
  await rows.keeper.query("update keeper_ceremonies set mailed_at = mailed_at - interval '2 days' where person = $1", [
    person,
  ])
}

/** The budgets of codes are of one process: it has none of them any more. */
const forgetBudgets = async () => {
  await both.kill('login')
  await both.start('login')
}

type Owner = Awaited<ReturnType<typeof comeIn>>
interface Thief {
  readonly at: ReturnType<typeof deviceAt>
  readonly ceremony: string
  /** null where they have a receipt, and keep it */
  readonly session: Session | null
}

/**
 * Somebody with the mailbox has typed the digits, and has a session: by a receipt that was stolen while the keeper holds the device, else after the wait. Where the
 * wallet is deleted they have only the receipt: sessions end with the wallet.
 */
async function comeInAsThief({
  email,
  wallet,
  round,
  ending,
}: {
  email: string
  wallet: string
  round: number
  ending: Ending
}) {
  const isHeld = ending === 'cancelled'
  const at = deviceAt(both, { email, client: `10.5.${round}.7`, device: await createDevice() })
  const after = both.mails.keeper.taken.length
  const { ceremony, digits } = await begin(at.keeper, { device: at.device, to: email })
  const link = await linkTo(both, { to: email, after })
  expect((await confirm(at.keeper, await createDevice(), link, digits)).status).toBe('held')
  if (!isHeld)
    await rows.keeper.query('update keeper_ceremonies set opens_at = now(), acts_at = now() where id = $1', [ceremony])
  const stolen = { email, wallet, device: at.device.id, ceremony }
  const receipt = isHeld
    ? await signStatement({ keeper: both.keeperKeys, now: Date.now(), ...stolen })
    : await confirmationOf(at, ceremony)
  if (ending === 'deleted') return { at, ceremony, session: null, after }
  await forgetBudgets()
  const session = v.parse(Session, await (await at.enter(receipt)).json())
  return { at, ceremony, session, after } satisfies Thief & { after: number }
}

const stateOf = ({ keeper, device }: Thief['at'], ceremony: string) =>
  signed(keeper, { call: ceremonyStateCall, keys: device.keys, payload: { ceremony, known: null } })

const confirmationOf = async (at: Thief['at'], ceremony: string): Promise<Receipt> => {
  const state = await stateOf(at, ceremony)
  return state.status === 'released' ? state.confirmation : expect.fail(state.status)
}

interface Press {
  readonly ending: Ending
  readonly email: string
  readonly owner: Owner
  readonly thief: Thief & { readonly after: number }
}

/** Returns the owner's press, to be repeated as often as it is cut off. */
async function pressOf({
  ending,
  email,
  owner,
  thief: { at, ceremony, after },
}: Press): Promise<() => Promise<Response>> {
  const { wallet, token } = owner
  if (ending === 'cancelled') return () => owner.atKeeper(cancelCeremonyCall, { ceremony })
  if (ending === 'removed') return () => owner.atKeeper(forgetDeviceCall, { device: at.device.id })
  if (ending === 'denied') {
    const link = await linkTo(both, { to: email, after, about: 'Someone is signing in: your wallet opens there now' })
    return () => ask(owner.keeper, refuseLinkCall, { link })
  }
  return async () => {
    expect((await owner.atLogin(allowDeletionCall, { wallet }, token)).status).toBe(204)
    const asked = await owner.atKeeper(askDeletionCall, { wallet, site })
    // The wait is over at both.
    await rows.login.query('update login_deletions set opens_at = now() where wallet = $1', [wallet])
    await rows.keeper.query('update keeper_deletions set opens_at = now(), next_tell_at = now() where wallet = $1', [
      wallet,
    ])
    return asked
  }
}

/** Presses, and has a process die at the point and come back. */
async function pressAndKill({
  round,
  killed,
  at,
  press,
}: Omit<Round, 'ending'> & { round: number; press: () => Promise<Response> }) {
  const { die, back } = deathOf({ ...both, killed, meanwhile: async () => {} })
  if (at === 'pressed') {
    const cut = press().catch(() => undefined)
    // A moment in which the call is under way, another one each round.
    await Promise.race([cut, moment((round * 5) % 19)])
    await die()
    await cut
    await back
  } else if (at !== 'answered')
    both.between.at = { point: at.replace('word', 'devices/end'), cut: dieIn(at, die, round) }
  expect((await press()).status).toBeLessThan(300)
  if (at === 'answered') await die()
  await back
  await untilTold()
}

const moment = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
/** Within the word: a moment after the login server was asked. */
const dieIn = (at: Round['at'], die: () => Promise<void>, round: number) => async () => {
  if (at === 'within word') await moment((round * 3) % 11)
  await die()
}

const readsWallet = async ({ atLogin }: Thief['at'], { token, wallet }: { token: string; wallet: string }) =>
  (await atLogin(readWalletCall, { wallet }, token)).status

const over: { email: string; ending: Ending; owner: Owner; thief: Thief }[] = []

test.each(rounds.map((each, round) => ({ ...each, round })))(
  '[F4] [F16] $ending, the $killed killed at “$at”: the word arrives, nothing of the thief’s opens any more, and the owner’s stays as it is',
  async ({ round, ending, killed, at }) => {
    const email = `owner-${round}@mail.example`
    const owner = await comeIn(both, { email, client: `10.4.${round}.7` })
    await twoDaysPass(`email:${email}`)
    const { wallet, token } = owner
    const thief = await comeInAsThief({ email, wallet, round, ending })
    const theirs = { token: thief.session?.accessToken ?? '', wallet }
    expect(await readsWallet(thief.at, theirs)).toBe(thief.session === null ? 401 : 200)
    await pressAndKill({ round, killed, at, press: await pressOf({ ending, email, owner, thief }) })
    await vi.waitFor(async () => expect(await readsWallet(thief.at, theirs)).toBe(401), soon)
    if (thief.session !== null) {
      const { refreshToken } = thief.session
      expect((await thief.at.atLogin(renewSessionCall, { refreshToken })).status).toBe(401)
    }
    const reason = ending === 'denied' ? 'refused' : 'cancelled'
    const isOver = { status: 'ended', reason }
    await vi.waitFor(async () => expect(await stateOf(thief.at, thief.ceremony)).toEqual(isOver), soon)
    await vi.waitFor(async () => expect(await untoldOf(email)).toBe(0), soon)
    await vi.waitFor(
      async () => expect(await readsWallet(owner, { token, wallet })).toBe(ending === 'deleted' ? 401 : 200),
      soon,
    )
    over.push({ email, ending, owner, thief })
  },
)

const untoldOf = async (email: string): Promise<number> => {
  const untold = 'select id from keeper_ceremonies where person = $1 and next_tell_at is not null'
  return (await rows.keeper.query(untold, [`email:${email}`])).rows.length
}

test('[F1] [F4] afterwards each owner logs in anew, or makes the next wallet, and no thief comes in by what they kept', async () => {
  expect(over).toHaveLength(rounds.length)
  await forgetBudgets()
  for (const { email, ending, owner, thief } of over) {
    await twoDaysPass(`email:${email}`)
    if (ending === 'deleted') {
      const next = await comeIn(both, { email, client: '10.6.0.7' })
      expect(await readsWallet(next, next)).toBe(200)
      await forgetBudgets()
    } else {
      const { accessToken } = v.parse(Session, await (await owner.enter()).json())
      expect(await readsWallet(owner, { token: accessToken, wallet: owner.wallet })).toBe(200)
    }
    const kept = await signStatement({
      ...{ keeper: both.keeperKeys, now: Date.now(), email },
      ...{ device: thief.at.device.id, ceremony: thief.ceremony },
    })
    expect(await reasonOf(await thief.at.enter(kept))).toEqual([403, 'unconfirmed', 'confirmation'])
  }
})
