import { randomUUID } from 'node:crypto'
import { SessionGrantReply, SmartSessionsReply, sessionRevocation } from '@foyer/core/wire'
import type { Database } from '@foyer/service/db/database'
import { type LentPostgres, lendPostgres } from '@foyer/service-testing/lendPostgres'
import { runRound } from '@foyer/service-testing/runRound'
import { wholeOn } from '@foyer/service-testing/wholeOn'
import { deployDelegation, devAccounts, type StartedChain, startChain } from '@foyer/stack'
import * as v from 'valibot'
import { concat, createTestClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ChainConfig } from '../chains/chain.js'
import { smartSessions } from '../db/schema/index.js'
import { createSessionKeeping } from '../sessions/sessionKeeping.js'
import { ownerBytes } from '../sessions/smartSessions.js'
import { asked, dappKey } from '../sessions/test/askedSession.js'
import { grantOf } from '../sessions/test/grantedSession.js'
import { demo, openApi, openTestDatabase, type TestApi } from '../test/openApi.js'
import { refusalOf } from '../test/refusalOf.js'

const owner = privateKeyToAccount(devAccounts[0].privateKey)
const stranger = privateKeyToAccount(devAccounts[1].privateKey)
const account = `eip155:31337:${owner.address}`
const common = '?projectId=demo&st=appkit&sv=react-evm-1.7.6'

const sessionKeys = [{ name: '2026', bytes: new Uint8Array(32).fill(1) }]

/** Sessions that strangers ask for and say are granted, a millisecond after another. */
interface Plant {
  project: string
  count: number
  at: number
  /** their network's name in the database */
  of?: string
}

/** Says yes to one signature: 32 bytes that it holds. */
const contract = '0x00000000000000000000000000000000000c0de0'
const password = `0x${'5e'.repeat(32)}` as const
const contractCode = `0x6064357f${password.slice(2)}147f1626ba7e${'00'.repeat(28)}0260005260206000f3` as const

/** The answer of the account's wallet, and another of the same kind. */
const [permission] = asked.permissions
const context = (salt = 1n) => grantOf({ owner, to: dappKey.address, permission, expiry: asked.expiry, salt })

let anvil: StartedChain
let postgres: LentPostgres
beforeAll(async () => {
  ;[anvil, postgres] = await Promise.all([startChain({ id: 31337 }), lendPostgres()])
  const client = createTestClient({ mode: 'anvil', transport: http(anvil.url) })
  await client.setCode({ address: contract, bytecode: contractCode })
  const { delegate } = await deployDelegation({ url: anvil.url })
  await client.setCode({ address: owner.address, bytecode: concat(['0xef0100', delegate]) })
})

const local = (): ChainConfig => ({
  id: 'eip155:31337',
  name: anvil.name,
  nativeCurrency: anvil.nativeCurrency,
  iconUrl: '',
  upstreams: [anvil.url],
  tokens: [],
})

describe.each(
  wholeOn([
    { name: 'the embedded database', open: () => openTestDatabase() },
    {
      name: 'PostgreSQL',
      open: async () => openTestDatabase({ kind: 'postgres', url: await postgres.createDatabase() }),
    },
  ]),
)('smart sessions on $name', ({ open }) => {
  let database: Database
  let api: TestApi
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database?.close())
  const openIt = (remoteAddress?: string) =>
    openApi({
      database,
      remoteAddress,
      config: { sessionKeys },
      chains: [local()],
      projects: [
        { ...demo, url: 'https://dapp.example', iconUrl: 'https://dapp.example/icon.png' },
        { ...demo, id: 'other' },
      ],
    })
  beforeEach(async () => {
    await database.orm.delete(smartSessions)
    api = await openIt()
  })
  const stored = () => database.orm.select().from(smartSessions)
  const pathOf = (who: string, rest = '') => `/v1/sessions/${encodeURIComponent(who)}${rest}${common}`
  const list = async (who = account) => {
    const answer = await api.get(pathOf(who))
    expect(answer.status).toBe(200)
    return v.parse(SmartSessionsReply, await answer.json())
  }
  const grant = async (who = account) => {
    const answer = await api.post(pathOf(who), asked)
    expect(answer.status).toBe(200)
    return v.parse(SessionGrantReply, await answer.json())
  }
  const activate = async (pci: string, more = {}) =>
    api.post(pathOf(account, '/activate'), { pci, context: await context(), ...more })
  const revoke = (body: unknown, who = account) => api.post(pathOf(who, '/revoke'), body)

  test('[S7.21] a session is listed once its wallet granted it, with its project', async () => {
    const { pci, key } = await grant()
    // Nothing signs beside the dapp's own key, which the original's client puts first once more.
    expect(key).toEqual(asked.signer.data.keys[0])
    expect(await list()).toEqual([])
    // What a wallet answers stands beside what is kept.
    expect((await activate(pci, { expiry: asked.expiry, factory: '0x' })).status).toBe(204)
    expect((await activate(pci)).status).toBe(204)
    const listed = {
      project: { id: 'demo', name: 'Demo', url: 'https://dapp.example', iconUrl: 'https://dapp.example/icon.png' },
      pci,
      expiry: asked.expiry,
      createdAt: api.time,
      permissions: asked.permissions,
      policies: [],
      context: await context(),
    }
    expect(await list()).toEqual([listed])
    expect(await list(owner.address.toLowerCase())).toEqual([listed])
    expect(await list(`eip155:1:${owner.address}`)).toEqual([])
    expect(await list(stranger.address)).toEqual([])
  })

  test('[S7.22 S3.22] its account ends it, by the message that names it; again is the same', async () => {
    const { pci } = await grant()
    await activate(pci)
    const signature = await owner.signMessage({ message: sessionRevocation({ pci, account, projectId: 'demo' }) })
    api.time += 60_000
    for (let time = 0; time < 2; time++) {
      const answer = await revoke({ pci, signature })
      expect([answer.status, await answer.json()]).toEqual([200, { success: true }])
      api.time += 1_000
    }
    expect(await list()).toMatchObject([{ pci, revokedAt: Date.parse('2026-01-01T00:01:00Z') }])
    expect(await refusalOf(await activate(pci, { context: '0x02' }))).toEqual([409, 'pci'])
  })

  test("[S7.22] the session id's signature ends it too, also where only the address is named", async () => {
    const { pci } = await grant()
    const signature = await owner.signMessage({ message: pci })
    expect((await revoke({ pci, signature }, owner.address)).status).toBe(200)
    expect(await stored()).toMatchObject([{ revokedAt: new Date(api.time) }])
  })

  test("[S7.22] a contract's word ends a contract's session, and another's does not", async () => {
    const who = `eip155:31337:${contract}`
    const { pci } = await grant(who)
    const wrong = `0x${'5f'.repeat(32)}`
    expect(await refusalOf(await revoke({ pci, signature: wrong }, who))).toEqual([403, 'signature'])
    expect((await revoke({ pci, signature: password }, who)).status).toBe(200)
  })

  test('[S7.22] no other account ends it, nor the account by another signature', async () => {
    const { pci } = await grant()
    const { pci: other } = await grant()
    const of = (text: string) => owner.signMessage({ message: text })
    const signatures = [
      await stranger.signMessage({ message: pci }),
      await of(other),
      await of(sessionRevocation({ pci, account, projectId: 'other' })),
      await of(sessionRevocation({ pci, account: `eip155:1:${owner.address}`, projectId: 'demo' })),
      `0x${'00'.repeat(65)}`,
      '0x12',
    ]
    for (const signature of signatures) {
      expect(await refusalOf(await revoke({ pci, signature }))).toEqual([403, 'signature'])
    }
    expect(await stored()).toMatchObject([{ revokedAt: null }, { revokedAt: null }])
    const signature = await stranger.signMessage({ message: pci })
    expect(await refusalOf(await revoke({ pci, signature }, stranger.address))).toEqual([404, 'pci'])
  })

  test.each<[string, unknown]>([
    ['more', { ...asked, more: 1 }],
    ['signer.more', { ...asked, signer: { ...asked.signer, more: 1 } }],
    ['permissions', { ...asked, permissions: [] }],
    ['permissions.0.type', { ...asked, permissions: [{ type: 'everything', data: {} }] }],
    ['permissions.0.data.more', { ...asked, permissions: [{ ...permission, data: { ...permission.data, more: 1 } }] }],
    ['signer.type', { ...asked, signer: { type: 'wallet' } }],
    ['expiry', { ...asked, expiry: Date.parse('2026-01-01T00:00:00Z') / 1000 }],
    ['expiry', { ...asked, expiry: 1e15 }],
    ['expiry', { ...asked, expiry: -1 }],
    ['chainId', { ...asked, chainId: '0x1' }],
    ['chainId', { ...asked, chainId: 31337 }],
    ['address', { ...asked, address: stranger.address }],
    ['policies', { ...asked, policies: [{ type: 'a\u0000', data: {} }] }],
    ['body', 'no json'],
  ])('a grant with a wrong field is refused by its name: %s', async (name, body) => {
    expect(await refusalOf(await api.post(pathOf(account), body))).toEqual([400, name])
    expect(await stored()).toEqual([])
  })

  test.each(['0x12', 'nobody', 'eip155:31337', `solana:x:${owner.address}`, `eip155:x:${owner.address}`])(
    'what is no account of an EVM network is refused: %s',
    async (who) => {
      expect(await refusalOf(await api.get(pathOf(who)))).toEqual([400, 'address'])
      expect(await refusalOf(await revoke({ pci: 'x', signature: 'y' }, who))).toEqual([400, 'address'])
    },
  )

  test('an account without a network, and one on a network that is not offered, are granted nothing', async () => {
    expect(await refusalOf(await api.post(pathOf(owner.address), asked))).toEqual([400, 'address'])
    const elsewhere = pathOf(`eip155:1:${owner.address}`)
    expect(await refusalOf(await api.post(elsewhere, { ...asked, chainId: '0x1' }))).toEqual([400, 'chainId'])
  })

  test('only its own project activates it, once, before it is over', async () => {
    const { pci } = await grant()
    const another = await context(2n)
    const as = (project: string) =>
      api.post(pathOf(account, '/activate').replace('demo', project), { pci, context: another })
    expect(await refusalOf(await as('other'))).toEqual([404, 'pci'])
    expect((await as('demo')).status).toBe(204)
    expect(await refusalOf(await activate(pci))).toEqual([409, 'pci'])
    const { pci: late } = await grant()
    api.time = asked.expiry * 1000
    expect(await refusalOf(await activate(late))).toEqual([409, 'pci'])
  })

  test('asking for very many is limited', async () => {
    for (let index = 0; index < 10; index++) await grant()
    const answer = await api.post(pathOf(account), asked)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60'])
    // Another project's visitors have a budget of their own.
    const elsewhere = pathOf(account).replace('projectId=demo', 'projectId=other')
    expect((await api.post(elsewhere, asked)).status).toBe(200)
  })

  /** A stranger's: granted in somebody's name, which nobody had to prove. */
  const plant = async ({ project, count, at, of = 'a stranger' }: Plant) => {
    const rows = Array.from({ length: count }, (_, index) => ({
      pci: randomUUID(),
      projectId: project,
      chainId: 'eip155:31337',
      address: owner.address.toLowerCase(),
      permissions: asked.permissions,
      policies: [],
      expiresAt: new Date(asked.expiry * 1000),
      createdAt: new Date(at + index),
      context: '0x01',
      owner: of,
    }))
    await database.orm.insert(smartSessions).values(rows)
  }

  test.each(['other', 'demo'])(
    '[S7.21] strangers’ grants in the name of %s push nothing off an account’s list',
    async (project) => {
      const { pci } = await grant()
      await activate(pci)
      await plant({ project, count: 300, at: api.time + 1_000 })
      const all = await list()
      expect(all).toHaveLength(200)
      expect(all.slice(0, 2).map((each) => each.pci)).toContain(pci)
    },
  )

  test('[S7.21] what the account’s signature has confirmed comes first', async () => {
    const { pci } = await grant()
    expect((await revoke({ pci, signature: await owner.signMessage({ message: pci }) })).status).toBe(200)
    expect((await activate(pci)).status).toBe(409)
    const { pci: kept } = await grant()
    await activate(kept)
    await revoke({ pci: kept, signature: await owner.signMessage({ message: kept }) })
    await plant({ project: 'demo', count: 19, at: api.time + 1_000 })
    expect((await list())[0]?.pci).toBe(kept)
  })

  /** Returns the name of the API client's network in the database. */
  const ownName = async () => (await stored())[0]?.owner ?? expect.fail()

  test('a network has twenty places for an account’s sessions in a project’s name, and what is granted keeps its own', async () => {
    const { pci } = await grant()
    await activate(pci)
    const of = await ownName()
    await plant({ project: 'demo', count: 18, at: api.time - 1_000_000, of })
    // The twentieth place is given on to the newest that waits for its wallet.
    const [first, second] = [await grant(), await grant()]
    expect(await refusalOf(await activate(first.pci))).toEqual([404, 'pci'])
    expect((await activate(second.pci)).status).toBe(204)
    const full = await api.post(pathOf(account), asked)
    expect([full.status, full.headers.get('retry-after')]).toEqual([429, '3600'])
    expect((await list()).map((each) => each.pci)).toEqual(expect.arrayContaining([pci, second.pci]))
    expect(await stored()).toHaveLength(20)
    // Another network's place, another account's, another project's, and that of one that has ended are free.
    const elsewhere = await openIt('198.51.100.9')
    expect((await elsewhere.post(pathOf(account), asked)).status).toBe(200)
    expect((await api.post(pathOf(`eip155:31337:${stranger.address}`), asked)).status).toBe(200)
    expect((await api.post(pathOf(account).replace('demo', 'other'), asked)).status).toBe(200)
    await revoke({ pci, signature: await owner.signMessage({ message: pci }) })
    expect((await api.post(pathOf(account), asked)).status).toBe(200)
  })

  test('what one network makes a project keep is so much: its own oldest go first, others’ stay', async () => {
    const elsewhere = await openIt('198.51.100.9')
    const others = await elsewhere.post(pathOf(account), asked)
    const { pci: kept } = v.parse(SessionGrantReply, await others.json())
    const { pci: active } = await grant()
    await activate(active)
    const { pci: waiting } = await grant()
    const rows = await stored()
    const of = rows.find(({ pci }) => pci === active)?.owner ?? expect.fail()
    const permissions = Array.from({ length: 600 }, () => asked.permissions).flat()
    const full = rows.find(({ pci }) => pci === waiting) ?? expect.fail()
    const large = { ...full, permissions, address: stranger.address.toLowerCase(), owner: of, size: undefined }
    const bytes = 1024 + JSON.stringify(permissions).length
    const many = Array.from({ length: Math.ceil(ownerBytes / bytes) }, (_, index) => ({
      ...{ ...large, pci: randomUUID(), createdAt: new Date(api.time + 1 + index) },
    }))
    for (const each of many) await database.orm.insert(smartSessions).values(each)
    api.time += 60_000
    const { pci: newest } = await grant()
    const left = await stored()
    const names = left.map(({ pci }) => pci)
    expect(names).toEqual(expect.arrayContaining([kept, active, newest]))
    expect(names).not.toContain(waiting)
    const own = left.filter((each) => each.owner === of).reduce((sum, { size }) => sum + (size ?? 0), 0)
    expect(own).toBeLessThanOrEqual(ownerBytes)
    expect(own).toBeGreaterThan(ownerBytes - 2 * bytes)
    expect(JSON.stringify(left)).not.toContain('198.51.100')
  })

  test('of a project that keeps too much, the owner who has most loses its oldest', async () => {
    await plant({ project: 'demo', count: 3, at: api.time, of: 'few' })
    await plant({ project: 'demo', count: 60, at: api.time, of: 'many' })
    const [{ size } = expect.fail()] = await stored()
    await keep({ projectBytes: 12 * (size ?? expect.fail()) })
    const left = await stored()
    expect(left.filter((each) => each.owner === 'few')).toHaveLength(3)
    const ofMany = left.filter((each) => each.owner === 'many').map(({ createdAt }) => createdAt.getTime())
    expect(ofMany.length).toBeLessThanOrEqual(9)
    expect(Math.max(...ofMany)).toBe(api.time + 59)
  })

  test('what was never granted goes', async () => {
    const { pci: active } = await grant()
    await activate(active)
    await grant()
    api.time += 3_600_001
    const { pci: fresh } = await grant()
    await keep()
    expect((await stored()).map(({ pci }) => pci).toSorted()).toEqual([active, fresh].toSorted())
  })

  const keep = ({ projectBytes }: { projectBytes?: number } = {}) => {
    const log = { warn: (facts: unknown) => expect.fail(JSON.stringify(facts)) }
    return runRound((clock) => createSessionKeeping({ orm: database.orm, clock, log, projectBytes }), api.time)
  }

  test('what has been over for 90 days is forgotten, however it ended', async () => {
    const { pci: expired } = await grant()
    await activate(expired)
    const { pci: revoked } = await grant()
    await activate(revoked)
    await revoke({ pci: revoked, signature: await owner.signMessage({ message: revoked }) })
    const days = 90 * 86_400_000
    const revokedAt = api.time
    api.time = revokedAt + days
    await keep()
    expect((await list()).map(({ pci }) => pci).toSorted()).toEqual([expired, revoked].toSorted())
    api.time += 1
    await keep()
    expect((await list()).map(({ pci }) => pci)).toEqual([expired])
    api.time = asked.expiry * 1000 + days
    await keep()
    expect(await list()).toHaveLength(1)
    api.time += 1
    await keep()
    expect(await list()).toEqual([])
  })

  test('[F28] neither log nor answer holds a key, a signature or an address', async () => {
    const { pci } = await grant()
    const signature = await stranger.signMessage({ message: pci })
    const answer = await revoke({ pci, signature })
    const output = `${await answer.text()}${api.logged.join('')}`.toLowerCase()
    for (const secret of [owner.address, signature, asked.signer.data.keys[0].publicKey]) {
      expect(output).not.toContain(secret.toLowerCase())
    }
  })
})
