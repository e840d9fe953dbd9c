import { askCallableCall } from '@foyer/login/vouchedCalls'
import type { Database } from '@foyer/service/db/database'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { projects } from '../db/schema/index.js'
import { demo, openTestDatabase } from '../test/openApi.js'
import { createDevice, openLogin, reasonOf, site, type TestDevice, type TestLogin } from './test/openLogin.js'

/* The functions that the frame of a wallet is told of, as it asks: at each permission to call. */

const address = `0x${'ab'.repeat(20)}`
const play = { chainId: 'eip155:1', address, selectors: ['0x70e87aaf'] }

let database: Database
let login: TestLogin
let frame: TestDevice
beforeAll(async () => {
  database = await openTestDatabase()
  frame = await createDevice()
})
afterAll(() => database?.close())
beforeEach(async () => {
  await database.orm.delete(projects)
  login = await openLogin({
    database,
    projects: [
      { ...demo, callable: [play] },
      { ...demo, id: 'other', callable: [] },
    ],
  })
})

const ask = (
  more: Partial<{ projectId: string; site: string; chainId: string; address: string }> = {},
  on = login.api,
) => login.ask(askCallableCall, frame, { projectId: 'demo', site, chainId: 'eip155:1', address, ...more }, { on })
const told = async (...asked: Parameters<typeof ask>) => {
  const answer = await ask(...asked)
  expect(answer.status).toBe(200)
  return answer.json()
}
const none = { selectors: [] }

test('[F13] a page that the project allows is told of the functions that its operator lists, however the contract is written', async () => {
  expect(await told()).toEqual({ selectors: ['0x70e87aaf'] })
  expect(await told({ address: `0x${'AB'.repeat(20)}` })).toEqual({ selectors: ['0x70e87aaf'] })
})

test.each([
  ['another contract', { address: `0x${'11'.repeat(20)}` }],
  ['another network', { chainId: 'eip155:10' }],
  ['another project', { projectId: 'other' }],
  ['no project', { projectId: 'nobody' }],
  ['a project that no project’s name can be', { projectId: 'de mo' }],
  ['a page that the project doesn’t allow', { site: 'https://evil.example' }],
])('[F13] of %s none is told', async (_, more) => {
  expect(await told(more)).toEqual(none)
})

test.each([
  ['chainId', { chainId: 'solana:local' }],
  ['address', { address: '0x12' }],
  ['projectId', { projectId: 'a'.repeat(129) }],
  ['site', { site: 'https://dapp.example/' }],
])('what is none is refused by its field: %s', async (field, more) => {
  expect(await reasonOf(await ask(more))).toEqual([400, 'invalid_input', field])
})

test('[F13] what is taken off the list counts no more from then on, on whichever node', async () => {
  const other = await login.another({ projects: [] })
  expect(await told({}, other)).toEqual({ selectors: ['0x70e87aaf'] })
  await other.services.projects.change({ id: 'demo', changes: { callable: [] } })
  expect([await told(), await told({}, other)]).toEqual([none, none])
})

test('[F13] a list in the database that isn’t read lists nothing', async () => {
  await database.orm
    .update(projects)
    .set({ callable: [{ ...play, selectors: ['0x'] }] })
    .where(eq(projects.id, 'demo'))
  expect(await told()).toEqual(none)
})
