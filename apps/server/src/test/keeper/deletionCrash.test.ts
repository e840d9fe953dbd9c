import { askDeletionCall, DeletionState, deletionStateCall } from '@foyer/custody/deletionCalls'
import { openKeeperDatabase } from '@foyer/keeper/startKeeper'
import { keeperCeremonies, keeperDeletions } from '@foyer/keeper/tables'
import { site } from '@foyer/keeper/test/keeperWorld'
import { readWalletCall } from '@foyer/login/loginCalls'
import { allowDeletionCall, readDeletionCall } from '@foyer/login/loginDeletionCalls'
import { wholeOn } from '@foyer/service-testing/wholeOn'
import { isNotNull, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type BothProcesses, comeIn, deathOf, isAbout, soon, startProcesses, type Who } from './bothProcesses.js'

/** The keeper's words to the login server, in order; the mails that it sends itself are between the first two, and after the second. */
const saying = ['notice', 'close', 'finish'] as const
type Said = (typeof saying)[number]
interface Border {
  readonly killed: Who
  /** `before`: the other has heard nothing; `after`: it has, and its answer is lost. */
  readonly at: `${'before' | 'after'} deletions/${Said}` | 'deleting mail' | 'deleted mail'
}

const everywhere: readonly Border[] = [
  ...saying.flatMap((said) =>
    (['before', 'after'] as const).flatMap((when): readonly Border[] => [
      { killed: 'keeper', at: `${when} deletions/${said}` },
      { killed: 'login', at: `${when} deletions/${said}` },
    ]),
  ),
  ...(['deleting mail', 'deleted mail'] as const).map((at): Border => ({ killed: 'keeper', at })),
]
/** FOYER_FULL=1: each border, on both databases. */
const kinds = wholeOn(['directory', 'postgres'] as const)
const borders: readonly Border[] = process.env.FOYER_FULL
  ? everywhere
  : [
      { killed: 'keeper', at: 'after deletions/notice' },
      { killed: 'keeper', at: 'deleting mail' },
      { killed: 'keeper', at: 'before deletions/finish' },
      { killed: 'login', at: 'before deletions/close' },
    ]

const subjects = { deleting: 'Your wallet will be deleted on', deleted: 'Your wallet was deleted' } as const

describe.each(kinds)('[F16] on a %s', (kind) => {
  let both: BothProcesses
  /** The deleted wallets, by their mailboxes. */
  const gone = new Map<string, string>()
  beforeAll(async () => {
    both = await startProcesses({ kind, waitHours: 0 })
  })
  afterAll(() => both?.stop())

  /** As if the minutes had passed in which a node that lives would have done what it had taken on itself. */
  const later = async () => {
    const database = await openKeeperDatabase({ location: both.locations.keeper })
    const { owes, nextTellAt } = keeperDeletions
    await database.orm.update(keeperDeletions).set({ owedAt: sql`owed_at - interval '1 hour'` }).where(isNotNull(owes))
    await database.orm
      .update(keeperDeletions)
      .set({ nextTellAt: new Date(0) })
      .where(isNotNull(nextTellAt))
    await database.orm.update(keeperCeremonies).set({ mailedAt: sql`mailed_at - interval '1 hour'` })
    await database.close()
  }
  /** Kills a process at the border, and brings it back. @returns resolves once it is */
  const killAt = ({ killed, at }: Border): Promise<void> => {
    const meanwhile = killed === 'keeper' ? later : async () => {}
    const { die, back } = deathOf({ ...both, killed, meanwhile })
    if (at === 'deleting mail' || at === 'deleted mail') {
      const about = at === 'deleting mail' ? subjects.deleting : subjects.deleted
      both.mails.keeper.beforeTaken = async (mail) => {
        if (!isAbout(mail, about)) return
        both.mails.keeper.beforeTaken = async () => {}
        await die()
      }
    } else both.between.at = { point: at, cut: die }
    return back
  }

  test.each(borders.map((border, round) => ({ ...border, round })))(
    'the $killed is killed at “$at”: it goes on by itself, the wallet is gone at both, and its person was written to',
    async ({ round, ...border }) => {
      const email = `visitor-${kind}-${round}@mail.example`
      const client = `10.1.${kind === 'postgres' ? 1 : 0}.${round + 1}`
      const person = await deleting({ email, client })
      const back = killAt(border)
      const asking = person.ask().catch((error: unknown) => error)
      await back
      await asking
      // One that ended before it began to wait leaves nothing that waits, and may be asked again.
      if (border.at.endsWith('notice')) {
        await vi.waitFor(async () => expect(await person.waits()).toBeNull(), soon)
        await person.ask()
      }
      await vi.waitFor(async () => expect((await person.state()).status).toBe('deleted'), soon)
      await vi.waitFor(async () => expect(await person.status()).toBe(401), soon)
      const sent = (about: string) =>
        both.mails.keeper.taken.filter((mail) => mail.to === email && isAbout(mail, about)).length
      // One that was taken without a word of it is sent once more, better twice than not at all: where the keeper is killed at it, and where it is killed before it has written that down.
      for (const [about, at] of [
        [subjects.deleting, 'deleting mail'],
        [subjects.deleted, 'deleted mail'],
      ] as const) {
        await vi.waitFor(() => expect(sent(about)).toBeGreaterThanOrEqual(border.at === at ? 2 : 1), soon)
        expect(sent(about)).toBeLessThanOrEqual(border.killed === 'keeper' ? 2 : 1)
      }
      gone.set(email, person.wallet)
    },
  )

  test('each mailbox makes another wallet afterwards', async () => {
    // A mailbox is written to once in half a minute.
    await Promise.all([both.kill('keeper'), both.kill('login')])
    await later()
    await Promise.all([both.start('keeper'), both.start('login')])
    expect(gone.size).toBe(borders.length)
    // FOYER_FULL=1: each. Else one of a keeper that was killed, and one of a login server.
    const again = [...gone].filter((_, at) => process.env.FOYER_FULL || at === 0 || at === gone.size - 1)
    for (const [email, before] of again) {
      const { wallet, status, state } = await deleting({ email, client: '10.3.0.1' })
      expect(wallet).not.toBe(before)
      expect([await status(), await state()]).toEqual([200, { status: 'none' }])
    }
  })

  /** A person who comes in, and what they ask of both servers for the end of their wallet. */
  async function deleting(who: { readonly email: string; readonly client: string }) {
    const { wallet, token, atLogin, atKeeper } = await comeIn(both, who)
    return {
      wallet,
      async ask() {
        expect((await atLogin(allowDeletionCall, { wallet }, token)).status).toBe(204)
        const answer = await atKeeper(askDeletionCall, { wallet, site })
        if (!answer.ok) throw new Error(await answer.text())
      },
      state: async () => v.parse(DeletionState, await (await atKeeper(deletionStateCall, { wallet })).json()),
      waits: async () =>
        v.parse(readDeletionCall.reply, await (await atLogin(readDeletionCall, { wallet }, token)).json()).opensAt,
      status: async () => (await atLogin(readWalletCall, { wallet }, token)).status,
    }
  }
})
