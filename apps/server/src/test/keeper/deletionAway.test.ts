import { newId } from '@foyer/custody/bytes'
import { finishDeletionCall } from '@foyer/custody/deletionCalls'
import { paid } from '@foyer/keeper/owing'
import { keeperDeletions } from '@foyer/keeper/tables'
import { dayMs, minuteMs, ofPage } from '@foyer/keeper/test/keeperWorld'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { reasonOf } from '../../login/test/openLogin.js'
import type { Both, Fault } from './bothServers.js'
import { type DeletionWorld, eachDeletion, gone, whole } from './deletionWorld.js'

let on: DeletionWorld
let both: Both
eachDeletion((world) => {
  on = world
  both = world.both
})

describe('[F16] a server that is away, or ends, at any moment', () => {
  test.each(['lost', 'deaf'] as const)(
    'as the keeper first speaks (%s): nothing waits, and it may be asked again',
    async (fault) => {
      both.faults.set('notice', [fault])
      await on.allow()
      expect(await reasonOf(await on.askKeeper())).toEqual([503, 'login_away', 'wallet'])
      await both.world.sendLate()
      expect(await on.atLoginServer()).toEqual({ opensAt: null })
      await on.due(2)
      expect(await on.left()).toEqual(whole)
      await on.logInAgain()
      await on.asked()
      await on.due()
      expect(await on.left()).toEqual(gone)
    },
  )

  test.each(['lost', 'deaf'] as const)(
    'as it asks for the last time (%s): the wallet is whole until it is gone',
    async (fault) => {
      await on.asked()
      both.faults.set('close', [fault, fault, fault])
      await on.due()
      expect(await on.left()).toEqual(whole)
      await on.due(3)
      expect(await on.left()).toEqual(gone)
    },
  )

  test.each(['lost', 'deaf'] as const)(
    'as it says that it is done (%s): it is said until it is heard',
    async (fault) => {
      await on.asked()
      both.faults.set('finish', [fault, fault])
      await on.due()
      expect((await on.left()).keeper).toBe(0)
      await on.due(3)
      expect(await on.left()).toEqual(gone)
      expect((await both.world.database.orm.select().from(keeperDeletions))[0]?.nextTellAt).toBeNull()
    },
  )

  test('between the login server’s answer and what the keeper writes down of it: nothing waits at either, a minute later', async () => {
    const deletion = await on.asked()
    // As the row stood before that answer.
    const { orm } = both.world.database
    const asking = { status: 'asked', ...paid, nextTellAt: new Date(both.clock.now() + minuteMs) } as const
    await orm.update(keeperDeletions).set(asking).where(eq(keeperDeletions.id, deletion))
    await both.world.sendLate()
    expect(await on.atLoginServer()).not.toEqual({ opensAt: null })
    both.pass(minuteMs)
    await both.world.sendLate()
    expect(await on.atLoginServer()).toEqual({ opensAt: null })
    await on.due(2)
    expect(await on.left()).toEqual(whole)
  })

  test('is asked once a round, however many wallets wait for it', async () => {
    const { orm } = both.world.database
    const deletion = await on.asked()
    const [row] = await orm.select().from(keeperDeletions).where(eq(keeperDeletions.id, deletion))
    if (!row) return expect.fail()
    const others = [1, 2].map((each) => ({
      ...row,
      id: newId(),
      wallet: newId(),
      cancelHash: null,
      loginCancelHash: null,
      person: `email:${each}@mail.example`,
    }))
    await orm.insert(keeperDeletions).values(others)
    both.pass(dayMs)
    const faults: Fault[] = ['lost', 'lost', 'lost']
    both.faults.set('close', faults)
    await both.world.sendLate()
    expect(faults).toHaveLength(2)
  })

  test('the page takes the keeper’s word as well', async () => {
    await on.asked()
    both.faults.set('finish', ['lost'])
    await on.due()
    const said = await on.state()
    if (said.status !== 'deleted') return expect.fail()
    for (let time = 0; time < 2; time += 1) {
      const answer = await both.login.api.post(finishDeletionCall.path, { receipt: said.receipt }, ofPage)
      expect(answer.status).toBe(204)
    }
    expect(await on.left()).toEqual(gone)
  })
})
