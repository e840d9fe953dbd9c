import { ErrorBody } from '@foyer/core/wire'
import * as v from 'valibot'
import type { Administration } from './administration.js'
import { AdminDaysReply, AdminProject, AdminProjectsReply, fromAdminProject } from './adminWire.js'

/** A server was asked by its administration, and couldn't be reached or refused. The message is for the operator. */
export class AdminCallError extends Error {
  override readonly name = 'AdminCallError'
  readonly code: 'admin_unreachable' | 'admin_refused' | 'admin_not_understood'

  constructor({ code, message, cause }: { code: AdminCallError['code']; message: string; cause?: unknown }) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
  }
}

export interface RemoteAdministrationParameters {
  /** the server's origin */
  url: string
  token: string
  /** how long an answer may take */
  timeoutMs: number
}

/**
 * The administration of a server that runs, asked over its JSON API.
 * @throws {@link AdminCallError} from each of its calls
 */
export function remoteAdministration(server: RemoteAdministrationParameters): Administration {
  const pathOf = (id: string, rest = '') => `/${encodeURIComponent(id)}${rest}`
  return {
    async list() {
      const { projects } = await ask({ server, method: 'GET', path: '', schema: AdminProjectsReply })
      return projects.map(fromAdminProject)
    },
    read: async (id) => fromAdminProject(await ask({ server, method: 'GET', path: pathOf(id), schema: AdminProject })),
    create: async (project) =>
      fromAdminProject(await ask({ server, method: 'POST', path: '', body: project, schema: AdminProject })),
    change: async ({ id, changes }) =>
      fromAdminProject(await ask({ server, method: 'PATCH', path: pathOf(id), body: changes, schema: AdminProject })),
    async remove(id) {
      await ask({ server, method: 'DELETE', path: pathOf(id), schema: v.null() })
    },
    days: async (id) => (await ask({ server, method: 'GET', path: pathOf(id, '/days'), schema: AdminDaysReply })).days,
  }
}

interface Ask<Output> {
  server: RemoteAdministrationParameters
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
  schema: v.GenericSchema<unknown, Output>
}

async function ask<Output>(request: Ask<Output>): Promise<Output> {
  const { method, path, body, schema } = request
  const { url, token, timeoutMs } = request.server
  const answer = await fetch(`${url}/admin/api/projects${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    const message = `The server at ${url} can't be reached. Set ADMIN_URL to where it answers.`
    throw new AdminCallError({ code: 'admin_unreachable', message, cause })
  })
  const text = await answer.text()
  const received = v.safeParse(v.pipe(v.string(), v.parseJson()), text === '' ? 'null' : text)
  if (!answer.ok) throw refusal({ status: answer.status, url, body: received.output })
  const parsed = v.safeParse(schema, received.output)
  if (parsed.success) return parsed.output
  const message = `What answers at ${url} isn't a server of this release. Check ADMIN_URL.`
  throw new AdminCallError({ code: 'admin_not_understood', message })
}

function refusal({ status, url, body }: { status: number; url: string; body: unknown }): AdminCallError {
  if (status === 401) return refused(`The server at ${url} has another ADMIN_TOKEN.`)
  const parsed = v.safeParse(ErrorBody, body)
  const reason = parsed.success ? parsed.output.reasons[0] : undefined
  if (status === 404 && reason?.name === 'path') {
    return refused(`The server at ${url} has no administration: start it with ADMIN_TOKEN.`)
  }
  return refused(reason === undefined ? `The server at ${url} answered ${status}.` : sentenceOf(reason))
}

const refused = (message: string): AdminCallError => new AdminCallError({ code: 'admin_refused', message })

/** A reason about a field needs its name to be understood; the others are sentences by themselves. */
const sentenceOf = ({ name, description }: { name: string; description: string }): string =>
  description.startsWith('There is') || description.startsWith('Too many') ? description : `${name}: ${description}`
