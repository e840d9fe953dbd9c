import { ErrorBody } from '@foyer/core/wire'
import type { Database } from '@foyer/service/db/database'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../app.js'
import { operations } from '../routes/operations.js'
import { openApi, openTestDatabase, type TestApi } from '../test/openApi.js'
import { openApiDocument } from './openApiDocument.js'

let database: Database
let api: TestApi
beforeAll(async () => {
  database = await openTestDatabase()
  api = await openApi({ database })
})
afterAll(() => database?.close())

/** The other spellings of a path that old clients use. */
const alsoKnownAs: Readonly<Record<string, string>> = { '/v1': '/v1/' }

describe('the operations', () => {
  test('are the routes, and the routes are operations', () => {
    const routes = createApp(api.services)
      .routes.filter(({ method, path }) => method !== 'ALL' && !path.endsWith('*'))
      // The wallet's own page alone asks these: its contract is `@foyer/embedded/custody`.
      .filter(({ path }) => !path.startsWith('/login/'))
      .map(({ method, path }) => `${method.toLowerCase()} ${alsoKnownAs[path] ?? path}`)
    expect([...new Set(routes)].toSorted()).toEqual(
      operations.map(({ method, path }) => `${method} ${path}`).toSorted(),
    )
  })

  test('have ids of their own, in camel case, and a sentence', () => {
    const ids = operations.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { id, summary } of operations) {
      expect(id).toMatch(/^[a-z]+(?:[A-Z][a-z0-9]*)*$/)
      expect(summary, id).toMatch(/^[A-Z].*\.$/)
    }
  })
})

/** The standard's schema of a document, as far as ours uses it. */
const Schema = v.record(v.string(), v.unknown())
const Reference = v.strictObject({ $ref: v.string() })
const Content = v.pipe(
  v.record(v.pipe(v.string(), v.regex(/^[a-z]+\/[\w.+*-]+$/)), v.strictObject({ schema: v.optional(Schema) })),
  v.minEntries(1),
)
const Response = v.strictObject({
  description: v.string(),
  headers: v.optional(v.record(v.string(), Reference)),
  content: v.optional(Content),
})
const Parameter = v.strictObject({
  name: v.string(),
  in: v.picklist(['path', 'query', 'header', 'cookie']),
  required: v.boolean(),
  description: v.optional(v.string()),
  schema: Schema,
})
const Document = v.strictObject({
  openapi: v.literal('3.1.0'),
  info: v.strictObject({ title: v.string(), version: v.string(), description: v.string() }),
  tags: v.array(v.strictObject({ name: v.string() })),
  paths: v.record(
    v.pipe(v.string(), v.startsWith('/')),
    v.record(
      v.picklist(['get', 'post', 'put', 'patch', 'delete']),
      v.strictObject({
        operationId: v.string(),
        summary: v.string(),
        tags: v.array(v.string()),
        security: v.array(v.record(v.string(), v.array(v.string()))),
        parameters: v.array(v.union([Parameter, Reference])),
        requestBody: v.optional(v.strictObject({ required: v.literal(true), content: Content })),
        responses: v.pipe(
          v.record(v.pipe(v.string(), v.regex(/^(?:[1-5]\d\d|default)$/)), v.union([Response, Reference])),
          v.minEntries(1),
        ),
      }),
    ),
  ),
  components: v.strictObject({
    schemas: v.record(v.string(), Schema),
    parameters: v.record(v.string(), Parameter),
    headers: v.record(v.string(), v.strictObject({ description: v.string(), schema: Schema })),
    responses: v.record(v.string(), Response),
    securitySchemes: v.record(v.string(), v.looseObject({ type: v.picklist(['apiKey', 'http']) })),
  }),
})

describe('the document', () => {
  const written = JSON.parse(JSON.stringify(openApiDocument({ operations, version: '1.0.0' })))
  const document = v.parse(Document, written)
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method, call })),
  )

  test('is served, and lists every operation', async () => {
    const answer = await api.get('/openapi.json')
    expect(answer.headers.get('content-type')).toContain('application/json')
    expect(v.parse(Document, await answer.json()).paths).toEqual(document.paths)
    expect(calls.map(({ call }) => call.operationId).toSorted()).toEqual(operations.map(({ id }) => id).toSorted())
  })

  test('names every parameter of a path, and none that is not there', () => {
    for (const { path, call } of calls) {
      const inPath = call.parameters.flatMap((each) => ('name' in each && each.in === 'path' ? [each.name] : []))
      expect(inPath, path).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
      const names = call.parameters.map((each) => ('name' in each ? `${each.in} ${each.name}` : each.$ref))
      expect(new Set(names).size, path).toBe(names.length)
    }
  })

  test('points only to what it holds, and names its security', () => {
    const references = [...JSON.stringify(written).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to = '']) => to)
    expect(references.length).toBeGreaterThan(10)
    for (const reference of references) {
      const found = reference
        .slice(2)
        .split('/')
        .reduce<unknown>(
          (at, key) => (typeof at === 'object' && at !== null ? new Map(Object.entries(at)).get(key) : undefined),
          written,
        )
      expect(found, reference).toBeDefined()
    }
    for (const { call } of calls) {
      for (const security of call.security) {
        for (const name of Object.keys(security))
          expect(Object.keys(document.components.securitySchemes)).toContain(name)
      }
    }
  })

  test('says what every call of a project carries, and that only the id must be there', () => {
    const { projectId, st, sv, clientId } = document.components.parameters
    expect([projectId, st, sv, clientId].map((each) => each?.required)).toEqual([true, false, false, false])
    expect(document.paths['/v1/supported-chains']?.get).toMatchObject({
      parameters: ['projectId', 'st', 'sv', 'clientId'].map((name) => ({ $ref: `#/components/parameters/${name}` })),
      responses: { '200': { content: { 'application/json': { schema: { required: ['http', 'ws'] } } } } },
    })
  })

  test('has the shape of refusals', async () => {
    expect(document.components.schemas.Error).toMatchObject({ required: ['status', 'reasons'] })
    const refused = await api.get('/v1/supported-chains')
    expect(v.is(ErrorBody, await refused.json())).toBe(true)
  })
})

test('the page for developers shows every call and holds no script', async () => {
  const answer = await api.get('/docs')
  expect(answer.headers.get('content-type')).toContain('text/html')
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  )
  const page = await answer.text()
  for (const { id, path } of operations) {
    expect(page).toContain(`id="${id}"`)
    expect(page).toContain(path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}'))
  }
  expect(page).not.toMatch(/<script|style="|javascript:|https?:\/\/(?!dapp)/)
})
