import { randomUUID } from 'node:crypto'
import { newId } from '@foyer/custody/bytes'
import { signBody } from '@foyer/custody/signed'
import { removeDoorCall, renewSessionCall, Session, verifyCodeCall } from '@foyer/login/loginCalls'
import { createMemoryBudgets } from '@foyer/service/budget/memoryBudgets'
import type { Database } from '@foyer/service/db/database'
import { createOwnersOf } from '@foyer/service/owners/ownerOf'
import { type LentPostgres, lendPostgres } from '@foyer/service-testing/lendPostgres'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loginCodes, loginDoors } from '../db/schema/index.js'
import { openTestDatabase } from '../test/openApi.js'
import { createAccessTokens } from './accessTokens.js'
import { createCodeBudgets } from './codeBudgets.js'
import { type Codes, createCodes } from './codes.js'
import { createLogins } from './logins.js'
import { createRenewingTokens } from './renewingTokens.js'
import { createDevice, openLogin, type TestLogin, walletOrigin } from './test/openLogin.js'
import { makeWallet } from './test/testWallet.js'

/* What many ask at once, of two nodes on one PostgreSQL: the embedded database does one thing at a time. */

let postgres: LentPostgres
let database: Database
let login: TestLogin
beforeAll(async () => {
  postgres = lendPostgres()
  database = await openTestDatabase({ kind: 'postgres', url: await postgres.createDatabase(), connections: 20 })
  login = await openLogin({ database })
})
afterAll(async () => {
  await database?.close()
  await postgres?.stop()
})

/** FOYER_FULL=1: as many as F1 says. */
const guessed = process.env.FOYER_FULL ? 10_000 : 1_000

test('[F1] of thousands of guesses over a hundred connections five are compared, then the code is dead', async () => {
  const maple = await createDevice()
  const begun = await login.begin({ by: maple, email: 'guessed@mail.example' })
  const { keys } = login.config
  const now = () => login.api.time
  let compared = 0
  const codes = createCodes({ keys })
  const counting: Codes = {
    ...codes,
    matches(request) {
      compared += 1
      return codes.matches(request)
    },
  }
  const logins = createLogins({
    ...{ orm: database.orm, now, randomUuid: randomUUID, projects: login.api.services.projects, codes: counting },
    ...{ accessTokens: createAccessTokens({ keys, now }), renewingTokens: createRenewingTokens({ keys }) },
    ownersOf: createOwnersOf({ keys }),
    siteNames: { nameOf: async () => 'dapp.example' },
    // As far apart as can be: a limit of each node's own, which doesn't know of the others.
    ...{ codeBudgets: createCodeBudgets({ budgets: createMemoryBudgets({ now }) }), mails: { add: () => true } },
    ...{ origin: walletOrigin, keeperKey: login.config.keeperKey, codeMinutes: 10 },
  })
  const guesses = Array.from({ length: guessed }, (_, guess) => String(guess).padStart(6, '0')).filter(
    (code) => code !== begun.code,
  )
  const said = new Map<string, number>()
  const connection = async () => {
    for (let code = guesses.pop(); code !== undefined; code = guesses.pop()) {
      const end = await logins
        .verify({ login: begun.login, code, device: maple.device, client: `client ${guesses.length}` })
        .then(() => 'let in')
        .catch((error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)))
      said.set(end, (said.get(end) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: 100 }, connection))
  expect([compared, said.get('code_wrong'), said.get('let in')]).toEqual([5, 4, undefined])
  const rows = await database.orm.select({ tries: loginCodes.tries }).from(loginCodes)
  expect(rows).toEqual([{ tries: 5 }])
  const right = logins.verify({ login: begun.login, code: begun.code, device: maple.device, client: 'client' })
  await expect(right).rejects.toThrow('The code was wrong too often.')
})

test('[F1] a right code that is shown many times at once lets in once', async () => {
  const maple = await createDevice()
  const begun = await login.begin({ by: maple, email: 'once@mail.example' })
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => login.ask(verifyCodeCall, maple, { ...begun, keepsIn: 'page' })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403])
})

test('[F5] a session that two tabs renew at once on two nodes has one successor', async () => {
  const maple = await createDevice()
  const { refreshToken } = await login.logIn({ by: maple, email: 'tabs@mail.example' })
  const other = await login.another()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, tab) =>
      login.ask(renewSessionCall, maple, { refreshToken }, { on: tab % 2 === 0 ? login.api : other }),
    ),
  )
  const tokens = await Promise.all(answers.map(async (answer) => v.parse(Session, await answer.json()).refreshToken))
  expect(new Set(tokens).size).toBe(1)
})

test('a nonce that many calls use at once, on two nodes, lets one through', async () => {
  const nonce = login.api.services.signedCalls?.nonce() ?? expect.fail()
  const maple = await createDevice()
  const body = await signBody({ keys: maple.keys, call: 'x', nonce, payload: { some: newId() } })
  const other = await login.another()
  const nodes = [login.api, other].map(({ services }) => services.signedCalls ?? expect.fail())
  const taken = await Promise.allSettled(
    Array.from({ length: 20 }, (_, use) => (nodes[use % 2] ?? expect.fail()).signerOf({ call: 'x', body })),
  )
  expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('[F16] of two doors that are removed at once one stays', async () => {
  const maple = await createDevice()
  const email = 'doors@mail.example'
  const { accessToken: token } = await login.logIn({ by: maple, email })
  const { wallet, device, recovery } = await makeWallet({ login, by: maple, token, email })
  const doors = [device, recovery]
  const answers = await Promise.all(
    doors.map(({ said: { door, kind } }) =>
      login.ask(removeDoorCall, maple, { wallet: wallet.wallet, door, kind }, { token }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
  expect(await database.orm.select({ door: loginDoors.door }).from(loginDoors)).toHaveLength(1)
})
