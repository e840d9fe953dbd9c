import { askDeletionCall, DeletionState, deletionStateCall } from '@foyer/custody/deletionCalls'
import type {} from '@foyer/keeper/services' // by which the types that are inferred here are named
import { keeperBindings, keeperDevices } from '@foyer/keeper/tables'
import { dayMs, mailsSent, minuteMs, site } from '@foyer/keeper/test/keeperWorld'
import { oneDatabase } from '@foyer/keeper/test/oneDatabase'
import { allowDeletionCall, readDeletionCall } from '@foyer/login/loginDeletionCalls'
import type { Database } from '@foyer/service/db/database'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { loginDevices, loginDoors, loginSessions, loginWallets } from '../../db/schema/index.js'
import { emptyLogin } from '../../login/test/emptyLogin.js'
import { openTestDatabase } from '../openApi.js'
import { type Both, startBoth } from './bothServers.js'

export type DeletionWorld = ReturnType<typeof deletionOf>

/**
 * Both servers and a person's wallet for each test of a file, on the two databases of that file.
 *
 * @param begin - receives them before the test
 * @param options - whether the login server takes the keeper's word for a code
 */
export function eachDeletion(begin: (world: DeletionWorld) => void, { sendsAhead = false } = {}): void {
  const ofKeeper = oneDatabase()
  let database: Database | undefined
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    if (!database) throw new Error('There is no database.')
    await emptyLogin(database)
    begin(deletionOf(await startBoth({ login: database, keeper: ofKeeper() }, { sendsAhead }), database))
  })
}

/** Creates the calls of a person's devices to both for a deletion, and the readings of what becomes of the wallet. */
function deletionOf(both: Both, database: Database) {
  const { wallet, device, world } = both
  let { token } = both
  const allow = (as = token, by = both.by) => both.atLogin(allowDeletionCall, { wallet }, as, by)
  const askKeeper = (who = device) => both.atKeeper(askDeletionCall, { wallet, site }, who)
  return {
    both,
    database,
    allow,
    askKeeper,
    /** The session of before is over, or its login too old. */
    async logInAgain() {
      token = await both.logIn(both.by)
    },
    state: async (who = device) =>
      v.parse(DeletionState, await (await both.atKeeper(deletionStateCall, { wallet }, who)).json()),
    /** Reads the login server's word on it. */
    atLoginServer: async () => (await both.atLogin(readDeletionCall, { wallet }, token)).json(),
    /** Asks both, and waits for their mails. @returns the deletion at the keeper */
    async asked(): Promise<string> {
      expect((await allow()).status).toBe(204)
      const answer = await askKeeper()
      if (!answer.ok) throw new Error(await answer.text())
      await mailsSent(world)
      return v.parse(askDeletionCall.reply, await answer.json()).deletion
    },
    /** The end of the wait, and what the keeper does by itself then. */
    async due(rounds = 1) {
      both.pass(dayMs)
      for (let round = 0; round < rounds; round += 1) {
        await world.sendLate()
        both.pass(minuteMs * 60)
      }
      await mailsSent(world)
    },
    /** Counts what is left of the person, at both. */
    async left() {
      const { orm } = world.database
      const [bindings, keys] = [await orm.select().from(keeperBindings), await orm.select().from(keeperDevices)]
      const atLogin = await Promise.all(
        [loginWallets, loginDoors, loginSessions, loginDevices].map(
          async (table) => (await database.orm.select().from(table)).length,
        ),
      )
      return { keeper: bindings.length + keys.length, login: atLogin.reduce((sum, each) => sum + each, 0) }
    },
  }
}

/** The counts where the wallet is whole, or gone at both. */
export const whole = { keeper: 3, login: 5 } as const
export const gone = { keeper: 0, login: 0 } as const
