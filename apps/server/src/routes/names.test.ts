import { NameRecord, NamesReply, registerNameCall, SuggestionsReply } from '@foyer/core/wire'
import type { Database } from '@foyer/service/db/database'
import { type LentPostgres, lendPostgres } from '@foyer/service-testing/lendPostgres'
import { wholeOn } from '@foyer/service-testing/wholeOn'
import * as v from 'valibot'
import { zeroHash } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { nameRegistrations, names as namesTable } from '../db/schema/index.js'
import { chainOfNames, get, newAccount, openNames, refused, register, registered } from '../names/test/registering.js'
import { openApi, openTestDatabase, type TestApi } from '../test/openApi.js'

let postgres: LentPostgres
beforeAll(() => {
  postgres = lendPostgres()
})
afterAll(() => postgres?.stop())

describe.each(wholeOn(['memory', 'postgres'] as const))('names on %s', (kind) => {
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

  test('[S7.14 S7.15 S7.17 S9.21 S9.22] a name is registered by its signed message, resolved and found by its address', async () => {
    const account = newAccount()
    const result = await register({
      api,
      name: 'alice.foyer.id',
      account,
      fields: { attributes: { bio: 'Hel\u202elo.\u200b' } },
    })
    expect(result).toMatchObject(registered)
    expect(v.parse(registerNameCall.reply, result.body)).toEqual({ success: true })
    const record = {
      name: 'alice.foyer.id',
      registered: 1_767_225_600,
      updated: 1_767_225_600,
      addresses: { '2147514985': { address: account.address.toLowerCase(), created: '2026-01-01T00:00:00.000Z' } },
      attributes: [{ bio: 'Hello.' }],
    }
    const found = await get(api, '/v1/profile/account/Alice.foyer.id?apiVersion=2')
    expect(v.parse(NameRecord, found.body)).toEqual(record)
    for (const address of [account.address, account.address.slice(2)]) {
      const { body } = await get(api, `/v1/profile/reverse/${address}?sender=${account.address}&apiVersion=2`)
      expect(v.parse(NamesReply, body)).toEqual([record])
    }
    expect(await get(api, `/v1/profile/reverse/${newAccount().address}`)).toEqual({ status: 200, body: [] })
    expect(await get(api, '/v1/profile/reverse/7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q')).toMatchObject({
      body: [],
    })
  })

  test('[S7.4] the identity of an address is its name; a picture has an address of the own server', async () => {
    const [plain, pictured] = [newAccount(), newAccount()]
    await register({ api, name: 'plain.foyer.id', account: plain })
    const avatar = 'https://tracker.example/pixel.png?who=you'
    await register({ api, name: 'pictured.foyer.id', account: pictured, fields: { attributes: { avatar } } })
    const of = async ({ address }: { address: string }) => (await get(api, `/v1/identity/${address}`)).body
    expect(await of(plain)).toEqual({ name: 'plain.foyer.id', avatar: null })
    const served = 'https://foyer.example/v1/profile/avatar/pictured.foyer.id'
    expect(await of(pictured)).toEqual({ name: 'pictured.foyer.id', avatar: served })
    expect(await of(newAccount())).toEqual({ name: null, avatar: null })
    const { body } = await get(api, '/v1/profile/account/pictured.foyer.id')
    expect(body).toMatchObject({ attributes: [{ avatar: served }] })
  })

  test('[S8.19] an unregistered name is refused by the sentence that clients show', async () => {
    for (const name of [
      'nobody.foyer.id',
      'alice.elsewhere.example',
      'foyer.id',
      'a.b.foyer.id',
      '%E2%80%8B',
      'x..y',
    ]) {
      expect(await get(api, `/v1/profile/account/${name}`)).toMatchObject(refused(404, 'Error resolving name'))
    }
    expect((await get(api, `/v1/profile/account/${'x'.repeat(300)}`)).status).toBe(400)
    expect((await get(api, '/v1/profile/reverse/0x%00')).status).toBe(400)
  })

  test('[S7.14] a label without its zone is the name itself: a name that is taken is found by either', async () => {
    await register({ api, name: 'alice.foyer.id' })
    const whole = await get(api, '/v1/profile/account/alice.foyer.id')
    expect(whole).toMatchObject({ status: 200, body: { name: 'alice.foyer.id' } })
    expect(await get(api, '/v1/profile/account/Alice')).toEqual(whole)
    expect(await get(api, '/v1/profile/account/bob')).toMatchObject(refused(404, 'Error resolving name'))
  })

  test('[S9.23] clients that have another zone built in ask for it and receive the own one', async () => {
    await register({ api, name: 'alice.reown.id' })
    for (const zone of ['reown.id', 'wcn.id', 'foyer.id']) {
      expect(await get(api, `/v1/profile/account/alice.${zone}`)).toMatchObject({ body: { name: 'alice.foyer.id' } })
    }
    expect(await register({ api, name: 'alice.foyer.id' })).toMatchObject({ status: 409 })
    expect(await register({ api, name: 'alice.elsewhere.example' })).toMatchObject(
      refused(404, "Names below this domain can't be registered here."),
    )
  })

  test('[S3.21 S7.16 S9.23] a name that is typed is suggested where it is free, and others like it; none that is taken', async () => {
    await register({ api, name: 'alice.foyer.id' })
    await register({ api, name: 'alice-id.foyer.id' })
    const ask = async (name: string, zone = 'foyer.id') =>
      v.parse(SuggestionsReply, (await get(api, `/v1/profile/suggestions/${name}?zone=${zone}`)).body).suggestions
    const others = await ask('alice')
    expect(others).toHaveLength(4)
    for (const taken of ['alice.foyer.id', 'alice-id.foyer.id'])
      expect(others.map(({ name }) => name)).not.toContain(taken)
    for (const { name, registered } of others) {
      expect(registered).toBe(false)
      expect(await register({ api, name })).toMatchObject({ status: 200 })
    }
    // A client takes away the zone that it asked for.
    for (const { name } of await ask('alice', 'Reown.id')) expect(name).toMatch(/^[a-z0-9-]+\.reown\.id$/)
    expect((await ask('bobby'))[0]).toEqual({ name: 'bobby.foyer.id', registered: false })
    expect((await ask('a1ice')).map(({ name }) => name)).not.toContain('a1ice.foyer.id')
    expect((await ask('Bobby.reown.id'))[0]).toEqual({ name: 'bobby.foyer.id', registered: false })
    expect(await ask('metamask')).toEqual([])
    expect((await ask('bob')).map(({ name }) => name)).not.toContain('bob.foyer.id')
    expect(await get(api, '/v1/profile/suggestions/alice?zone=elsewhere.example')).toMatchObject({ status: 404 })
    expect(await get(api, '/v1/profile/suggestions/alice')).toMatchObject({ status: 400 })
  })

  test('[F28] nothing of it is in the log', async () => {
    const account = newAccount()
    await register({ api, name: 'canary-name.foyer.id', account })
    await register({ api, name: 'canary-name.foyer.id' })
    await get(api, `/v1/profile/reverse/${account.address}`)
    await get(api, '/v1/profile/account/canary-name.foyer.id')
    expect(api.logged.length).toBeGreaterThan(3)
    expect(api.logged.join().toLowerCase()).not.toContain(account.address.toLowerCase().slice(2))
    expect(api.logged.join()).not.toContain('canary-name')
  })
})

describe('a server that gives no names', () => {
  test('[S8.19] resolves none, has none, suggests none and refuses to register', async () => {
    const database = await openTestDatabase()
    const api = await openApi({ database, chains: [chainOfNames()] })
    expect(await get(api, '/v1/profile/account/alice.foyer.id')).toMatchObject(refused(404, 'Error resolving name'))
    expect(await get(api, `/v1/profile/reverse/${newAccount().address}`)).toEqual({ status: 200, body: [] })
    expect(await get(api, '/v1/profile/suggestions/alice?zone=reown.id')).toEqual({
      status: 200,
      body: { suggestions: [] },
    })
    expect(await register({ api, name: 'alice.foyer.id' })).toMatchObject(
      refused(404, "Names below this domain can't be registered here."),
    )
    expect(await get(api, `/v1/ccip/0x${'ab'.repeat(20)}/${zeroHash}.json`)).toMatchObject({ status: 404 })
    await database.close()
  })
})
