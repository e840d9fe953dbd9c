import * as v from 'valibot'
import { documentationPage } from '../openapi/documentationPage.js'
import { openApiDocument } from '../openapi/openApiDocument.js'
import { showPage } from '../page/page.js'
import type { Operation } from './operation.js'
import { type Route, route } from './route.js'

const shared = { method: 'get', group: 'Operations', access: 'anyone', takes: {} } as const

/**
 * The API, described. It is written at the first request and cached.
 * @param options.operations - of every call, these two too
 */
export function documentation({
  operations,
  version,
}: {
  operations: () => readonly Operation[]
  version: string
}): readonly Route[] {
  const document = once(() => JSON.stringify(openApiDocument({ operations: operations(), version })))
  const body = once(() => documentationPage({ operations: operations() }))
  return [
    route(
      {
        ...shared,
        id: 'getOpenApiDocument',
        path: '/openapi.json',
        summary: 'This API as an OpenAPI 3.1 document.',
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
      ({ c }) => c.body(document(), 200, { 'Content-Type': 'application/json' }),
    ),
    route(
      {
        ...shared,
        id: 'getDocumentation',
        path: '/docs',
        summary: 'This API as a page for developers.',
        reply: { mediaTypes: ['text/html'] },
      },
      ({ c }) => showPage(c, { title: 'The API', body: body() }),
    ),
  ]
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
