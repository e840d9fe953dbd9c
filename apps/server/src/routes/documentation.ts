import { Hono } from 'hono'
import * as v from 'valibot'
import { documentationPage } from '../openapi/documentationPage.js'
import { openApiDocument } from '../openapi/openApiDocument.js'
import { showPage } from '../page/page.js'
import { countClient } from './countClient.js'
import type { Env } from './env.js'
import type { Operation } from './operation.js'

export const documentationOperations: readonly Operation[] = [
  {
    id: 'getOpenApiDocument',
    method: 'get',
    path: '/openapi.json',
    group: 'Operations',
    summary: 'This API as an OpenAPI 3.1 document.',
    access: 'anyone',
    reply: {
      schema: v.object({
        openapi: v.literal('3.1.0'),
        info: v.record(v.string(), v.unknown()),
        tags: v.array(v.object({ name: v.string() })),
        paths: v.record(v.string(), v.unknown()),
        components: v.record(v.string(), v.unknown()),
      }),
    },
  },
  {
    id: 'getDocumentation',
    method: 'get',
    path: '/docs',
    group: 'Operations',
    summary: 'This API as a page for developers.',
    access: 'anyone',
    reply: { mediaTypes: ['text/html'] },
  },
]

/** The API, described. It is written at the first request and cached. */
export function documentation({
  services,
  operations,
  version,
}: {
  services: Parameters<typeof countClient>[0]
  operations: readonly Operation[]
  version: string
}): Hono<Env> {
  const document = once(() => JSON.stringify(openApiDocument({ operations, version })))
  const body = once(() => documentationPage({ operations }))
  const counted = countClient(services)
  return new Hono<Env>()
    .get('/openapi.json', counted, (c) => c.body(document(), 200, { 'Content-Type': 'application/json' }))
    .get('/docs', counted, (c) => showPage(c, { title: 'The API', body: body() }))
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
