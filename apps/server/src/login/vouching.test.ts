import { askVouchedCall } from '@foyer/login/vouchedCalls'
import type { Database } from '@foyer/service/db/database'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { projects } from '../db/schema/index.js'
import { demo, openTestDatabase } from '../test/openApi.js'
import { createDevice, openLogin, reasonOf, site, type TestDevice, type TestLogin } from './test/openLogin.js'

/* What the frame of a wallet is told of the page around it, as it asks: at each approval. */

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
      { ...demo, vouchedOrigins: [site] },
      {
        ...demo,
        id: 'other',
        allowedOrigins: [site, 'https://other.example'],
        vouchedOrigins: ['https://other.example'],
      },
      { ...demo, id: 'making', allowedOrigins: [], development: true },
      { ...demo, id: 'local', allowedOrigins: [], development: true, vouchedOrigins: ['http://dapp.localhost:5173'] },
    ],
  })
})

const ask = (projectId: string, page: string, on = login.api) =>
  login.ask(askVouchedCall, frame, { projectId, site: page }, { on })
const answered = async (...asked: Parameters<typeof ask>) => {
  const answer = await ask(...asked)
  return [answer.status, await answer.json()]
}
const [yes, no] = [
  [200, { vouched: true }],
  [200, { vouched: false }],
]

test('[F11] an operator answers for the pages of a project that are listed', async () => {
  expect(await answered('demo', site)).toEqual(yes)
  expect(await answered('other', 'https://other.example')).toEqual(yes)
  expect(await answered('local', 'http://dapp.localhost:5173')).toEqual(yes)
})

test.each<[string, string, string]>([
  ['is allowed alone', 'other', site],
  ['is another project’s', 'demo', 'https://other.example'],
  ['is allowed by a pattern', 'demo', 'https://app.preview.example'],
  ['is allowed in development', 'making', 'http://localhost:5173'],
  ['is on another port', 'local', 'http://dapp.localhost:5174'],
  ['is another name of the machine', 'local', 'http://localhost:5173'],
  ['is of another scheme', 'demo', 'http://dapp.example'],
  ['ends in a dot', 'demo', 'https://dapp.example.'],
  ['looks like it', 'demo', 'https://xn--dpp-6cd.example'],
  ['is a pattern', 'demo', 'https://*.dapp.example'],
  ['is of no project', 'nobody', site],
  ['is of a project that no project’s name can be', 'de mo', site],
  ['is of a project by a name of every object', '__proto__', site],
])('[F11] no operator answers for a page that %s', async (_, projectId, page) => {
  expect(await answered(projectId, page)).toEqual(no)
})

test.each([
  ...[
    'null',
    '',
    '*',
    'HTTPS://DAPP.EXAMPLE',
    'https://dapp.example/',
    'https://u@dapp.example',
    'https://dapp.example:443',
  ],
  ...[
    'https://dаpp.example',
    'https://bücher.example',
    'dapp.example',
    'data:text/html,x',
    'about:srcdoc',
    ' https://dapp.example',
  ],
  `https://${'a.'.repeat(1_100)}example`,
])('what no browser writes of a page is refused by its field: %j', async (page) => {
  expect(await reasonOf(await ask('demo', page))).toEqual([400, 'invalid_input', 'site'])
})

test('a project’s name that is too long is refused by its field, and ten thousand pages at once are no page', async () => {
  expect(await reasonOf(await ask('a'.repeat(129), site))).toEqual([400, 'invalid_input', 'projectId'])
  expect(await reasonOf(await ask('', site))).toEqual([400, 'invalid_input', 'projectId'])
  const many = Array.from({ length: 1_000 }, () => site)
  const answer = await login.ask(askVouchedCall, frame, { projectId: 'demo', site: many })
  expect(answer.status).toBe(400)
})

describe('[F11] a page that is taken off the list', () => {
  test('counts no more from then on, on whichever node it was taken off and is asked about', async () => {
    const other = await login.another({ projects: [] })
    expect([await answered('demo', site), await answered('demo', site, other)]).toEqual([yes, yes])
    await other.services.projects.change({ id: 'demo', changes: { unvouch: [site] } })
    expect([await answered('demo', site), await answered('demo', site, other)]).toEqual([no, no])
    await login.api.services.projects.change({ id: 'demo', changes: { vouch: [site] } })
    expect(await answered('demo', site, other)).toEqual(yes)
    await other.services.projects.remove('demo')
    expect(await answered('demo', site)).toEqual(no)
  })

  test('by configuration doesn’t count after the next start', async () => {
    const { vouchedOrigins, ...unvouched } = { ...demo, vouchedOrigins: [] }
    const restarted = await login.another({ projects: [{ ...unvouched, vouchedOrigins }] })
    expect(await answered('demo', site, restarted)).toEqual(no)
  })

  test('counts no more where a database holds it without its being allowed', async () => {
    await database.orm.update(projects).set({ allowedOrigins: [] })
    expect(await answered('demo', site)).toEqual(no)
    expect(await answered('other', 'https://other.example')).toEqual(no)
  })
})
