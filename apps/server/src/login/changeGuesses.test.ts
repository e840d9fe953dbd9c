import { personOf } from '@foyer/custody/person'
import { createMemoryBudgets } from '@foyer/service/budget/memoryBudgets'
import type { Database } from '@foyer/service/db/database'
import type { Mail } from '@foyer/service/mail/mail'
import { createOwnersOf } from '@foyer/service/owners/ownerOf'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../test/openApi.js'
import { createCodeBudgets } from './codeBudgets.js'
import { createCodes } from './codes.js'
import { createEmailChanges } from './emailChanges.js'
import { loginLimits } from './loginLimits.js'
import { emptyLogin } from './test/emptyLogin.js'
import { codeOf, namedKey, walletOrigin as origin, site } from './test/openLogin.js'

/* Wrong codes of a change of the address, and those of its network. */

const [ada, lovelace] = ['ada@mail.example', 'lovelace@mail.example']
const client = '198.51.100.7'
const keys = [namedKey('2026', 7)] as const

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())
beforeEach(() => emptyLogin(database))

function world() {
  const mails: Mail[] = []
  const now = () => 1_700_000_000_000
  const codeBudgets = createCodeBudgets({ budgets: createMemoryBudgets({ now }) })
  const changes = createEmailChanges({
    ...{ orm: database.orm, codes: createCodes({ keys }), codeBudgets, ownersOf: createOwnersOf({ keys }) },
    ...{ mails: { add: (mail) => mails.push(mail) > 0 }, codeMinutes: 10, origin, now },
    siteNames: { nameOf: async () => 'dapp.example' },
  })
  const askedBy = (device: string) => {
    const time = new Date(now())
    const by = { id: device, person: personOf({ email: ada }), device, loggedInAt: time, actsFrom: time }
    return { by, client, browser: 'Firefox on Linux' }
  }
  return {
    ...{ mails, codeBudgets },
    async begin(device: string, email = lovelace) {
      const { change } = await changes.begin({ ...askedBy(device), email, site })
      return { change, code: codeOf(mails.at(-1)) }
    },
    type: (device: string, begun: { change: string; code: string }) => changes.verify({ ...askedBy(device), ...begun }),
  }
}
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('[F2] wrong codes of a change count against the browser that typed them, and no other', async () => {
  const { codeBudgets, begin, type } = world()
  const asker = { person: personOf({ email: ada }), device: 'maple', client, isNew: false, isNearby: true }
  for (let wrong = 1; wrong < loginLimits.wrongOfDevice.most; wrong += 1) await codeBudgets.countWrong(asker)
  const mine = await begin('maple')
  await expect(type('maple', { ...mine, code: wrongOf(mine.code) })).rejects.toMatchObject({ code: 'code_wrong' })
  await expect(type('maple', mine)).rejects.toMatchObject({ code: 'too_many_codes' })
  const others = await begin('oak', 'countess@mail.example')
  await expect(type('oak', { ...others, code: wrongOf(others.code) })).rejects.toMatchObject({ code: 'code_wrong' })
  expect(await type('oak', others)).toEqual({ change: expect.any(String) })
})

test('[F2] a change goes on from mailbox to mailbox though new devices of its network have guessed as often as they may', async () => {
  const { mails, codeBudgets, begin, type } = world()
  const stranger = { person: personOf({ email: 'eve@mail.example' }), device: 'elm', client, isNew: true }
  for (let wrong = 0; wrong < loginLimits.wrongOfNetwork.most; wrong += 1)
    await codeBudgets.countWrong({ ...stranger, device: `elm ${wrong}`, isNearby: false })
  const { change } = await type('maple', await begin('maple'))
  expect(await type('maple', { change: change ?? expect.fail(), code: codeOf(mails.at(-1)) })).toEqual({ change: null })
  expect(mails.map(({ to }) => to)).toEqual([ada, lovelace])
})
