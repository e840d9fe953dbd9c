import type { WireSchema } from '@foyer/core/wire'
import type { Operation } from '@foyer/service/route/operation'
import { html } from 'hono/html'
import type { Html } from '../page/page.js'
import { schemaOf } from './openApiDocument.js'
import { operationGroups } from './operationGroups.js'
import { type Field, fieldsOf } from './schemaFields.js'

/** The API's page for developers: every call with what it takes and answers, from the same operations as the document for machines. */
export function documentationPage({ operations }: { operations: readonly Operation[] }): Html {
  const groups = operationGroups
    .map((name) => ({ name, calls: operations.filter(({ group }) => group === name) }))
    .filter(({ calls }) => calls.length > 0)
  return html`<div class="wrap docs">
<div class="stack words">
<div class="tight">
<h1>The API</h1>
<p class="quiet">${operations.length} calls. A machine reads the same at <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1).</p>
</div>
${introduction}
</div>
<nav aria-label="Calls">
${groups.map(({ name, calls }) => html`<h2>${name}</h2><ul>${calls.map(({ id }) => html`<li><a href="#${id}">${words(id)}</a></li>`)}</ul>`)}
</nav>
<div class="stack calls">
${groups.map(({ name, calls }) => html`<h2>${name}</h2>${calls.map(callSection)}`)}
</div>
</div>`
}

const introduction = html`<section class="card stack" aria-labelledby="every-call">
<h2 id="every-call">Every call</h2>
<p>A call of a project carries <code>projectId</code> in its query, and a kit adds <code>st</code>, <code>sv</code> and, once it has one, <code>clientId</code>. A page may ask if its origin is one of the project's. The id is public: it names the project that a request is counted for, it is no key.</p>
<p>A refusal has a status that isn't 2xx and says why. The first reason's description is a sentence for visitors:</p>
<pre tabindex="0">{ "status": "FAILED", "reasons": [{ "name": "address", "description": "Is missing." }] }</pre>
<div class="scroll" tabindex="0" role="region" aria-label="Statuses"><table>
<thead><tr><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead>
<tbody>
<tr><td>400</td><td>A field is missing or malformed; each reason names its field.</td></tr>
<tr><td>401</td><td>The project id, or the operator's token, is missing or unknown.</td></tr>
<tr><td>403</td><td>The page's origin isn't one of the project's, or the feature is switched off for it.</td></tr>
<tr><td>429</td><td>Asked too often, or more than the project may in a day. <code>Retry-After</code> says in how many seconds to come again.</td></tr>
<tr><td>502, 503</td><td>What the server asks in turn doesn't answer now.</td></tr>
</tbody></table></div>
</section>`

function callSection(operation: Operation): Html {
  const { id, method, path, summary, access, feature, params, query, body, bodyType = 'json' } = operation
  const { status = 200, reply, mediaTypes = ['nothing more'] } = operation
  return html`<section class="card call" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title">${words(id)}</h3>
<p class="path"><span class="tag verb">${method}</span><code>${path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')}</code></p>
<p>${summary}</p>
<p class="tags"><span class="tag">${whoAsks[access]}</span>${feature === undefined ? '' : html`<span class="tag">feature ${feature}</span>`}</p>
${fieldTable({ id, caption: 'In the path', schema: params })}
${fieldTable({ id, caption: 'In the query', schema: query })}
${fieldTable({ id, caption: bodyType === 'json' ? 'In the body, as JSON' : 'In the body, as a form', schema: body })}
${
  reply
    ? fieldTable({ id, caption: `Answer ${status}, as JSON`, schema: reply })
    : html`<p class="quiet">Answer ${status}: ${mediaTypes.join(', ')}.</p>`
}
</section>`
}

const whoAsks = {
  project: 'pages of a project',
  anyone: 'anyone',
  admin: "the operator's token",
  wallet: 'the wallet’s own page',
} as const

function fieldTable(request: { id: string; caption: string; schema: WireSchema | undefined }): Html | '' {
  const { id, caption, schema } = request
  if (schema === undefined) return ''
  const fields = fieldsOf(schemaOf(schema))
  if (fields.length === 0) return ''
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${id}: ${caption}"><table>
<caption>${caption}</caption>
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Rules</th></tr></thead>
<tbody>${fields.map(fieldRow)}</tbody></table></div>`
}

const fieldRow = ({ name, depth, type, rules, required }: Field): Html =>
  html`<tr><td class="depth-${Math.min(depth, 5)}"><code>${name}</code></td><td>${type}</td><td class="small">${[required ? 'required' : 'optional', ...rules].join(', ')}</td></tr>`

/** `listSupportedChains` as words. */
function words(id: string): string {
  const spaced = id.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${spaced.charAt(0).toUpperCase()}${spaced.slice(1)}`
}
