import type { Operation } from '@foyer/service/route/operation'
import { send } from '@foyer/service/route/send'
import { html } from 'hono/html'
import * as v from 'valibot'
import { documentationPage } from '../openapi/documentationPage.js'
import { openApiDocument } from '../openapi/openApiDocument.js'
import { type Html, showPage } from '../page/page.js'
import { type Route, route } from './route.js'

const shared = { method: 'get', group: 'Operations', access: 'anyone' } as const

/**
 * The API, described. It is written at the first request and cached.
 * @param options.operations - of every call, these two too
 */
export function documentation(request: { operations: () => readonly Operation[]; version: string }): readonly Route[] {
  const { operations, version } = request
  const document = once(() => JSON.stringify(openApiDocument({ operations: operations(), version })))
  const body = once(() => documentationPage({ operations: operations() }))
  return [
    route(
      {
        ...shared,
        id: 'getOpenApiDocument',
        path: '/openapi.json',
        summary: 'This API as an OpenAPI 3.1 document.',
        reply: v.object({
          openapi: v.literal('3.1.0'),
          info: v.record(v.string(), v.unknown()),
          tags: v.array(v.object({ name: v.string() })),
          paths: v.record(v.string(), v.unknown()),
          components: v.record(v.string(), v.unknown()),
        }),
      },
      ({ c }) => send({ c, body: document(), type: 'application/json' }),
    ),
    route(
      {
        ...shared,
        id: 'getDocumentation',
        path: '/docs',
        summary: 'This API as a page for developers.',
        mediaTypes: ['text/html'],
      },
      ({ c }) => showPage(c, { title: 'The API', body: body() }),
    ),
    route(
      {
        ...shared,
        id: 'getWelcome',
        path: '/',
        summary: 'Greets visitors of the server’s address, and leads on.',
        mediaTypes: ['text/html'],
      },
      ({ c, services }) =>
        showPage(c, { title: 'Welcome', body: welcomePage({ hasAdmin: services.adminAccess !== null }) }),
    ),
  ]
}

/** @param options.hasAdmin - whether the operator has set a token for the pages of the projects */
function welcomePage({ hasAdmin }: { hasAdmin: boolean }): Html {
  const row = ({ href, name, what }: { href: string; name: string; what: string }) =>
    html`<li><a class="row" href="${href}"><span class="tight"><span class="name">${name}</span><span class="small">${what}</span></span></a></li>`
  return html`<div class="wrap reading stack">
<div class="tight"><h1>Welcome to Foyer</h1>
<p class="quiet">This server answers wallet-connection kits: networks, balances, histories, names, wallets and more.</p></div>
<nav class="card" aria-label="This server"><ul class="rows">
${row({ href: '/docs', name: 'The API', what: 'Every call, with what it takes and answers' })}
${row({ href: '/openapi.json', name: 'The API for machines', what: 'An OpenAPI 3.1 document' })}
${hasAdmin ? row({ href: '/admin', name: 'Administration', what: 'Projects, quotas and features, for the operator' }) : ''}
${row({ href: '/readyz', name: 'How it is', what: 'The database, the networks and their index' })}
</ul></nav>
</div>`
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
