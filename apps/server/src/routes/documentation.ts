import { Hono } from 'hono'
import * as v from 'valibot'
import { documentationPage } from '../openapi/documentationPage.js'
import { openApiDocument } from '../openapi/openApiDocument.js'
import { showPage } from '../page/page.js'
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
    summary: 'This API as a page for people.',
    access: 'anyone',
    reply: { mediaTypes: ['text/html'] },
  },
]

/** The API, described. */
export function documentation({
  operations,
  version,
}: {
  operations: readonly Operation[]
  version: string
}): Hono<Env> {
  const document = openApiDocument({ operations, version })
  return new Hono<Env>()
    .get('/openapi.json', (c) => c.json(document))
    .get('/docs', (c) => showPage(c, { title: 'The API', body: documentationPage({ operations }) }))
}
