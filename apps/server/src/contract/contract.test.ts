import { ErrorBody } from '@foyer/core/wire'
import type { Operation } from '@foyer/service/route/operation'
import { type LentPostgres, lendPostgres } from '@foyer/service-testing/lendPostgres'
import { type RunningRedis, startRedis } from '@foyer/service-testing/startRedis'
import { waitForRedis } from '@foyer/service-testing/waitForRedis'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../routes/operations.js'
import { contractExamples } from './test/contract.examples.js'
import {
  type ContractCall,
  type ContractGround,
  type ContractWorld,
  openGround,
  openWorld,
} from './test/contractWorld.js'
import { hostileCalls } from './test/hostileCalls.js'
import { type AskDifferently, request } from './test/request.js'

waitForRedis()

let ground: ContractGround
let postgres: LentPostgres
let redis: RunningRedis
beforeAll(async () => {
  ;[ground, postgres, redis] = await Promise.all([openGround(), lendPostgres(), startRedis()])
})
afterAll(async () => {
  await Promise.all([ground?.stop(), postgres?.stop(), redis?.stop()])
})

const ofProject = operations.filter(({ access }) => access === 'project')
const titled = (list: readonly Operation[]) =>
  list.map((operation) => ({
    title: [contractExamples[operation.id]?.statements ?? '', operation.id].join(' ').trim(),
    operation,
  }))

test('every operation has an example, and every example is of an operation', () => {
  expect(Object.keys(contractExamples).toSorted()).toEqual(operations.map(({ id }) => id).toSorted())
})

/** FOYER_FULL=1: all of it on both. Else the embedded database is asked what it could do otherwise: to answer. */
const isFull = Boolean(process.env.FOYER_FULL)

describe.each([
  {
    name: 'the embedded database',
    open: () => openWorld({ ground, database: { kind: 'memory' } }),
    isWhole: isFull,
  },
  {
    name: 'PostgreSQL and Redis',
    isWhole: true,
    open: async () =>
      openWorld({
        ground,
        database: { kind: 'postgres', url: await postgres.createDatabase() },
        redisUrl: redis.url,
      }),
  },
])('over a socket, on $name', ({ open, isWhole }) => {
  let world: ContractWorld
  beforeAll(async () => {
    world = await open()
  })
  afterAll(() => world?.stop())

  const callOf = async ({ id }: Operation) => contractExamples[id]?.call(world) ?? expect.fail(`${id} has no example.`)
  /** The calls that succeeded once: enough for those that are refused. */
  const known = new Map<string, Promise<ContractCall>>()
  const knownCall = (operation: Operation) => {
    const call = known.get(operation.id) ?? callOf(operation)
    known.set(operation.id, call)
    return call
  }
  const ask = async (operation: Operation, differently?: AskDifferently) =>
    request({ world, operation, call: await knownCall(operation), differently })

  test.each(titled(operations))(
    '$title: a good call is good by its schemas, and so is its answer',
    async ({ operation }) => {
      const call = await callOf(operation)
      const { params, query, body } = operation
      for (const [schema, part] of [
        [params, call.params],
        [query, call.query],
        [body, bodyOf(operation, call.body)],
      ] as const) {
        if (schema !== undefined) expect(v.safeParse(schema, part ?? {}).issues).toBeUndefined()
      }
      await expectReply(operation, await request({ world, operation, call }))
    },
  )

  if (!isWhole) return

  test.each(titled(ofProject))(
    '$operation.id: beyond the quota it is 429, and when to come again',
    async ({ operation }) => {
      const first = operations.find(({ id }) => id === 'getAnalyticsConfig') ?? expect.fail()
      const differently = { projectId: 'used-up' }
      const askTwice = async () => {
        await request({ world, operation: first, call: {}, differently })
        return ask(operation, differently)
      }
      const today = () => new Date().toISOString().slice(0, 10)
      const day = today()
      const asked = await askTwice()
      // It is the quota of a day of UTC, which may have ended between the two.
      const answer = day === today() ? asked : await askTwice()
      expect([answer.status, v.is(ErrorBody, await answer.json())]).toEqual([429, true])
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(answer.headers.get('access-control-expose-headers')).toContain('Retry-After')
    },
  )

  test.each(titled(operations))(
    '$operation.id: whatever one of its values is, it is no fault of the server’s',
    async ({ operation }) => {
      const ends = await Promise.all(
        hostileCalls(await knownCall(operation)).map(async (call, index) => {
          // Each from an address of its own: a limit of a client's would refuse most of them before they are looked at.
          const headers = { ...call.headers, 'x-forwarded-for': `10.0.${index >> 8}.${index & 255}` }
          const { status } = await request({ world, operation, call: { ...call, headers } })
          return status === 429 || status === 500 ? { status, call } : undefined
        }),
      )
      expect(ends.filter((each) => each !== undefined)).toEqual([])
    },
  )

  test.each(titled(ofProject))(
    '[S8.29] $operation.id: an unknown project is refused with 401',
    async ({ operation }) => {
      const answer = await ask(operation, { projectId: 'nobody' })
      expect([answer.status, await reasonOf(answer)]).toEqual([401, 'Unauthorized: invalid key'])
    },
  )

  test.each(titled(ofProject))(
    "[S8.29] $operation.id: a page that isn't the project's is refused with 403",
    async ({ operation }) => {
      const answer = await ask(operation, { origin: 'https://elsewhere.example' })
      expect(answer.headers.get('access-control-allow-origin')).toBe('https://elsewhere.example')
      if (operation.id === 'listAllowedOrigins') return expectReply(operation, answer)
      expect([answer.status, await reasonOf(answer)]).toEqual([403, 'Unauthorized: origin not allowed'])
    },
  )

  test.each(titled(operations.filter(({ feature }) => feature !== undefined)))(
    '$operation.id: a project whose feature is off is refused with 403',
    async ({ operation }) => {
      const answer = await ask(operation, { projectId: 'nothing-on' })
      const sentence = `The feature ${operation.feature} is switched off for this project.`
      expect([answer.status, await reasonOf(answer)]).toEqual([403, sentence])
    },
  )

  test.each(titled(operations.filter((each) => each.body !== undefined && each.bodyType !== 'form')))(
    '$operation.id: a body that is no JSON is refused in the shape of the wire',
    async ({ operation }) => {
      const { params, query, headers } = await knownCall(operation)
      const answer = await request({
        world,
        operation: { ...operation, projectIn: 'query' },
        call: { params, query, headers, body: '{' },
      })
      const body: unknown = await answer.json()
      if (operation.id === 'callNetwork' || operation.id === 'callPay') {
        // JSON-RPC has its own way to say so.
        return expect(body).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32700 } })
      }
      // This has no signature; and where the body names the project, an unreadable body names none.
      const isNobodys = operation.id.startsWith('report') || operation.projectIn === 'body'
      expect([answer.status, v.is(ErrorBody, body)], JSON.stringify(body)).toEqual([isNobodys ? 401 : 400, true])
    },
  )

  test.each<[string, string, Readonly<Record<string, string>>, unknown]>([
    ['[S7.13]', 'getBalance', {}, null],
    ['[S7.7]', 'listSwapTokens', {}, { tokens: [] }],
    ['[S7.10]', 'getGasPrice', {}, null],
    ['[S7.33]', 'callNetwork', {}, null],
    ['[S7.6]', 'getSwapQuotes', { from: nowhere, to: nowhere }, { quotes: [] }],
    ['[S7.9]', 'getSwapAllowance', { tokenAddress: nowhere, userAddress: nowhere }, { allowance: '0' }],
    ['[S7.12]', 'buildSwapApproval', { from: nowhere, to: nowhere, userAddress: nowhere }, null],
    ['[S7.5]', 'getHistory', {}, null],
    ['', 'listNfts', {}, null],
    ['', 'listApprovals', {}, null],
  ])(
    '%s %s: a network that is not offered has an empty answer, or is refused by its name',
    async (_, id, query, empty) => {
      const operation = operations.find((each) => each.id === id) ?? expect.fail(id)
      const call = await knownCall(operation)
      const said = call.query?.chainId === undefined ? {} : { chainId: 'eip155:424242' }
      const answer = await request({ world, operation, call: { ...call, query: { ...call.query, ...said, ...query } } })
      const body: unknown = await answer.json()
      if (empty === null) expect([answer.status, v.is(ErrorBody, body)], JSON.stringify(body)).toEqual([400, true])
      else expect([answer.status, body]).toEqual([200, empty])
    },
  )

  test.each(titled(operations.filter(({ access, path }) => access === 'admin' && path.startsWith('/admin/api'))))(
    '$operation.id: without the token it is 401',
    async ({ operation }) => {
      const call = await knownCall(operation)
      // From an address of its own: attempts with a token are counted by client, and the calls before have used theirs up.
      const headers = { ...call.headers, 'x-forwarded-for': '10.9.0.1' }
      const answer = await request({ world, operation, call: { ...call, headers }, differently: { isOperator: false } })
      expect([answer.status, v.is(ErrorBody, await answer.json())]).toEqual([401, true])
    },
  )
})

/** An account of a network that no test's server offers. */
const nowhere = `eip155:424242:0x${'ab'.repeat(20)}`

/** Returns the body as it was really sent, where the project stands in it. */
const bodyOf = ({ projectIn }: Operation, body: unknown): unknown => {
  const sent: unknown = typeof body === 'string' ? JSON.parse(body) : body
  return projectIn === 'body' && typeof sent === 'object' ? { ...sent, projectId: 'demo' } : sent
}

const reasonOf = async (answer: Response) => v.parse(ErrorBody, await answer.json()).reasons[0]?.description

/** The answer is what the operation says, and nothing besides: a field that no schema names is an undocumented promise. */
async function expectReply({ reply, status = 200, mediaTypes, path }: Operation, answer: Response): Promise<void> {
  const text = await answer.text()
  expect(answer.status, text).toBe(status)
  expect(answer.headers.get('x-request-id'), path).toMatch(/^[0-9a-f-]{36}$/)
  if (!reply) {
    const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
    if (!mediaTypes) return expect(text).toBe('')
    const isExpected = mediaTypes.some((each) => each === type || (each === 'image/*' && type.startsWith('image/')))
    return expect([isExpected, text.length > 0], type).toEqual([true, true])
  }
  expect(answer.headers.get('content-type')).toContain('application/json')
  const body: unknown = JSON.parse(text)
  const parsed = v.safeParse(reply, body)
  expect(parsed.issues).toBeUndefined()
  expect(parsed.output).toEqual(body)
}
