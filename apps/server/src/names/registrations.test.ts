import { coinTypeOf } from '@foyer/core/chain'
import type { Database } from '@foyer/service/db/database'
import { type LentPostgres, lendPostgres } from '@foyer/service-testing/lendPostgres'
import { wholeOn } from '@foyer/service-testing/wholeOn'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { nameRegistrations, names as namesTable } from '../db/schema/index.js'
import { demo, openTestDatabase, type TestApi } from '../test/openApi.js'
import { createRegistry } from './registry.js'
import { newAccount, openNames, refused, register, registered } from './test/registering.js'

let postgres: LentPostgres
beforeAll(() => {
  postgres = lendPostgres()
})
afterAll(() => postgres?.stop())

describe.each(wholeOn(['memory', 'postgres'] as const))('registrations on %s', (kind) => {
  let database: Database
  let api: TestApi
  beforeAll(async () => {
    database = await openTestDatabase(kind === 'memory' ? { kind } : { kind, url: await postgres.createDatabase() })
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    await database.orm.delete(namesTable)
    await database.orm.delete(nameRegistrations)
    api = await openNames({ database })
  })

  const rows = async () => [
    (await database.orm.select().from(namesTable)).length,
    (await database.orm.select().from(nameRegistrations)).length,
  ]

  test.each([
    ['[S5.8] is too short', 'bob.foyer.id', 'A name must be at least 4 characters long.'],
    ['[S5.9] has other characters', 'al_ice.foyer.id', 'A name can only contain letters, numbers and hyphens.'],
    ['[S5.9] has letters of two scripts', 'аlice.foyer.id', 'A name can only contain letters, numbers and hyphens.'],
    ['has more parts', 'a.alice.foyer.id', 'A name can only contain letters, numbers and hyphens.'],
    ['is written otherwise', 'ALICE.foyer.id', 'Write the name in small letters.'],
    ['has its zone written otherwise', 'alice.Foyer.ID', 'Write the name in small letters.'],
    ['is kept back', 'adm1n.foyer.id', 'This name is kept back. Choose another one.'],
    ['is another writing of another', 'xn--alice.foyer.id', "A name can't have two hyphens in a row."],
  ])('a name that %s is refused, with a sentence for the visitor', async (_, name, sentence) => {
    expect(await register({ api, name })).toMatchObject(refused(400, sentence))
    expect(await rows()).toEqual([0, 0])
  })

  test('[S8.19] a refused client receives the reason in a sentence', async () => {
    const account = newAccount()
    await register({ api, name: 'alice.foyer.id', account })
    expect(await register({ api, name: 'alice.foyer.id' })).toMatchObject(
      refused(409, 'This name, or one that looks like it, is taken.'),
    )
    expect(await register({ api, name: 'a1-ice.foyer.id' })).toMatchObject(
      refused(409, 'This name, or one that looks like it, is taken.'),
    )
    expect(await register({ api, name: 'second.foyer.id', account })).toMatchObject(
      refused(409, 'You already own a name.'),
    )
    expect(await rows()).toEqual([1, 1])
  })

  test('[S9.22] a message is taken for five minutes around its time, in seconds', async () => {
    const now = api.time / 1000
    const at = (timestamp: number) => ({ fields: { timestamp } })
    expect(await register({ api, name: 'late.foyer.id', ...at(now - 301) })).toMatchObject(
      refused(400, 'This was signed too long ago. Sign again.'),
    )
    expect(await register({ api, name: 'early.foyer.id', ...at(now + 301) })).toMatchObject(
      refused(400, 'The clock of this device is ahead. Set it right and sign again.'),
    )
    expect(await register({ api, name: 'millis.foyer.id', ...at(now * 1000) })).toMatchObject({ status: 400 })
    expect(await register({ api, name: 'last.foyer.id', ...at(now - 300) })).toMatchObject(registered)
    expect(await register({ api, name: 'first.foyer.id', ...at(now + 300) })).toMatchObject(registered)
  })

  test('a message counts once, also when its name was given back meanwhile', async () => {
    const account = newAccount()
    const message = JSON.stringify({ name: 'alice.foyer.id', attributes: {}, timestamp: api.time / 1000 })
    expect(await register({ api, name: '', message, account })).toMatchObject(registered)
    await database.orm.delete(namesTable)
    expect(await register({ api, name: '', message, account })).toMatchObject(
      refused(409, 'This signature was used already. Sign again.'),
    )
    expect(await register({ api, name: '', message })).toMatchObject(registered)
  })

  test.each([
    ['no JSON', 'alice'],
    ['no message', '{}'],
    ['more than it knows', '{"name":"alice.foyer.id","attributes":{},"timestamp":1767225600,"to":"me"}'],
    ['what no text has', '{"name":"alice.foyer.id","attributes":{"bio":"a\\u0000"},"timestamp":1767225600}'],
    ['a prototype', '{"name":"alice.foyer.id","attributes":{},"timestamp":1767225600,"__proto__":{"a":1}}'],
  ])('a message that holds %s is refused', async (_, message) => {
    expect(await register({ api, name: '', message })).toMatchObject(
      refused(400, "The signed text isn't one that registers a name."),
    )
  })

  test.each([
    ['Ethereum’s own', 60, "Names can't be registered for this kind of network."],
    ["a network's that isn't offered", coinTypeOf(1), "Names can't be registered from this network."],
  ])('[S9.21] a coin type that is %s is refused', async (_, coin_type, sentence) => {
    expect(await register({ api, name: 'alice.foyer.id', body: { coin_type } })).toMatchObject(refused(400, sentence))
  })

  test('three names a day for a network, whatever the node', async () => {
    const from = '192.0.2.7'
    const other = await openNames({ database })
    for (const name of ['first', 'second', 'third']) {
      expect(await register({ api: other, name: `${name}-one.foyer.id`, from })).toMatchObject(registered)
    }
    const { headers, ...refusal } = await register({ api, name: 'fourth-one.foyer.id', from })
    expect(refusal).toMatchObject(refused(429, 'Too many names were registered from your network. Try again tomorrow.'))
    expect(headers.get('retry-after')).toBe('86400')
    expect(await register({ api, name: 'other-one.foyer.id' })).toMatchObject(registered)
    api.time += 24 * 60 * 60_000
    expect(await register({ api, name: 'fourth-one.foyer.id', from })).toMatchObject(registered)
  })

  test('a /48 of IPv6 registers as many as sixteen of its networks', async () => {
    const from = (index: number) => `2001:db8:7:${index.toString(16)}::1`
    const label = (index: number) => `${'abcdefgh'[index % 8]}${'opqstu'[Math.floor(index / 8)]}`.repeat(3)
    for (let index = 0; index < 48; index += 1) {
      const one = { api, name: `${label(index)}.foyer.id`, from: from(index) }
      expect(await register(one), one.name).toMatchObject(registered)
    }
    expect(await register({ api, name: 'onemore.foyer.id', from: from(48) })).toMatchObject({ status: 429 })
    expect(await register({ api, name: 'another.foyer.id', from: '2001:db8:8::1' })).toMatchObject(registered)
  })

  test('of those who want a name at the same time exactly one gets it, and nothing is left of the others', async () => {
    const nodes = await Promise.all([api, openNames({ database }), openNames({ database })])
    const labels = ['alice', 'a1ice', 'ali-ce', 'al1ce']
    const results = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        register({ api: nodes[index % 3] ?? api, name: `${labels[index % 4]}.foyer.id` }),
      ),
    )
    expect(results.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(23).fill(409)])
    expect(await rows()).toEqual([1, 1])
  })

  test('an address that asks for many names at the same time gets one', async () => {
    const account = newAccount()
    const results = await Promise.all(
      ['first', 'second', 'third', 'fourth'].map((label) => register({ api, name: `${label}-one.foyer.id`, account })),
    )
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(await rows()).toEqual([1, 1])
  })

  test('a network that asks for many names at the same time gets three', async () => {
    const nodes = await Promise.all([api, openNames({ database })])
    const results = await Promise.all(
      ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((label, index) =>
        register({ api: nodes[index % 2] ?? api, name: `${label}-one.foyer.id`, from: '192.0.2.8' }),
      ),
    )
    expect(results.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429])
    expect(await rows()).toEqual([3, 3])
  })

  test('who registered is forgotten after a day; neither client nor message is kept as it was', async () => {
    await register({ api, name: 'alice.foyer.id', from: '192.0.2.9' })
    const kept = await database.orm.select().from(nameRegistrations)
    expect(JSON.stringify(kept)).not.toMatch(/192\.0\.2\.9|alice/)
    let time = api.time
    const registry = createRegistry({ orm: database.orm, zone: 'foyer.id', perDay: 3, now: () => time })
    await registry.forgetRegistrations()
    expect(await rows()).toEqual([1, 1])
    time += 24 * 60 * 60_000
    await registry.forgetRegistrations()
    expect(await rows()).toEqual([1, 0])
  })
})

describe('what is signed for a page', () => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    await database.orm.delete(namesTable)
  })
  const page = { domain: 'dapp.example', project: demo.id }
  const origin = (value: string) => ({ headers: { origin: value } })

  test.each([
    ['from that page', page, origin('https://dapp.example')],
    ['from no page', page, {}],
    ['as AppKit 1.7.6 has it signed, from any page', {}, origin('https://dapp.example')],
  ])('is taken %s', async (_, fields, from) => {
    const api = await openNames({ database })
    expect(await register({ api, name: 'alice.foyer.id', fields, ...from })).toMatchObject(registered)
  })

  const otherPage = 'This was signed for another page.'
  const notOfProject = "This page isn't one of the project's."
  const saysNot = "The signed text doesn't say for which page it is."
  test.each([
    ['from another page', page, origin('https://evil.example'), otherPage],
    ['from a page without an origin', page, origin('null'), otherPage],
    ['from the same host at another port', page, origin('https://dapp.example:8443'), otherPage],
    ["for a page that isn't the project's", { ...page, domain: 'evil.example' }, {}, notOfProject],
    ['for a page that has a path', { ...page, domain: 'dapp.example/x' }, {}, notOfProject],
    ['for a page that has a user', { ...page, domain: 'x@dapp.example' }, {}, notOfProject],
    ['for an unknown project', { ...page, project: 'nobody' }, {}, notOfProject],
    ['for a page and no project', { domain: 'dapp.example' }, {}, saysNot],
    ['for a project and no page', { project: demo.id }, {}, saysNot],
  ])('is refused %s', async (_, fields, from, sentence) => {
    const api = await openNames({ database })
    expect(await register({ api, name: 'alice.foyer.id', fields, ...from })).toMatchObject(refused(400, sentence))
  })

  test('must say so where the operator wants it', async () => {
    const api = await openNames({ database, names: { requireProject: true } })
    expect(await register({ api, name: 'alice.foyer.id' })).toMatchObject(refused(400, saysNot))
    expect(await register({ api, name: 'alice.foyer.id', fields: page })).toMatchObject(registered)
  })
})
